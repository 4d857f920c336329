import { type ClientOptions, openClient } from "./client.ts";
import { CollectionsError } from "./errors.ts";
import type { components, operations, paths } from "./generated/collections.ts";
import { withKey } from "./idempotency.ts";
import type { Body, CallOptions, Methods, Path, Query } from "./operation.ts";
import { call } from "./response.ts";

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

export type CollectionsClient = ReturnType<typeof createCollectionsClient>;

/**
 * Creates a client of the collections contract: collections and items. Its methods are named after the
 * operations and throw a `CollectionsError`.
 */
export function createCollectionsClient({ token, ...options }: CollectionsOptions) {
  const client = openClient<paths>(
    {
      basePath: "/rest/v1",
      headers: { Authorization: token === undefined ? undefined : `Bearer ${token}` },
      toError: (failed) => new CollectionsError(failed),
    },
    options,
  );
  const methods = {
    listRootCollections: (options?: OptionsOf<"listRootCollections">) => call(client.GET("/collections", options)),

    updateCollections: (body: BodyOf<"updateCollections">, options?: OptionsOf<"updateCollections">) =>
      call(client.PUT("/collections", { body, ...options })),

    deleteCollections: (body: BodyOf<"deleteCollections">, options?: OptionsOf<"deleteCollections">) =>
      call(client.DELETE("/collections", { body, ...options })),

    listChildCollections: (options?: OptionsOf<"listChildCollections">) =>
      call(client.GET("/collections/childrens", options)),

    mergeCollections: (body: BodyOf<"mergeCollections">, options?: OptionsOf<"mergeCollections">) =>
      call(client.PUT("/collections/merge", { body, ...options })),

    cleanCollections: (options?: OptionsOf<"cleanCollections">) => call(client.PUT("/collections/clean", options)),

    createCollection: (body: BodyOf<"createCollection">, options?: OptionsOf<"createCollection">) =>
      call(client.POST("/collection", { body, ...withKey(options) })),

    getCollection: (id: CollectionId, options?: OptionsOf<"getCollection">) =>
      call(client.GET("/collection/{id}", { params: { path: { id } }, ...options })),

    updateCollection: (id: CollectionId, body: BodyOf<"updateCollection">, options?: OptionsOf<"updateCollection">) =>
      call(client.PUT("/collection/{id}", { params: { path: { id } }, body, ...options })),

    deleteCollection: (id: CollectionId, options?: OptionsOf<"deleteCollection">) =>
      call(client.DELETE("/collection/{id}", { params: { path: { id } }, ...options })),

    emptyTrash: (options?: OptionsOf<"emptyTrash">) => call(client.DELETE("/collection/-99", options)),

    /** Uploads a PNG, GIF or JPEG as the cover of a collection. */
    uploadCover: (id: CollectionId, cover: Blob, options?: OptionsOf<"uploadCover">) => {
      const body = new FormData();
      body.set("cover" satisfies keyof CollectionsSchemas["CoverUpload"], cover);
      return call(client.PUT("/collection/{id}/cover", { params: { path: { id } }, body, ...options }));
    },

    /** Downloads a cover as WebP. `picture` is the last segment of the URL in `cover`. */
    getPicture: (picture: Path<operations["getPicture"]>["picture"], options?: OptionsOf<"getPicture">) =>
      call(client.GET("/cover/{picture}", { params: { path: { picture } }, parseAs: "blob", ...options })),

    createItem: (body: BodyOf<"createItem">, options?: OptionsOf<"createItem">) =>
      call(client.POST("/raindrop", { body, ...withKey(options) })),

    getItem: (id: ItemId, options?: OptionsOf<"getItem">) =>
      call(client.GET("/raindrop/{id}", { params: { path: { id } }, ...options })),

    updateItem: (id: ItemId, body: BodyOf<"updateItem">, options?: OptionsOf<"updateItem">) =>
      call(client.PUT("/raindrop/{id}", { params: { path: { id } }, body, ...options })),

    deleteItem: (id: ItemId, options?: OptionsOf<"deleteItem">) =>
      call(client.DELETE("/raindrop/{id}", { params: { path: { id } }, ...options })),

    createItems: (body: BodyOf<"createItems">, options?: OptionsOf<"createItems">) =>
      call(client.POST("/raindrops", { body, ...withKey(options) })),

    listItems: (collectionId: CollectionId, query: QueryOf<"listItems"> = {}, options?: OptionsOf<"listItems">) =>
      call(client.GET("/raindrops/{collectionId}", { params: { path: { collectionId }, query }, ...options })),

    /** Changes items of a collection: those in `ids`, or all if the body has no `ids`. */
    updateItems: (
      collectionId: CollectionId,
      body: BodyOf<"updateItems">,
      query: QueryOf<"updateItems"> = {},
      options?: OptionsOf<"updateItems">,
    ) => call(client.PUT("/raindrops/{collectionId}", { params: { path: { collectionId }, query }, body, ...options })),

    /**
     * Moves items of a collection to the Trash, or deletes items in the Trash: those in `ids`, or all
     * without `ids` or a body.
     */
    deleteItems: (
      collectionId: CollectionId,
      body: BodyOf<"deleteItems"> = {},
      query: QueryOf<"deleteItems"> = {},
      options?: OptionsOf<"deleteItems">,
    ) =>
      call(client.DELETE("/raindrops/{collectionId}", { params: { path: { collectionId }, query }, body, ...options })),

    getAccount: (options?: OptionsOf<"getAccount">) => call(client.GET("/user", options)),

    getStatistics: (options?: OptionsOf<"getStatistics">) => call(client.GET("/user/stats", options)),
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
      for (let page = 0, hasMore = true; hasMore; page++) {
        const { items, count } = await methods.listItems(collectionId, { ...query, perpage, page }, options);
        yield* items;
        hasMore = items.length > 0 && (page + 1) * perpage < count;
      }
    },
  };
}
