import type { operations as catalogue } from "./catalogue.ts";
import type { operations as collections } from "./collections.ts";
import type { operations as users } from "./users.ts";
/** The cache key of each reading method of the catalogue client, from the same arguments. */
export declare const catalogueKeys: {
    listProducts: (query?: NonNullable<catalogue["listProducts"]["parameters"]["query"]>) => readonly ["catalogue", "listProducts", {
        readonly limit?: number;
        readonly after?: import("./catalogue.ts").ProductId;
        readonly q?: string;
        readonly inStock?: boolean;
    }];
    getProduct: (id: catalogue["getProduct"]["parameters"]["path"]["id"]) => readonly ["catalogue", "getProduct", {
        readonly id: string;
    }];
};
/** The cache key of each reading method of the collections client, from the same arguments. */
export declare const collectionsKeys: {
    listRootCollections: () => readonly ["collections", "listRootCollections", {}];
    listChildCollections: () => readonly ["collections", "listChildCollections", {}];
    listIcons: () => readonly ["collections", "listIcons", {}];
    searchIcons: (text: collections["searchIcons"]["parameters"]["path"]["text"]) => readonly ["collections", "searchIcons", {
        readonly text: string;
    }];
    getCollection: (id: collections["getCollection"]["parameters"]["path"]["id"]) => readonly ["collections", "getCollection", {
        readonly id: number;
    }];
    listCollaborators: (id: collections["listCollaborators"]["parameters"]["path"]["id"]) => readonly ["collections", "listCollaborators", {
        readonly id: number;
    }];
    getPicture: (picture: collections["getPicture"]["parameters"]["path"]["picture"]) => readonly ["collections", "getPicture", {
        readonly picture: string;
    }];
    getIcon: (icon: collections["getIcon"]["parameters"]["path"]["icon"]) => readonly ["collections", "getIcon", {
        readonly icon: string;
    }];
    getItem: (id: collections["getItem"]["parameters"]["path"]["id"]) => readonly ["collections", "getItem", {
        readonly id: number;
    }];
    getFile: (id: collections["getFile"]["parameters"]["path"]["id"], query?: NonNullable<collections["getFile"]["parameters"]["query"]>) => readonly ["collections", "getFile", {
        readonly type?: string;
        readonly id: number;
    }];
    getCopy: (id: collections["getCopy"]["parameters"]["path"]["id"], query?: NonNullable<collections["getCopy"]["parameters"]["query"]>) => readonly ["collections", "getCopy", {
        readonly json?: number;
        readonly id: number;
    }];
    suggestForItem: (id: collections["suggestForItem"]["parameters"]["path"]["id"]) => readonly ["collections", "suggestForItem", {
        readonly id: number;
    }];
    listItems: (collectionId: collections["listItems"]["parameters"]["path"]["collectionId"], query?: NonNullable<collections["listItems"]["parameters"]["query"]>) => readonly ["collections", "listItems", {
        readonly page?: number;
        readonly perpage?: number;
        readonly sort?: "" | "score" | "-created" | "created" | "title" | "-title" | "domain" | "-domain" | "lastUpdate" | "-lastUpdate" | "sort" | "-sort" | " created" | " title" | " domain" | " lastUpdate" | " sort" | " score" | "+created" | "+title" | "+domain" | "+lastUpdate" | "+sort" | "+score";
        readonly ids?: import("./collections.ts").Ids;
        readonly nested?: import("./collections.ts").components["parameters"]["Nested"];
        readonly search?: import("./collections.ts").components["parameters"]["Search"];
        readonly collectionId: number;
    }];
    exportItems: (collectionId: collections["exportItems"]["parameters"]["path"]["collectionId"], format: collections["exportItems"]["parameters"]["path"]["format"], query?: NonNullable<collections["exportItems"]["parameters"]["query"]>) => readonly ["collections", "exportItems", {
        readonly sort?: "" | "score" | "-created" | "created" | "title" | "-title" | "domain" | "-domain" | "lastUpdate" | "-lastUpdate" | "sort" | "-sort" | " created" | " title" | " domain" | " lastUpdate" | " sort" | " score" | "+created" | "+title" | "+domain" | "+lastUpdate" | "+sort" | "+score";
        readonly ids?: import("./collections.ts").Ids;
        readonly search?: import("./collections.ts").components["parameters"]["Search"];
        readonly nested?: import("./collections.ts").components["parameters"]["Nested"];
        readonly collectionId: number;
        readonly format: "csv" | "html" | "txt" | "zip";
    }];
    findLink: (query: NonNullable<collections["findLink"]["parameters"]["query"]>) => readonly ["collections", "findLink", {
        readonly url: string;
    }];
    parseLink: (query: NonNullable<collections["parseLink"]["parameters"]["query"]>) => readonly ["collections", "parseLink", {
        readonly url: string;
    }];
    listBackups: () => readonly ["collections", "listBackups", {}];
    startBackup: () => readonly ["collections", "startBackup", {}];
    downloadBackup: (backup: collections["downloadBackup"]["parameters"]["path"]["backup"], format: collections["downloadBackup"]["parameters"]["path"]["format"]) => readonly ["collections", "downloadBackup", {
        readonly backup: string;
        readonly format: "csv" | "html";
    }];
    getFilters: (collectionId: collections["getFilters"]["parameters"]["path"]["collectionId"], query?: NonNullable<collections["getFilters"]["parameters"]["query"]>) => readonly ["collections", "getFilters", {
        readonly nested?: import("./collections.ts").components["parameters"]["Nested"];
        readonly search?: import("./collections.ts").components["parameters"]["Search"];
        readonly tagsSort?: string;
        readonly collectionId: number;
    }];
    listHighlights: (query?: NonNullable<collections["listHighlights"]["parameters"]["query"]>) => readonly ["collections", "listHighlights", {
        readonly page?: import("./collections.ts").components["parameters"]["HighlightsPage"];
        readonly perpage?: import("./collections.ts").components["parameters"]["HighlightsPerPage"];
    }];
    listCollectionHighlights: (collectionId: collections["listCollectionHighlights"]["parameters"]["path"]["collectionId"], query?: NonNullable<collections["listCollectionHighlights"]["parameters"]["query"]>) => readonly ["collections", "listCollectionHighlights", {
        readonly page?: import("./collections.ts").components["parameters"]["HighlightsPage"];
        readonly perpage?: import("./collections.ts").components["parameters"]["HighlightsPerPage"];
        readonly collectionId: number;
    }];
    listTags: () => readonly ["collections", "listTags", {}];
    listCollectionTags: (collectionId: collections["listCollectionTags"]["parameters"]["path"]["collectionId"]) => readonly ["collections", "listCollectionTags", {
        readonly collectionId: number;
    }];
    getAccount: () => readonly ["collections", "getAccount", {}];
    getStatistics: () => readonly ["collections", "getStatistics", {}];
    listUndoSteps: () => readonly ["collections", "listUndoSteps", {}];
    getUser: (name: collections["getUser"]["parameters"]["path"]["name"]) => readonly ["collections", "getUser", {
        readonly name: string;
    }];
};
/** The cache key of each reading method of the users client, from the same arguments. */
export declare const usersKeys: {
    listUsers: (query?: NonNullable<users["listUsers"]["parameters"]["query"]>) => readonly ["users", "listUsers", {
        readonly limit?: number;
        readonly page?: number;
    }];
    getUser: (id: users["getUser"]["parameters"]["path"]["id"]) => readonly ["users", "getUser", {
        readonly id: number;
    }];
};
