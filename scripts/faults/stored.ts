import type { Client } from "./client.ts";
import { BATCH_SIZE } from "./writers.ts";

/** The stored states by name, and the names of products stored twice and batches stored in part. */
export interface Stored {
  readonly states: ReadonlyMap<string, string>;
  readonly partial: readonly string[];
}

const PAGE_SIZE = 50;

/** Everything outside the Trash (0), where the load only uses Unsorted (-1), and the Trash. */
const PLACES = [0, -99];

/** Reads the products that the load has created. */
export async function readProducts(client: Client): Promise<Stored> {
  const states = new Map<string, string>();
  const partial: string[] = [];
  for (const { name, price } of rowsOf(await client.getUntilOk("/api/products"))) {
    if (states.has(String(name))) partial.push(String(name));
    states.set(String(name), String(price));
  }
  return { states, partial };
}

/** Reads an account's batches of items. A batch is complete if all its items are in one place. */
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
  return { states, partial: [...places].filter(([, found]) => isPartial(found)).map(([name]) => name) };
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
