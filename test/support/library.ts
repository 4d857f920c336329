import type { Test } from "tap";
import type { components } from "../../generated/collections.ts";
import { type Changes, openApp, type Received, type SendOptions, type TestApp } from "./app.ts";
import { createPerson, type Person } from "./people.ts";

type Schemas = components["schemas"];

/** A collection and an item in the responses of `getCollection` and `getItem`. */
export type Collection = Schemas["CollectionDetails"];
export type Item = Schemas["Item"];

/**
 * The fields of all response bodies in one type: a test reads only those that its operation
 * returns. Every response is checked against the contract.
 */
export interface Body {
  readonly item: Collection & Item;
  readonly items: readonly (Collection & Item)[];
  readonly ids: readonly number[];
  readonly count: number;
  readonly matched: number;
  readonly modified: number;
  /** Of an invitation. */
  readonly token: string;
  readonly error: string | number;
  readonly errorMessage: string;
  readonly user: Schemas["Account"]["user"];
  readonly meta: Schemas["Statistics"]["meta"];
}

/** A person with a library, and functions that call the API as that person. */
export interface LibraryOwner extends Person {
  /** Sends a request to a path below `BASE`, with the login token. */
  readonly request: (
    method: string,
    path: string,
    body?: unknown,
    headers?: SendOptions["headers"],
  ) => Promise<Received>;
  /** Like `request`, but returns the response body. Throws if the status isn't 200. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Body>;
  /** Creates a collection. */
  readonly addCollection: (title: string, parent?: number, more?: object) => Promise<Collection>;
  /** Creates an item, in Unsorted by default. */
  readonly addItem: (collection?: number, more?: object) => Promise<Item>;
  /** The number of items by collection id, from `getStatistics`: 0 is all, -1 Unsorted, -99 the Trash. */
  readonly counts: () => Promise<Record<number, number>>;
}

export const BASE = "/rest/v1";

/** Starts a server with two people, Ann and Bob, each with an empty library. */
export async function openLibrary(t: Test, settings: Readonly<Record<string, string>> = {}, changes: Changes = {}) {
  const app = await openApp(t, settings, changes);
  return { app, ...app, ann: await ownerOf(app, "Ann"), bob: await ownerOf(app, "Bob") };
}

export async function ownerOf(app: TestApp, name: string): Promise<LibraryOwner> {
  const person = await createPerson(app, name);
  const request: LibraryOwner["request"] = (method, path, body, headers = {}) =>
    app.send(method, BASE + path, { body, headers: { authorization: `Bearer ${person.token}`, ...headers } });
  const call: LibraryOwner["call"] = async (method, path, body) => {
    const received = await request(method, path, body);
    // The server checks the body against the contract, and the test fails if the body violates it.
    if (received.status === 200) return received.body as Body;
    throw new Error(`${method} ${path} returned ${received.status}: ${JSON.stringify(received.body)}`);
  };
  return {
    ...person,
    request,
    call,
    async addCollection(title, parent, more = {}) {
      return (await call("POST", "/collection", { title, ...(parent && { parent: { $id: parent } }), ...more })).item;
    },
    async addItem(collection = -1, more = {}) {
      return (
        await call("POST", "/raindrop", { link: "https://example.com/", collection: { $id: collection }, ...more })
      ).item;
    },
    async counts() {
      return Object.fromEntries((await call("GET", "/user/stats")).items.map(({ _id, count }) => [_id, count]));
    },
  };
}

/** The status of an error response, with its error and message. */
export function errorFieldsOf({ status, body }: Received) {
  // In the body of a success both fields are undefined, so that the caller's comparison fails.
  const { error, errorMessage } = body as Body;
  return { status, error, errorMessage };
}
