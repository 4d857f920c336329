import { type ClientOptions } from "./client.ts";
import type { components, operations } from "./generated/catalogue.ts";
import type { Body, CallOptions, Documented, Path, Query } from "./operation.ts";
type BodyOf<Id extends keyof operations> = Body<operations[Id]>;
type QueryOf<Id extends keyof operations> = Query<operations[Id]>;
type OptionsOf<Id extends keyof operations> = CallOptions<operations[Id]>;
type ProductId = Path<operations["getProduct"]>["id"];
/** The types of the contract's schemas, by name. */
export type CatalogueSchemas = components["schemas"];
export interface CatalogueOptions extends ClientOptions {
    /** A login token, sent as `auth-token`. Without it the client can only read products, register and log in. */
    readonly token?: string | undefined;
}
export interface CatalogueClient extends Documented<operations, ReturnType<typeof buildCatalogueClient>> {
}
/**
 * Creates a client of the catalogue contract: products, registration and login. Its methods are named
 * after the operations and throw a `CatalogueError`.
 */
export declare function createCatalogueClient(options: CatalogueOptions): CatalogueClient;
/** Its result has the interface `CatalogueClient`, so that editors show this name and not all methods. */
declare function buildCatalogueClient({ token, ...options }: CatalogueOptions): {
    /** Iterates over all products, oldest first, and requests pages of `limit` products as needed. */
    allProducts({ limit, ...query }?: QueryOf<"listProducts">, options?: OptionsOf<"listProducts">): AsyncGenerator<import("./generated/catalogue.ts").Product, void, unknown>;
    registerUser: (body: BodyOf<"registerUser">, options?: OptionsOf<"registerUser">) => import("./response.ts").ApiPromise<import("./generated/catalogue.ts").Registered>;
    loginUser: (body: BodyOf<"loginUser">, options?: OptionsOf<"loginUser">) => import("./response.ts").ApiPromise<import("./generated/catalogue.ts").LoggedIn>;
    listProducts: (query?: QueryOf<"listProducts">, options?: OptionsOf<"listProducts">) => import("./response.ts").ApiPromise<import("./generated/catalogue.ts").Product[]>;
    createProduct: (body: BodyOf<"createProduct">, options?: OptionsOf<"createProduct">) => import("./response.ts").ApiPromise<import("./generated/catalogue.ts").Product>;
    getProduct: (id: ProductId, options?: OptionsOf<"getProduct">) => import("./response.ts").ApiPromise<import("./generated/catalogue.ts").Product[]>;
    updateProduct: (id: ProductId, body: BodyOf<"updateProduct">, options?: OptionsOf<"updateProduct">) => import("./response.ts").ApiPromise<import("./generated/catalogue.ts").Product>;
    deleteProduct: (id: ProductId, options?: OptionsOf<"deleteProduct">) => import("./response.ts").ApiPromise<import("./generated/catalogue.ts").Product>;
};
export {};
