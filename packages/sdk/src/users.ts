import { type ClientOptions, openClient } from "./client.ts";
import { UsersError } from "./errors.ts";
import type { components, operations, paths } from "./generated/users.ts";
import { withKey } from "./idempotency.ts";
import type { Body, CallOptions, Documented, Methods, Path, Query, Result } from "./operation.ts";
import { call } from "./response.ts";

type BodyOf<Id extends keyof operations> = Body<operations[Id]>;
type QueryOf<Id extends keyof operations> = Query<operations[Id]>;
type ResultOf<Id extends keyof operations> = Result<operations[Id]>;
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

export interface UsersClient extends Documented<operations, ReturnType<typeof buildUsersClient>> {}

/**
 * Creates a client of the users contract: user administration. Its methods are named after the
 * operations and throw a `UsersError`.
 */
export function createUsersClient(options: UsersOptions): UsersClient {
  return buildUsersClient(options);
}

/** Its result has the interface `UsersClient`, so that editors show this name and not all methods. */
function buildUsersClient({ key, userAgent, ...options }: UsersOptions) {
  const client = openClient<paths>(
    {
      basePath: "/api/v1",
      headers: { "X-Auth-Token": key, "User-Agent": userAgent },
      toError: (failed) => new UsersError(failed),
    },
    options,
  );
  const methods = {
    listUsers: (query: QueryOf<"listUsers"> = {}, options?: OptionsOf<"listUsers">) =>
      call<ResultOf<"listUsers">>(client.GET("/users.json", { params: { query }, ...options })),

    createUser: (body: BodyOf<"createUser">, options?: OptionsOf<"createUser">) =>
      call<ResultOf<"createUser">>(client.POST("/users.json", { body, ...withKey(options) })),

    getUser: (id: UserId, options?: OptionsOf<"getUser">) =>
      call<ResultOf<"getUser">>(client.GET("/users/{id}.json", { params: { path: { id } }, ...options })),

    putUser: (id: UserId, body: BodyOf<"putUser">, options?: OptionsOf<"putUser">) =>
      call<ResultOf<"putUser">>(client.PUT("/users/{id}.json", { params: { path: { id } }, body, ...options })),

    patchUser: (id: UserId, body: BodyOf<"patchUser">, options?: OptionsOf<"patchUser">) =>
      call<ResultOf<"patchUser">>(client.PATCH("/users/{id}.json", { params: { path: { id } }, body, ...options })),

    deleteUser: (id: UserId, options?: OptionsOf<"deleteUser">) =>
      call<ResultOf<"deleteUser">>(client.DELETE("/users/{id}.json", { params: { path: { id } }, ...options })),
  } satisfies Methods<operations>;

  return {
    ...methods,
    /**
     * Iterates over all users by ascending id, and requests pages of `limit` users as needed. If users
     * are deleted during the iteration, later ones move to an earlier page and may be skipped.
     */
    async *all({ limit = 100 }: Pick<QueryOf<"listUsers">, "limit"> = {}, options?: OptionsOf<"listUsers">) {
      for (let page = 1, last = 1; page <= last; page++) {
        const { users } = await methods.listUsers({ limit, page }, options);
        yield* users.data;
        last = users.last_page;
      }
    },
  };
}
