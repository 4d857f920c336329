import { type ClientOptions } from "./client.ts";
import type { components, operations } from "./generated/users.ts";
import type { Body, CallOptions, Documented, Path, Query } from "./operation.ts";
type BodyOf<Id extends keyof operations> = Body<operations[Id]>;
type QueryOf<Id extends keyof operations> = Query<operations[Id]>;
type OptionsOf<Id extends keyof operations> = CallOptions<operations[Id]>;
type UserId = Path<operations["getUser"]>["id"];
/** The types of the contract's schemas, by name. */
export type UsersSchemas = components["schemas"];
export interface UsersOptions extends ClientOptions {
    /** An API key, sent as `X-Auth-Token`. */
    readonly key: string;
    /**
     * The name of the integration with a link or a contact address, such as
     * `Library sync (https://library.example/sync)`. Servers may reject requests without it. Leave it
     * out in a browser, which sends its own.
     */
    readonly userAgent?: string | undefined;
}
export interface UsersClient extends Documented<operations, ReturnType<typeof buildUsersClient>> {
}
/**
 * Creates a client of the users contract: user administration. Its methods are named after the
 * operations and throw a `UsersError`.
 */
export declare function createUsersClient(options: UsersOptions): UsersClient;
/** Its result has the interface `UsersClient`, so that editors show this name and not all methods. */
declare function buildUsersClient({ key, userAgent, ...options }: UsersOptions): {
    /**
     * Iterates over all users by ascending id, and requests pages of `limit` users as needed. If users
     * are deleted during the iteration, later ones move to an earlier page and may be skipped.
     */
    all({ limit }?: Pick<QueryOf<"listUsers">, "limit">, options?: OptionsOf<"listUsers">): AsyncGenerator<import("./generated/users.ts").User, void, unknown>;
    listUsers: (query?: QueryOf<"listUsers">, options?: OptionsOf<"listUsers">) => import("./response.ts").ApiPromise<import("./generated/users.ts").UserPage>;
    createUser: (body: BodyOf<"createUser">, options?: OptionsOf<"createUser">) => import("./response.ts").ApiPromise<import("./generated/users.ts").Created>;
    getUser: (id: UserId, options?: OptionsOf<"getUser">) => import("./response.ts").ApiPromise<import("./generated/users.ts").SingleUser>;
    putUser: (id: UserId, body: BodyOf<"putUser">, options?: OptionsOf<"putUser">) => import("./response.ts").ApiPromise<import("./generated/users.ts").Updated>;
    patchUser: (id: UserId, body: BodyOf<"patchUser">, options?: OptionsOf<"patchUser">) => import("./response.ts").ApiPromise<import("./generated/users.ts").Updated>;
    deleteUser: (id: UserId, options?: OptionsOf<"deleteUser">) => import("./response.ts").ApiPromise<import("./generated/users.ts").Deleted>;
};
export {};
