import { type ClientOptions, openClient } from "./client.ts";
import { UsersError } from "./errors.ts";
import type { components, operations, paths } from "./generated/users.ts";
import type { Body, CallOptions, Methods, Path, Query } from "./operation.ts";
import { answer } from "./response.ts";

type Input<Id extends keyof operations> = Body<operations[Id]>;
type Search<Id extends keyof operations> = Query<operations[Id]>;
type Options<Id extends keyof operations> = CallOptions<operations[Id]>;
type UserId = Path<operations["getUser"]>["id"];

/** The shapes of the contract, by name. */
export type UsersSchemas = components["schemas"];

export interface UsersOptions extends ClientOptions {
  /** An API key, sent as `X-Auth-Token`. */
  readonly key: string;
  /**
   * The name of the integration, and a link to it or a contact address: `Library sync (https://library.example/sync)`. Servers may refuse requests
   * without. To be left out in a browser, which sends its own.
   */
  readonly userAgent?: string | undefined;
}

export type UsersClient = ReturnType<typeof createUsersClient>;

/** A client of the user administration: a method for each operation of the contract. They throw a `UsersError`. */
export function createUsersClient({ key, userAgent, ...options }: UsersOptions) {
  const client = openClient<paths>(
    {
      basePath: "/api/v1",
      headers: { "X-Auth-Token": key, "User-Agent": userAgent },
      toError: (failed) => new UsersError(failed),
    },
    options,
  );
  const methods = {
    listUsers: (query: Search<"listUsers"> = {}, options?: Options<"listUsers">) =>
      answer(client.GET("/users.json", { params: { query }, ...options })),

    createUser: (body: Input<"createUser">, options?: Options<"createUser">) =>
      answer(client.POST("/users.json", { body, ...options })),

    getUser: (id: UserId, options?: Options<"getUser">) =>
      answer(client.GET("/users/{id}.json", { params: { path: { id } }, ...options })),

    putUser: (id: UserId, body: Input<"putUser">, options?: Options<"putUser">) =>
      answer(client.PUT("/users/{id}.json", { params: { path: { id } }, body, ...options })),

    patchUser: (id: UserId, body: Input<"patchUser">, options?: Options<"patchUser">) =>
      answer(client.PATCH("/users/{id}.json", { params: { path: { id } }, body, ...options })),

    deleteUser: (id: UserId, options?: Options<"deleteUser">) =>
      answer(client.DELETE("/users/{id}.json", { params: { path: { id } }, ...options })),
  } satisfies Methods<operations>;

  return {
    ...methods,
    /**
     * Every user, by id. Asks for a page, of `limit` users, when all of the one before are taken. Where users are deleted meanwhile, later ones
     * move up a page and may be passed over.
     */
    async *all({ limit = 100 }: Pick<Search<"listUsers">, "limit"> = {}, options?: Options<"listUsers">) {
      for (let page = 1, last = 1; page <= last; page++) {
        const { users } = await methods.listUsers({ limit, page }, options);
        yield* users.data;
        last = users.last_page;
      }
    },
  };
}
