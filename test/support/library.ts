import type { Test } from "tap";
import type { components } from "../../generated/collections.ts";
import { openApp, type Received, type Sending, type TestApp } from "./app.ts";
import { join, type Person } from "./people.ts";

type Schemas = components["schemas"];

/** A collection and an item, as they are answered by themselves. */
export type Collection = Schemas["CollectionDetails"];
export type Item = Schemas["Item"];

/** What an answer holds; which fields are there the contract has been asked already. */
export interface Answer {
  readonly item: Collection & Item;
  readonly items: readonly (Collection & Item)[];
  readonly ids: readonly number[];
  readonly count: number;
  readonly modified: number;
  readonly error: string | number;
  readonly errorMessage: string;
  readonly user: Schemas["Account"]["user"];
  readonly meta: Schemas["Statistics"]["meta"];
}

/** Somebody with a library, and how they ask the server. */
export interface Reader extends Person {
  /** Sends below the base path, with the login token. */
  readonly ask: (method: string, path: string, body?: unknown, headers?: Sending["headers"]) => Promise<Received>;
  /** The same, for what must be answered 200. */
  readonly get: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Makes a collection. */
  readonly collect: (title: string, parent?: number, more?: object) => Promise<Collection>;
  /** Makes an item. */
  readonly keep: (collection?: number, more?: object) => Promise<Item>;
  /** How many items are where, by the statistics. */
  readonly counts: () => Promise<Record<number, number>>;
}

/** The base path of the contract. */
export const BASE = "/rest/v1";

/** Ann, who has an empty library, and Bob, who has another one. */
export async function openLibrary(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const app = await openApp(t, settings);
  return { app, ...app, ann: await readerOf(app, "Ann"), bob: await readerOf(app, "Bob") };
}

async function readerOf(app: TestApp, name: string): Promise<Reader> {
  const person = await join(app, name);
  const ask: Reader["ask"] = (method, path, body, headers = {}) =>
    app.send(method, BASE + path, { body, headers: { authorization: `Bearer ${person.token}`, ...headers } });
  const get: Reader["get"] = async (method, path, body) => {
    const received = await ask(method, path, body);
    if (received.status === 200) return Object(received.body);
    throw new Error(`${method} ${path} was answered ${received.status}: ${JSON.stringify(received.body)}`);
  };
  return {
    ...person,
    ask,
    get,
    async collect(title, parent, more = {}) {
      return (await get("POST", "/collection", { title, ...(parent && { parent: { $id: parent } }), ...more })).item;
    },
    async keep(collection = -1, more = {}) {
      return (
        await get("POST", "/raindrop", { link: "https://example.com/", collection: { $id: collection }, ...more })
      ).item;
    },
    async counts() {
      return Object.fromEntries((await get("GET", "/user/stats")).items.map(({ _id, count }) => [_id, count]));
    },
  };
}

/** What went wrong, as an answer tells it. */
export function wrongOf({ status, body }: Received) {
  const { error, errorMessage } = Object(body);
  return { status, error, errorMessage };
}
