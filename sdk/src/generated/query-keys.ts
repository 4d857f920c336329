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
    getCollection: (id: collections["getCollection"]["parameters"]["path"]["id"]) => ["collections", "getCollection", { id }] as const,
    getPicture: (picture: collections["getPicture"]["parameters"]["path"]["picture"]) => ["collections", "getPicture", { picture }] as const,
    getItem: (id: collections["getItem"]["parameters"]["path"]["id"]) => ["collections", "getItem", { id }] as const,
    listItems: (collectionId: collections["listItems"]["parameters"]["path"]["collectionId"], query: NonNullable<collections["listItems"]["parameters"]["query"]> = {}) => ["collections", "listItems", { collectionId, ...query }] as const,
    exportItems: (collectionId: collections["exportItems"]["parameters"]["path"]["collectionId"], format: collections["exportItems"]["parameters"]["path"]["format"], query: NonNullable<collections["exportItems"]["parameters"]["query"]> = {}) => ["collections", "exportItems", { collectionId, format, ...query }] as const,
    findLink: (query: NonNullable<collections["findLink"]["parameters"]["query"]>) => ["collections", "findLink", { ...query }] as const,
    parseLink: (query: NonNullable<collections["parseLink"]["parameters"]["query"]>) => ["collections", "parseLink", { ...query }] as const,
    getAccount: () => ["collections", "getAccount", {}] as const,
    getStatistics: () => ["collections", "getStatistics", {}] as const,
    listUndoSteps: () => ["collections", "listUndoSteps", {}] as const,
};

/** The cache key of each reading method of the users client, from the same arguments. */
export const usersKeys = {
    listUsers: (query: NonNullable<users["listUsers"]["parameters"]["query"]> = {}) => ["users", "listUsers", { ...query }] as const,
    getUser: (id: users["getUser"]["parameters"]["path"]["id"]) => ["users", "getUser", { id }] as const,
};
