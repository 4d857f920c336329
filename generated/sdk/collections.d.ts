import { type ClientOptions } from "./client.ts";
import type { components, operations } from "./generated/collections.ts";
import type { Body, CallOptions, Documented, Path, Query } from "./operation.ts";
type BodyOf<Id extends keyof operations> = Body<operations[Id]>;
type QueryOf<Id extends keyof operations> = Query<operations[Id]>;
type OptionsOf<Id extends keyof operations> = CallOptions<operations[Id]>;
type CollectionId = Path<operations["getCollection"]>["id"];
type ItemId = Path<operations["getItem"]>["id"];
/** The types of the contract's schemas, by name. */
export type CollectionsSchemas = components["schemas"];
export interface CollectionsOptions extends ClientOptions {
    /**
     * An API key or a login token, sent as `Authorization: Bearer`. Without it the client can only read
     * public collections.
     */
    readonly token?: string | undefined;
}
export interface CollectionsClient extends Documented<operations, ReturnType<typeof buildCollectionsClient>> {
}
/**
 * Creates a client of the collections contract: collections and items. Its methods are named after the
 * operations and throw a `CollectionsError`.
 */
export declare function createCollectionsClient(options: CollectionsOptions): CollectionsClient;
/** Its result has the interface `CollectionsClient`, so that editors show this name and not all methods. */
declare function buildCollectionsClient({ token, ...options }: CollectionsOptions): {
    /**
     * Iterates over all items of a collection in the order of `sort`, and requests pages of `perpage`
     * items as needed. When items are added or removed during the iteration, other items may be
     * returned twice or not at all.
     */
    allItems(collectionId: CollectionId, { perpage, ...query }?: Omit<QueryOf<"listItems">, "page">, options?: OptionsOf<"listItems">): AsyncGenerator<import("./generated/collections.ts").Item, void, unknown>;
    listRootCollections: (options?: OptionsOf<"listRootCollections">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").CollectionList>;
    updateCollections: (body: BodyOf<"updateCollections">, options?: OptionsOf<"updateCollections">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Success>;
    deleteCollections: (body: BodyOf<"deleteCollections">, options?: OptionsOf<"deleteCollections">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Modified>;
    listChildCollections: (options?: OptionsOf<"listChildCollections">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").CollectionList>;
    mergeCollections: (body: BodyOf<"mergeCollections">, options?: OptionsOf<"mergeCollections">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Modified>;
    cleanCollections: (options?: OptionsOf<"cleanCollections">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Cleaned>;
    createCollection: (body: BodyOf<"createCollection">, options?: OptionsOf<"createCollection">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").SingleCollection>;
    getCollection: (id: CollectionId, options?: OptionsOf<"getCollection">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").SingleCollection>;
    updateCollection: (id: CollectionId, body: BodyOf<"updateCollection">, options?: OptionsOf<"updateCollection">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").SingleCollection>;
    deleteCollection: (id: CollectionId, options?: OptionsOf<"deleteCollection">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Success>;
    listCollaborators: (id: CollectionId, options?: OptionsOf<"listCollaborators">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").CollaboratorList>;
    shareCollection: (id: CollectionId, body: BodyOf<"shareCollection">, options?: OptionsOf<"shareCollection">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Invitations>;
    unshareCollection: (id: CollectionId, options?: OptionsOf<"unshareCollection">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Success>;
    updateCollaborator: (id: CollectionId, userId: number, body: BodyOf<"updateCollaborator">, options?: OptionsOf<"updateCollaborator">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Success>;
    removeCollaborator: (id: CollectionId, userId: number, options?: OptionsOf<"removeCollaborator">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Success>;
    joinCollection: (id: CollectionId, body: BodyOf<"joinCollection">, options?: OptionsOf<"joinCollection">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Joined>;
    emptyTrash: (options?: OptionsOf<"emptyTrash">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Success>;
    uploadCover: (id: CollectionId, cover: Blob, options?: OptionsOf<"uploadCover">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").SingleCollection>;
    /** `picture` is the last segment of the URL in `cover`. */
    getPicture: (picture: Path<operations["getPicture"]>["picture"], options?: OptionsOf<"getPicture">) => import("./response.ts").ApiPromise<Blob>;
    createItem: (body: BodyOf<"createItem">, options?: OptionsOf<"createItem">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").SingleItem>;
    getItem: (id: ItemId, options?: OptionsOf<"getItem">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").SingleItem>;
    updateItem: (id: ItemId, body: BodyOf<"updateItem">, options?: OptionsOf<"updateItem">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").SingleItem>;
    deleteItem: (id: ItemId, options?: OptionsOf<"deleteItem">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").SingleItem>;
    uploadItemCover: (id: ItemId, cover: Blob, options?: OptionsOf<"uploadItemCover">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").SingleItem>;
    /** A `File` keeps its name. */
    uploadFile: (file: Blob, collection?: CollectionId, options?: OptionsOf<"uploadFile">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").SingleItem>;
    getFile: (id: ItemId, query?: QueryOf<"getFile">, options?: OptionsOf<"getFile">) => import("./response.ts").ApiPromise<Blob>;
    /** Returns the address of the copy of an item, instead of following the redirection to it. */
    getCopy: (id: ItemId, query?: QueryOf<"getCopy">, options?: OptionsOf<"getCopy">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Copy>;
    /** A page that was saved as one HTML file. */
    uploadCopy: (file: Blob, url: string, title?: string, options?: OptionsOf<"uploadCopy">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").SingleItem>;
    createItems: (body: BodyOf<"createItems">, options?: OptionsOf<"createItems">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").ItemList>;
    listItems: (collectionId: CollectionId, query?: QueryOf<"listItems">, options?: OptionsOf<"listItems">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").ItemPage>;
    updateItems: (collectionId: CollectionId, body: BodyOf<"updateItems">, query?: QueryOf<"updateItems">, options?: OptionsOf<"updateItems">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Count>;
    deleteItems: (collectionId: CollectionId, body?: BodyOf<"deleteItems">, query?: QueryOf<"deleteItems">, options?: OptionsOf<"deleteItems">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Count>;
    exportItems: (collectionId: CollectionId, format: Path<operations["exportItems"]>["format"], query?: QueryOf<"exportItems">, options?: OptionsOf<"exportItems">) => import("./response.ts").ApiPromise<Blob>;
    findLink: (query: QueryOf<"findLink">, options?: OptionsOf<"findLink">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").ExistingLinks>;
    findLinks: (body: BodyOf<"findLinks">, options?: OptionsOf<"findLinks">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").ExistingLinks>;
    parseLink: (query: QueryOf<"parseLink">, options?: OptionsOf<"parseLink">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").ParsedLink>;
    suggestForItem: (id: number, options?: OptionsOf<"suggestForItem">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Suggestions>;
    suggestForLink: (body: BodyOf<"suggestForLink">, options?: OptionsOf<"suggestForLink">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Suggestions>;
    getFilters: (collectionId: CollectionId, query?: QueryOf<"getFilters">, options?: OptionsOf<"getFilters">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Filters>;
    listHighlights: (query?: QueryOf<"listHighlights">, options?: OptionsOf<"listHighlights">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").HighlightPage>;
    listCollectionHighlights: (collectionId: CollectionId, query?: QueryOf<"listCollectionHighlights">, options?: OptionsOf<"listCollectionHighlights">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").HighlightPage>;
    listTags: (options?: OptionsOf<"listTags">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").TagList>;
    replaceTags: (body: BodyOf<"replaceTags">, options?: OptionsOf<"replaceTags">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Success>;
    deleteTags: (body: BodyOf<"deleteTags">, options?: OptionsOf<"deleteTags">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Success>;
    listCollectionTags: (collectionId: CollectionId, options?: OptionsOf<"listCollectionTags">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").TagList>;
    replaceCollectionTags: (collectionId: CollectionId, body: BodyOf<"replaceCollectionTags">, options?: OptionsOf<"replaceCollectionTags">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Success>;
    deleteCollectionTags: (collectionId: CollectionId, body: BodyOf<"deleteCollectionTags">, options?: OptionsOf<"deleteCollectionTags">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Success>;
    listIcons: (options?: OptionsOf<"listIcons">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Icons>;
    searchIcons: (text: string, options?: OptionsOf<"searchIcons">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Icons>;
    getIcon: (icon: string, options?: OptionsOf<"getIcon">) => import("./response.ts").ApiPromise<Blob>;
    parseFile: (file: Blob, options?: OptionsOf<"parseFile">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").FileContents>;
    parseFileByPut: (file: Blob, options?: OptionsOf<"parseFileByPut">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").FileContents>;
    listBackups: (options?: OptionsOf<"listBackups">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Backups>;
    startBackup: (options?: OptionsOf<"startBackup">) => import("./response.ts").ApiPromise<Blob>;
    downloadBackup: (backup: Path<operations["downloadBackup"]>["backup"], format: Path<operations["downloadBackup"]>["format"], options?: OptionsOf<"downloadBackup">) => import("./response.ts").ApiPromise<Blob>;
    getAccount: (options?: OptionsOf<"getAccount">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Account>;
    updateAccount: (body: BodyOf<"updateAccount">, options?: OptionsOf<"updateAccount">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").ChangedAccount>;
    getUser: (name: string, options?: OptionsOf<"getUser">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").PublicAccount>;
    getStatistics: (options?: OptionsOf<"getStatistics">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Statistics>;
    listUndoSteps: (options?: OptionsOf<"listUndoSteps">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").UndoStepList>;
    revertUndoStep: (id: Path<operations["revertUndoStep"]>["id"], options?: OptionsOf<"revertUndoStep">) => import("./response.ts").ApiPromise<import("./generated/collections.ts").Reverted>;
};
export {};
