import { type ClientOptions, openClient } from "./client.ts";
import { CatalogueError } from "./errors.ts";
import type { components, operations, paths } from "./generated/catalogue.ts";
import { withKey } from "./idempotency.ts";
import type { Body, CallOptions, Documented, Methods, Path, Query, Result } from "./operation.ts";
import { call } from "./response.ts";

type BodyOf<Id extends keyof operations> = Body<operations[Id]>;
type QueryOf<Id extends keyof operations> = Query<operations[Id]>;
type ResultOf<Id extends keyof operations> = Result<operations[Id]>;
type OptionsOf<Id extends keyof operations> = CallOptions<operations[Id]>;
type ProductId = Path<operations["getProduct"]>["id"];

/** The types of the contract's schemas, by name. */
export type CatalogueSchemas = components["schemas"];

export interface CatalogueOptions extends ClientOptions {
  /** A login token, sent as `auth-token`. Without it the client can only read products, register and log in. */
  readonly token?: string | undefined;
}

export interface CatalogueClient extends Documented<operations, ReturnType<typeof buildCatalogueClient>> {}

/**
 * Creates a client of the catalogue contract: products, registration and login. Its methods are named
 * after the operations and throw a `CatalogueError`.
 */
export function createCatalogueClient(options: CatalogueOptions): CatalogueClient {
  return buildCatalogueClient(options);
}

/** Its result has the interface `CatalogueClient`, so that editors show this name and not all methods. */
function buildCatalogueClient({ token, ...options }: CatalogueOptions) {
  const client = openClient<paths>(
    { basePath: "/api", headers: { "auth-token": token }, toError: (failed) => new CatalogueError(failed) },
    options,
  );
  const methods = {
    registerUser: (body: BodyOf<"registerUser">, options?: OptionsOf<"registerUser">) =>
      call<ResultOf<"registerUser">>(client.POST("/user/register", { body, ...withKey(options) })),

    loginUser: (body: BodyOf<"loginUser">, options?: OptionsOf<"loginUser">) =>
      call<ResultOf<"loginUser">>(client.POST("/user/login", { body, ...options })),

    listProducts: (query: QueryOf<"listProducts"> = {}, options?: OptionsOf<"listProducts">) =>
      call<ResultOf<"listProducts">>(client.GET("/products", { params: { query }, ...options })),

    createProduct: (body: BodyOf<"createProduct">, options?: OptionsOf<"createProduct">) =>
      call<ResultOf<"createProduct">>(client.POST("/products", { body, ...withKey(options) })),

    getProduct: (id: ProductId, options?: OptionsOf<"getProduct">) =>
      call<ResultOf<"getProduct">>(client.GET("/products/{id}", { params: { path: { id } }, ...options })),

    updateProduct: (id: ProductId, body: BodyOf<"updateProduct">, options?: OptionsOf<"updateProduct">) =>
      call<ResultOf<"updateProduct">>(client.PUT("/products/{id}", { params: { path: { id } }, body, ...options })),

    deleteProduct: (id: ProductId, options?: OptionsOf<"deleteProduct">) =>
      call<ResultOf<"deleteProduct">>(client.DELETE("/products/{id}", { params: { path: { id } }, ...options })),
  } satisfies Methods<operations>;

  return {
    ...methods,
    /** Iterates over all products, oldest first, and requests pages of `limit` products as needed. */
    async *allProducts({ limit = 100, ...query }: QueryOf<"listProducts"> = {}, options?: OptionsOf<"listProducts">) {
      for (let { after }: QueryOf<"listProducts"> = query; ; ) {
        const pageQuery = { ...query, limit, ...(after !== undefined && { after }) };
        const { data, response } = await methods.listProducts(pageQuery, options).withResponse();
        yield* data;
        // A page may have fewer products than `limit`, even none, although there are more.
        after = /[?&]after=([^&>]+)/.exec(response.headers.get("link") ?? "")?.[1];
        if (after === undefined) return;
      }
    },
  };
}
