// Written by npm run generate from openapi/*.yaml. Do not edit.

import type { operations as catalogue } from "./catalogue.ts";
import type { operations as collections } from "./collections.ts";
import type { operations as users } from "./users.ts";

/** The cache key of each reading method of the catalogue client, from the same arguments. */
export const catalogueKeys = {
    listProducts: (query: NonNullable<catalogue["listProducts"]["parameters"]["query"]> = {}) => ["catalogue", "listProducts", { ...query }] as const,
    getProduct: (id: catalogue["getProduct"]["parameters"]["path"]["id"]) => ["catalogue", "getProduct", { id }] as const,
};

/** The cache key of each reading method of the collections client, from the same arguments. */
export const collectionsKeys = {
    listRootCollections: () => ["collections", "listRootCollections", {}] as const,
    listChildCollections: () => ["collections", "listChildCollections", {}] as const,
    listIcons: () => ["collections", "listIcons", {}] as const,
    searchIcons: (text: collections["searchIcons"]["parameters"]["path"]["text"]) => ["collections", "searchIcons", { text }] as const,
    getCollection: (id: collections["getCollection"]["parameters"]["path"]["id"]) => ["collections", "getCollection", { id }] as const,
    listCollaborators: (id: collections["listCollaborators"]["parameters"]["path"]["id"]) => ["collections", "listCollaborators", { id }] as const,
    getPicture: (picture: collections["getPicture"]["parameters"]["path"]["picture"]) => ["collections", "getPicture", { picture }] as const,
    getIcon: (icon: collections["getIcon"]["parameters"]["path"]["icon"]) => ["collections", "getIcon", { icon }] as const,
    getItem: (id: collections["getItem"]["parameters"]["path"]["id"]) => ["collections", "getItem", { id }] as const,
    getFile: (id: collections["getFile"]["parameters"]["path"]["id"], query: NonNullable<collections["getFile"]["parameters"]["query"]> = {}) => ["collections", "getFile", { id, ...query }] as const,
    getCopy: (id: collections["getCopy"]["parameters"]["path"]["id"], query: NonNullable<collections["getCopy"]["parameters"]["query"]> = {}) => ["collections", "getCopy", { id, ...query }] as const,
    suggestForItem: (id: collections["suggestForItem"]["parameters"]["path"]["id"]) => ["collections", "suggestForItem", { id }] as const,
    listItems: (collectionId: collections["listItems"]["parameters"]["path"]["collectionId"], query: NonNullable<collections["listItems"]["parameters"]["query"]> = {}) => ["collections", "listItems", { collectionId, ...query }] as const,
    exportItems: (collectionId: collections["exportItems"]["parameters"]["path"]["collectionId"], format: collections["exportItems"]["parameters"]["path"]["format"], query: NonNullable<collections["exportItems"]["parameters"]["query"]> = {}) => ["collections", "exportItems", { collectionId, format, ...query }] as const,
    findLink: (query: NonNullable<collections["findLink"]["parameters"]["query"]>) => ["collections", "findLink", { ...query }] as const,
    parseLink: (query: NonNullable<collections["parseLink"]["parameters"]["query"]>) => ["collections", "parseLink", { ...query }] as const,
    listBackups: () => ["collections", "listBackups", {}] as const,
    startBackup: () => ["collections", "startBackup", {}] as const,
    downloadBackup: (backup: collections["downloadBackup"]["parameters"]["path"]["backup"], format: collections["downloadBackup"]["parameters"]["path"]["format"]) => ["collections", "downloadBackup", { backup, format }] as const,
    getFilters: (collectionId: collections["getFilters"]["parameters"]["path"]["collectionId"], query: NonNullable<collections["getFilters"]["parameters"]["query"]> = {}) => ["collections", "getFilters", { collectionId, ...query }] as const,
    listHighlights: (query: NonNullable<collections["listHighlights"]["parameters"]["query"]> = {}) => ["collections", "listHighlights", { ...query }] as const,
    listCollectionHighlights: (collectionId: collections["listCollectionHighlights"]["parameters"]["path"]["collectionId"], query: NonNullable<collections["listCollectionHighlights"]["parameters"]["query"]> = {}) => ["collections", "listCollectionHighlights", { collectionId, ...query }] as const,
    listTags: () => ["collections", "listTags", {}] as const,
    listCollectionTags: (collectionId: collections["listCollectionTags"]["parameters"]["path"]["collectionId"]) => ["collections", "listCollectionTags", { collectionId }] as const,
    getAccount: () => ["collections", "getAccount", {}] as const,
    getStatistics: () => ["collections", "getStatistics", {}] as const,
    listUndoSteps: () => ["collections", "listUndoSteps", {}] as const,
    getUser: (name: collections["getUser"]["parameters"]["path"]["name"]) => ["collections", "getUser", { name }] as const,
};

/** The cache key of each reading method of the users client, from the same arguments. */
export const usersKeys = {
    listUsers: (query: NonNullable<users["listUsers"]["parameters"]["query"]> = {}) => ["users", "listUsers", { ...query }] as const,
    getUser: (id: users["getUser"]["parameters"]["path"]["id"]) => ["users", "getUser", { id }] as const,
};
