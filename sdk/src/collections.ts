import { type ClientOptions, openClient } from "./client.ts";
import { CollectionsError } from "./errors.ts";
import type { components, operations, paths } from "./generated/collections.ts";
import type { Body, CallOptions, Methods, Path, Query } from "./operation.ts";
import { answer } from "./response.ts";

type Input<Id extends keyof operations> = Body<operations[Id]>;
type Search<Id extends keyof operations> = Query<operations[Id]>;
type Options<Id extends keyof operations> = CallOptions<operations[Id]>;
type CollectionId = Path<operations["getCollection"]>["id"];
type ItemId = Path<operations["getItem"]>["id"];

/** The shapes of the contract, by name. */
export type CollectionsSchemas = components["schemas"];

export interface CollectionsOptions extends ClientOptions {
  /** An API key or the token of a login, sent as `Authorization: Bearer`. Without it what is public can be read. */
  readonly token?: string | undefined;
}

export type CollectionsClient = ReturnType<typeof createCollectionsClient>;

/** A client of collections and items: a method for each operation of the contract. They throw a `CollectionsError`. */
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
    listRootCollections: (options?: Options<"listRootCollections">) => answer(client.GET("/collections", options)),

    updateCollections: (body: Input<"updateCollections">, options?: Options<"updateCollections">) =>
      answer(client.PUT("/collections", { body, ...options })),

    deleteCollections: (body: Input<"deleteCollections">, options?: Options<"deleteCollections">) =>
      answer(client.DELETE("/collections", { body, ...options })),

    listChildCollections: (options?: Options<"listChildCollections">) =>
      answer(client.GET("/collections/childrens", options)),

    mergeCollections: (body: Input<"mergeCollections">, options?: Options<"mergeCollections">) =>
      answer(client.PUT("/collections/merge", { body, ...options })),

    cleanCollections: (options?: Options<"cleanCollections">) => answer(client.PUT("/collections/clean", options)),

    createCollection: (body: Input<"createCollection">, options?: Options<"createCollection">) =>
      answer(client.POST("/collection", { body, ...options })),

    getCollection: (id: CollectionId, options?: Options<"getCollection">) =>
      answer(client.GET("/collection/{id}", { params: { path: { id } }, ...options })),

    updateCollection: (id: CollectionId, body: Input<"updateCollection">, options?: Options<"updateCollection">) =>
      answer(client.PUT("/collection/{id}", { params: { path: { id } }, body, ...options })),

    deleteCollection: (id: CollectionId, options?: Options<"deleteCollection">) =>
      answer(client.DELETE("/collection/{id}", { params: { path: { id } }, ...options })),

    emptyTrash: (options?: Options<"emptyTrash">) => answer(client.DELETE("/collection/-99", options)),

    /** Takes a picture, PNG, GIF or JPEG. */
    uploadCover: (id: CollectionId, cover: Blob, options?: Options<"uploadCover">) => {
      const body = new FormData();
      body.set("cover" satisfies keyof CollectionsSchemas["CoverUpload"], cover);
      return answer(client.PUT("/collection/{id}/cover", { params: { path: { id } }, body, ...options }));
    },

    /** The picture, as WebP; `picture` is what its address in `cover` ends in. */
    getPicture: (picture: Path<operations["getPicture"]>["picture"], options?: Options<"getPicture">) =>
      answer(client.GET("/cover/{picture}", { params: { path: { picture } }, parseAs: "blob", ...options })),

    createItem: (body: Input<"createItem">, options?: Options<"createItem">) =>
      answer(client.POST("/raindrop", { body, ...options })),

    getItem: (id: ItemId, options?: Options<"getItem">) =>
      answer(client.GET("/raindrop/{id}", { params: { path: { id } }, ...options })),

    updateItem: (id: ItemId, body: Input<"updateItem">, options?: Options<"updateItem">) =>
      answer(client.PUT("/raindrop/{id}", { params: { path: { id } }, body, ...options })),

    deleteItem: (id: ItemId, options?: Options<"deleteItem">) =>
      answer(client.DELETE("/raindrop/{id}", { params: { path: { id } }, ...options })),

    createItems: (body: Input<"createItems">, options?: Options<"createItems">) =>
      answer(client.POST("/raindrops", { body, ...options })),

    listItems: (collectionId: CollectionId, query: Search<"listItems"> = {}, options?: Options<"listItems">) =>
      answer(client.GET("/raindrops/{collectionId}", { params: { path: { collectionId }, query }, ...options })),

    /** Without `ids` it changes the whole collection. */
    updateItems: (
      collectionId: CollectionId,
      body: Input<"updateItems">,
      query: Search<"updateItems"> = {},
      options?: Options<"updateItems">,
    ) =>
      answer(client.PUT("/raindrops/{collectionId}", { params: { path: { collectionId }, query }, body, ...options })),

    /** `{}` selects the whole collection. */
    deleteItems: (
      collectionId: CollectionId,
      body: Input<"deleteItems">,
      query: Search<"deleteItems"> = {},
      options?: Options<"deleteItems">,
    ) =>
      answer(
        client.DELETE("/raindrops/{collectionId}", { params: { path: { collectionId }, query }, body, ...options }),
      ),

    getAccount: (options?: Options<"getAccount">) => answer(client.GET("/user", options)),

    getStatistics: (options?: Options<"getStatistics">) => answer(client.GET("/user/stats", options)),
  } satisfies Methods<operations>;

  return {
    ...methods,
    /**
     * Every item of a collection, in the order of `sort`. Asks for a page, of `perpage` items, when all of the one before are taken. Where items
     * are added or removed meanwhile, others move to another page, and may come twice or be passed over.
     */
    async *allItems(
      collectionId: CollectionId,
      { perpage = 50, ...query }: Omit<Search<"listItems">, "page"> = {},
      options?: Options<"listItems">,
    ) {
      for (let page = 0, left = true; left; page++) {
        const { items, count } = await methods.listItems(collectionId, { ...query, perpage, page }, options);
        yield* items;
        left = items.length > 0 && (page + 1) * perpage < count;
      }
    },
  };
}
