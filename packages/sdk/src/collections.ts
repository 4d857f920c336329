import { type ClientOptions, openClient } from "./client.ts";
import { CollectionsError } from "./errors.ts";
import type { components, operations, paths } from "./generated/collections.ts";
import { withKey } from "./idempotency.ts";
import type { Body, CallOptions, Documented, Methods, Path, Query, Result } from "./operation.ts";
import { call } from "./response.ts";

type BodyOf<Id extends keyof operations> = Body<operations[Id]>;
type QueryOf<Id extends keyof operations> = Query<operations[Id]>;
type ResultOf<Id extends keyof operations> = Result<operations[Id]>;
type OptionsOf<Id extends keyof operations> = CallOptions<operations[Id]>;
type CollectionId = Path<operations["getCollection"]>["id"];
type ItemId = Path<operations["getItem"]>["id"];

/** The id of the collection of items that are in no other. */
const UNSORTED = -1;

/** The types of the contract's schemas, by name. */
export type CollectionsSchemas = components["schemas"];

export interface CollectionsOptions extends ClientOptions {
  /**
   * An API key or a login token, sent as `Authorization: Bearer`. Without it the client can only read
   * public collections.
   */
  readonly token?: string | undefined;
}

export interface CollectionsClient extends Documented<operations, ReturnType<typeof buildCollectionsClient>> {}

/**
 * Creates a client of the collections contract: collections and items. Its methods are named after the
 * operations and throw a `CollectionsError`.
 */
export function createCollectionsClient(options: CollectionsOptions): CollectionsClient {
  return buildCollectionsClient(options);
}

