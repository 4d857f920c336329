import { type ClientOptions, openClient } from "./client.ts";
import { CatalogueError } from "./errors.ts";
import type { components, operations, paths } from "./generated/catalogue.ts";
import type { Body, CallOptions, Methods, Path, Query } from "./operation.ts";
import { answer } from "./response.ts";

type Input<Id extends keyof operations> = Body<operations[Id]>;
type Search<Id extends keyof operations> = Query<operations[Id]>;
type Options<Id extends keyof operations> = CallOptions<operations[Id]>;
type ProductId = Path<operations["getProduct"]>["id"];

/** The shapes of the contract, by name. */
export type CatalogueSchemas = components["schemas"];

export interface CatalogueOptions extends ClientOptions {
  /** The token of a login, sent as `auth-token`. Without it the catalogue can be read, and accounts registered. */
  readonly token?: string | undefined;
}

export type CatalogueClient = ReturnType<typeof createCatalogueClient>;

/** A client of the catalogue and of accounts: a method for each operation of the contract. They throw a `CatalogueError`. */
export function createCatalogueClient({ token, ...options }: CatalogueOptions) {
  const client = openClient<paths>(
    { basePath: "/api", headers: { "auth-token": token }, toError: (failed) => new CatalogueError(failed) },
    options,
  );
  const methods = {
    registerUser: (body: Input<"registerUser">, options?: Options<"registerUser">) =>
      answer(client.POST("/user/register", { body, ...options })),

    loginUser: (body: Input<"loginUser">, options?: Options<"loginUser">) =>
      answer(client.POST("/user/login", { body, ...options })),

    listProducts: (query: Search<"listProducts"> = {}, options?: Options<"listProducts">) =>
      answer(client.GET("/products", { params: { query }, ...options })),

    createProduct: (body: Input<"createProduct">, options?: Options<"createProduct">) =>
      answer(client.POST("/products", { body, ...options })),

    getProduct: (id: ProductId, options?: Options<"getProduct">) =>
      answer(client.GET("/products/{id}", { params: { path: { id } }, ...options })),

    updateProduct: (id: ProductId, body: Input<"updateProduct">, options?: Options<"updateProduct">) =>
      answer(client.PUT("/products/{id}", { params: { path: { id } }, body, ...options })),

    deleteProduct: (id: ProductId, options?: Options<"deleteProduct">) =>
      answer(client.DELETE("/products/{id}", { params: { path: { id } }, ...options })),
  } satisfies Methods<operations>;

  return {
    ...methods,
    /** Every product, oldest first. Asks for a page, of `limit` products, when all of the one before are taken. */
    async *allProducts({ limit = 100, ...query }: Search<"listProducts"> = {}, options?: Options<"listProducts">) {
      for (let from = query; ; ) {
        const page = await methods.listProducts({ ...from, limit }, options);
        yield* page;
        const last = page.at(-1);
        if (last === undefined || page.length < limit) return;
        from = { ...query, after: last.id };
      }
    },
  };
}
