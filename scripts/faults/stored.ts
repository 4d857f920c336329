import type { Client } from "./client.ts";
import { BATCH_SIZE } from "./writers.ts";

/** The products or batches that are stored. */
export interface Stored {
  /** The state of each, by name. */
  readonly states: ReadonlyMap<string, string>;
  /** Names of products stored twice, and of batches stored in part. */
  readonly inconsistent: readonly string[];
}

const PAGE_SIZE = 50;

/** Place ids to list: everything outside the Trash (the load uses only Unsorted, -1), and the Trash. */
const PLACES = [0, -99];

/** Reads the products that the load has created. */
export async function readProducts(client: Client): Promise<Stored> {
  const states = new Map<string, string>();
  const inconsistent: string[] = [];
  for (const { name, price } of rowsOf(await client.getUntilOk("/api/products"))) {
    if (states.has(String(name))) inconsistent.push(String(name));
    states.set(String(name), String(price));
  }
  return { states, inconsistent };
}

/** Reads an account's batches of items. A batch is complete if all its items exist, in one place. */
export async function readBatches(client: Client): Promise<Stored> {
  const places = new Map<string, string[]>();
  for (const place of PLACES) {
    for await (const { title } of itemsIn(client, place)) {
      const found = places.get(String(title)) ?? [];
      places.set(String(title), [...found, place === 0 ? "-1" : String(place)]);
    }
  }
  const states = new Map([...places].map(([name, [place = ""]]) => [name, place]));
  const isPartial = (found: readonly string[]) => found.length !== BATCH_SIZE || new Set(found).size !== 1;
  return { states, inconsistent: [...places].filter(([, found]) => isPartial(found)).map(([name]) => name) };
}

async function* itemsIn(client: Client, place: number): AsyncIterable<Record<string, unknown>> {
  for (let page = 0; ; page++) {
    const body = await client.getUntilOk(`/rest/v1/raindrops/${place}?perpage=${PAGE_SIZE}&page=${page}`);
    const items = rowsOf(typeof body === "object" && body !== null && "items" in body ? body.items : []);
    yield* items;
    if (items.length < PAGE_SIZE) return;
  }
}

function rowsOf(body: unknown): Record<string, unknown>[] {
  return Array.isArray(body) ? body : [];
}