/** Its result has the interface `CollectionsClient`, so that editors show this name and not all methods. */
function buildCollectionsClient({ token, ...options }: CollectionsOptions) {
  const client = openClient<paths>(
    {
      basePath: "/rest/v1",
      headers: { Authorization: token === undefined ? undefined : `Bearer ${token}` },
      toError: (failed) => new CollectionsError(failed),
    },
    options,
  );
  const methods = {
    listRootCollections: (options?: OptionsOf<"listRootCollections">) =>
      call<ResultOf<"listRootCollections">>(client.GET("/collections", options)),

    updateCollections: (body: BodyOf<"updateCollections">, options?: OptionsOf<"updateCollections">) =>
      call<ResultOf<"updateCollections">>(client.PUT("/collections", { body, ...options })),

    deleteCollections: (body: BodyOf<"deleteCollections">, options?: OptionsOf<"deleteCollections">) =>
      call<ResultOf<"deleteCollections">>(client.DELETE("/collections", { body, ...options })),

    listChildCollections: (options?: OptionsOf<"listChildCollections">) =>
      call<ResultOf<"listChildCollections">>(client.GET("/collections/childrens", options)),

    mergeCollections: (body: BodyOf<"mergeCollections">, options?: OptionsOf<"mergeCollections">) =>
      call<ResultOf<"mergeCollections">>(client.PUT("/collections/merge", { body, ...options })),

    cleanCollections: (options?: OptionsOf<"cleanCollections">) =>
      call<ResultOf<"cleanCollections">>(client.PUT("/collections/clean", options)),

    createCollection: (body: BodyOf<"createCollection">, options?: OptionsOf<"createCollection">) =>
      call<ResultOf<"createCollection">>(client.POST("/collection", { body, ...withKey(options) })),

    getCollection: (id: CollectionId, options?: OptionsOf<"getCollection">) =>
      call<ResultOf<"getCollection">>(client.GET("/collection/{id}", { params: { path: { id } }, ...options })),

    updateCollection: (id: CollectionId, body: BodyOf<"updateCollection">, options?: OptionsOf<"updateCollection">) =>
      call<ResultOf<"updateCollection">>(
        client.PUT("/collection/{id}", { params: { path: { id } }, body, ...options }),
      ),

    deleteCollection: (id: CollectionId, options?: OptionsOf<"deleteCollection">) =>
      call<ResultOf<"deleteCollection">>(client.DELETE("/collection/{id}", { params: { path: { id } }, ...options })),

    listCollaborators: (id: CollectionId, options?: OptionsOf<"listCollaborators">) =>
      call<ResultOf<"listCollaborators">>(
        client.GET("/collection/{id}/sharing", { params: { path: { id } }, ...options }),
      ),

    shareCollection: (id: CollectionId, body: BodyOf<"shareCollection">, options?: OptionsOf<"shareCollection">) =>
      call<ResultOf<"shareCollection">>(
        client.POST("/collection/{id}/sharing", { params: { path: { id } }, body, ...options }),
      ),

    unshareCollection: (id: CollectionId, options?: OptionsOf<"unshareCollection">) =>
      call<ResultOf<"unshareCollection">>(
        client.DELETE("/collection/{id}/sharing", { params: { path: { id } }, ...options }),
      ),

    updateCollaborator: (
      id: CollectionId,
      userId: number,
      body: BodyOf<"updateCollaborator">,
      options?: OptionsOf<"updateCollaborator">,
    ) =>
      call<ResultOf<"updateCollaborator">>(
        client.PUT("/collection/{id}/sharing/{userId}", { params: { path: { id, userId } }, body, ...options }),
      ),

    removeCollaborator: (id: CollectionId, userId: number, options?: OptionsOf<"removeCollaborator">) =>
      call<ResultOf<"removeCollaborator">>(
        client.DELETE("/collection/{id}/sharing/{userId}", { params: { path: { id, userId } }, ...options }),
      ),

    joinCollection: (id: CollectionId, body: BodyOf<"joinCollection">, options?: OptionsOf<"joinCollection">) =>
      call<ResultOf<"joinCollection">>(
        client.POST("/collection/{id}/join", { params: { path: { id } }, body, ...options }),
      ),

    emptyTrash: (options?: OptionsOf<"emptyTrash">) =>
      call<ResultOf<"emptyTrash">>(client.DELETE("/collection/-99", options)),

    uploadCover: (id: CollectionId, cover: Blob, options?: OptionsOf<"uploadCover">) => {
      const body = new FormData();
      body.set("cover" satisfies keyof CollectionsSchemas["CoverUpload"], cover);
      return call<ResultOf<"uploadCover">>(
        client.PUT("/collection/{id}/cover", { params: { path: { id } }, body, ...options }),
      );
    },

    /** `picture` is the last segment of the URL in `cover`. */
    getPicture: (picture: Path<operations["getPicture"]>["picture"], options?: OptionsOf<"getPicture">) =>
      call<ResultOf<"getPicture">>(
        client.GET("/cover/{picture}", { params: { path: { picture } }, parseAs: "blob", ...options }),
      ),

    createItem: (body: BodyOf<"createItem">, options?: OptionsOf<"createItem">) =>
      call<ResultOf<"createItem">>(client.POST("/raindrop", { body, ...withKey(options) })),

    getItem: (id: ItemId, options?: OptionsOf<"getItem">) =>
      call<ResultOf<"getItem">>(client.GET("/raindrop/{id}", { params: { path: { id } }, ...options })),

    updateItem: (id: ItemId, body: BodyOf<"updateItem">, options?: OptionsOf<"updateItem">) =>
      call<ResultOf<"updateItem">>(client.PUT("/raindrop/{id}", { params: { path: { id } }, body, ...options })),

    deleteItem: (id: ItemId, options?: OptionsOf<"deleteItem">) =>
      call<ResultOf<"deleteItem">>(client.DELETE("/raindrop/{id}", { params: { path: { id } }, ...options })),

    uploadItemCover: (id: ItemId, cover: Blob, options?: OptionsOf<"uploadItemCover">) => {
      const body = new FormData();
      body.set("cover" satisfies keyof CollectionsSchemas["CoverUpload"], cover);
      return call<ResultOf<"uploadItemCover">>(
        client.PUT("/raindrop/{id}/cover", { params: { path: { id } }, body, ...options }),
      );
    },

    /** A `File` keeps its name. */
    uploadFile: (file: Blob, collection: CollectionId = UNSORTED, options?: OptionsOf<"uploadFile">) => {
      const body = new FormData();
      body.set("file" satisfies keyof CollectionsSchemas["FileUpload"], file);
      body.set("collection" satisfies keyof CollectionsSchemas["FileUpload"], String(collection));
      return call<ResultOf<"uploadFile">>(client.PUT("/raindrop/file", { body, ...options }));
    },

    getFile: (id: ItemId, query: QueryOf<"getFile"> = {}, options?: OptionsOf<"getFile">) =>
      call<ResultOf<"getFile">>(
        client.GET("/raindrop/{id}/file", { params: { path: { id }, query }, parseAs: "blob", ...options }),
      ),

    /** Returns the address of the copy of an item, instead of following the redirection to it. */
    getCopy: (id: ItemId, query: QueryOf<"getCopy"> = { json: 1 }, options?: OptionsOf<"getCopy">) =>
      call<ResultOf<"getCopy">>(client.GET("/raindrop/{id}/cache", { params: { path: { id }, query }, ...options })),

    /** A page that was saved as one HTML file. */
    uploadCopy: (file: Blob, url: string, title = "", options?: OptionsOf<"uploadCopy">) => {
      const body = new FormData();
      body.set("file" satisfies keyof CollectionsSchemas["CopyUpload"], file);
      body.set("url" satisfies keyof CollectionsSchemas["CopyUpload"], url);
      if (title !== "") body.set("title" satisfies keyof CollectionsSchemas["CopyUpload"], title);
      return call<ResultOf<"uploadCopy">>(client.POST("/copies", { body, ...options }));
    },

    createItems: (body: BodyOf<"createItems">, options?: OptionsOf<"createItems">) =>
      call<ResultOf<"createItems">>(client.POST("/raindrops", { body, ...withKey(options) })),

    listItems: (collectionId: CollectionId, query: QueryOf<"listItems"> = {}, options?: OptionsOf<"listItems">) =>
      call<ResultOf<"listItems">>(
        client.GET("/raindrops/{collectionId}", { params: { path: { collectionId }, query }, ...options }),
      ),

    updateItems: (
      collectionId: CollectionId,
      body: BodyOf<"updateItems">,
      query: QueryOf<"updateItems"> = {},
      options?: OptionsOf<"updateItems">,
    ) =>
      call<ResultOf<"updateItems">>(
        client.PUT("/raindrops/{collectionId}", { params: { path: { collectionId }, query }, body, ...options }),
      ),

    deleteItems: (
      collectionId: CollectionId,
      body: BodyOf<"deleteItems"> = {},
      query: QueryOf<"deleteItems"> = {},
      options?: OptionsOf<"deleteItems">,
    ) =>
      call<ResultOf<"deleteItems">>(
        client.DELETE("/raindrops/{collectionId}", { params: { path: { collectionId }, query }, body, ...options }),
      ),

    exportItems: (
      collectionId: CollectionId,
      format: Path<operations["exportItems"]>["format"],
      query: QueryOf<"exportItems"> = {},
      options?: OptionsOf<"exportItems">,
    ) =>
      call<ResultOf<"exportItems">>(
        client.GET("/raindrops/{collectionId}/export.{format}", {
          params: { path: { collectionId, format }, query },
          parseAs: "blob",
          ...options,
        }),
      ),

    findLink: (query: QueryOf<"findLink">, options?: OptionsOf<"findLink">) =>
      call<ResultOf<"findLink">>(client.GET("/import/url/exists", { params: { query }, ...options })),

    findLinks: (body: BodyOf<"findLinks">, options?: OptionsOf<"findLinks">) =>
      call<ResultOf<"findLinks">>(client.POST("/import/url/exists", { body, ...options })),

    parseLink: (query: QueryOf<"parseLink">, options?: OptionsOf<"parseLink">) =>
      call<ResultOf<"parseLink">>(client.GET("/import/url/parse", { params: { query }, ...options })),
    suggestForItem: (id: number, options?: OptionsOf<"suggestForItem">) =>
      call<ResultOf<"suggestForItem">>(client.GET("/raindrop/{id}/suggest", { params: { path: { id } }, ...options })),

    suggestForLink: (body: BodyOf<"suggestForLink">, options?: OptionsOf<"suggestForLink">) =>
      call<ResultOf<"suggestForLink">>(client.POST("/raindrop/suggest", { body, ...options })),

    getFilters: (collectionId: CollectionId, query: QueryOf<"getFilters"> = {}, options?: OptionsOf<"getFilters">) =>
      call<ResultOf<"getFilters">>(
        client.GET("/filters/{collectionId}", { params: { path: { collectionId }, query }, ...options }),
      ),

    listHighlights: (query: QueryOf<"listHighlights"> = {}, options?: OptionsOf<"listHighlights">) =>
      call<ResultOf<"listHighlights">>(client.GET("/highlights", { params: { query }, ...options })),

    listCollectionHighlights: (
      collectionId: CollectionId,
      query: QueryOf<"listCollectionHighlights"> = {},
      options?: OptionsOf<"listCollectionHighlights">,
    ) =>
      call<ResultOf<"listCollectionHighlights">>(
        client.GET("/highlights/{collectionId}", { params: { path: { collectionId }, query }, ...options }),
      ),

    listTags: (options?: OptionsOf<"listTags">) => call<ResultOf<"listTags">>(client.GET("/tags", options)),

    replaceTags: (body: BodyOf<"replaceTags">, options?: OptionsOf<"replaceTags">) =>
      call<ResultOf<"replaceTags">>(client.PUT("/tags", { body, ...options })),

    deleteTags: (body: BodyOf<"deleteTags">, options?: OptionsOf<"deleteTags">) =>
      call<ResultOf<"deleteTags">>(client.DELETE("/tags", { body, ...options })),

    listCollectionTags: (collectionId: CollectionId, options?: OptionsOf<"listCollectionTags">) =>
      call<ResultOf<"listCollectionTags">>(
        client.GET("/tags/{collectionId}", { params: { path: { collectionId } }, ...options }),
      ),

    replaceCollectionTags: (
      collectionId: CollectionId,
      body: BodyOf<"replaceCollectionTags">,
      options?: OptionsOf<"replaceCollectionTags">,
    ) =>
      call<ResultOf<"replaceCollectionTags">>(
        client.PUT("/tags/{collectionId}", { params: { path: { collectionId } }, body, ...options }),
      ),

    deleteCollectionTags: (
      collectionId: CollectionId,
      body: BodyOf<"deleteCollectionTags">,
      options?: OptionsOf<"deleteCollectionTags">,
    ) =>
      call<ResultOf<"deleteCollectionTags">>(
        client.DELETE("/tags/{collectionId}", { params: { path: { collectionId } }, body, ...options }),
      ),

    listIcons: (options?: OptionsOf<"listIcons">) =>
      call<ResultOf<"listIcons">>(client.GET("/collections/covers", options)),

    searchIcons: (text: string, options?: OptionsOf<"searchIcons">) =>
      call<ResultOf<"searchIcons">>(
        client.GET("/collections/covers/{text}", { ...options, params: { path: { text } } }),
      ),

    getIcon: (icon: string, options?: OptionsOf<"getIcon">) =>
      call<ResultOf<"getIcon">>(
        client.GET("/icon/{icon}", { params: { path: { icon } }, parseAs: "blob", ...options }),
      ),

    parseFile: (file: Blob, options?: OptionsOf<"parseFile">) => {
      const body = new FormData();
      body.set("import" satisfies keyof CollectionsSchemas["BookmarkFile"], file);
      return call<ResultOf<"parseFile">>(client.POST("/import/file", { body, ...options }));
    },

    parseFileByPut: (file: Blob, options?: OptionsOf<"parseFileByPut">) => {
      const body = new FormData();
      body.set("import" satisfies keyof CollectionsSchemas["BookmarkFile"], file);
      return call<ResultOf<"parseFileByPut">>(client.PUT("/import/file", { body, ...options }));
    },

    listBackups: (options?: OptionsOf<"listBackups">) => call<ResultOf<"listBackups">>(client.GET("/backups", options)),

    startBackup: (options?: OptionsOf<"startBackup">) =>
      call<ResultOf<"startBackup">>(client.GET("/backup", { parseAs: "blob", ...options })),

    downloadBackup: (
      backup: Path<operations["downloadBackup"]>["backup"],
      format: Path<operations["downloadBackup"]>["format"],
      options?: OptionsOf<"downloadBackup">,
    ) =>
      call<ResultOf<"downloadBackup">>(
        client.GET("/backup/{backup}.{format}", { params: { path: { backup, format } }, parseAs: "blob", ...options }),
      ),

    getAccount: (options?: OptionsOf<"getAccount">) => call<ResultOf<"getAccount">>(client.GET("/user", options)),

    updateAccount: (body: BodyOf<"updateAccount">, options?: OptionsOf<"updateAccount">) =>
      call<ResultOf<"updateAccount">>(client.PUT("/user", { ...options, body })),

    getUser: (name: string, options?: OptionsOf<"getUser">) =>
      call<ResultOf<"getUser">>(client.GET("/user/{name}", { ...options, params: { path: { name } } })),

    getStatistics: (options?: OptionsOf<"getStatistics">) =>
      call<ResultOf<"getStatistics">>(client.GET("/user/stats", options)),

    listUndoSteps: (options?: OptionsOf<"listUndoSteps">) =>
      call<ResultOf<"listUndoSteps">>(client.GET("/undo", options)),

    revertUndoStep: (id: Path<operations["revertUndoStep"]>["id"], options?: OptionsOf<"revertUndoStep">) =>
      call<ResultOf<"revertUndoStep">>(client.POST("/undo/{id}", { params: { path: { id } }, ...options })),
  } satisfies Methods<operations>;

  return {
    ...methods,
    /**
     * Iterates over all items of a collection in the order of `sort`, and requests pages of `perpage`
     * items as needed. When items are added or removed during the iteration, other items may be
     * returned twice or not at all.
     */
    async *allItems(
      collectionId: CollectionId,
      { perpage = 50, ...query }: Omit<QueryOf<"listItems">, "page"> = {},
      options?: OptionsOf<"listItems">,
    ) {
      // The server may return smaller pages than requested.
      for (let page = 0, received = 0, hasMore = true; hasMore; page++) {
        const { items, count } = await methods.listItems(collectionId, { ...query, perpage, page }, options);
        yield* items;
        received += items.length;
        hasMore = items.length > 0 && received < count;
      }
    },
  };
}
