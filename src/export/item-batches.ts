import { setImmediate } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { Item } from "../items/item.ts";
import { idsAt, walk } from "../items/item-order.ts";
import { readItems } from "../items/listing.ts";
import * as matching from "../items/matching.ts";
import type { Scope } from "../items/scope.ts";
import type { Order } from "../items/sorted-rows.ts";
import type { Search } from "../search/search.ts";

/** Which items are exported, and in which order. */
export interface Choice {
  readonly order: Order;
  /** Undefined for all items. */
  readonly found: Found | undefined;
}

/** What a search finds in the place of an export. */
interface Found {
  readonly search: Search;
  readonly ids: ReadonlySet<number>;
}

/** More items than an account may have. */
const MAX_FOUND = 1_000_001;

/** Items in memory at a time: few, because one has up to 64 KiB. */
const ITEMS_PER_BATCH = 20;

/** A scope of at most this many items is sorted in one statement; of larger ones, this many ids are read at a time. */
const IDS_PER_STATEMENT = 1000;

/** Finds the items of a scope that a search finds, once for all folders of an export; all without a search. */
export async function choose(
  database: Database,
  scope: Scope,
  order: Order,
  search: Search | undefined,
): Promise<Choice> {
  if (search === undefined) return { order, found: undefined };
  const ids = new Set(await matching.allIds(database, scope, search, MAX_FOUND));
  return { order, found: { search, ids } };
}

/**
 * Iterates over the chosen items of a scope in order, in small batches. Holds no transaction, and yields to
 * the event loop before each batch.
 */
export async function* itemBatches(database: Database, scope: Scope, choice: Choice): AsyncIterable<readonly Item[]> {
  for await (const ids of chosenIds(database, scope, choice)) {
    for (let first = 0; first < ids.length; first += ITEMS_PER_BATCH) {
      await setImmediate();
      yield await readItems(database, scope, ids.slice(first, first + ITEMS_PER_BATCH));
    }
  }
}

/** Sorts few matches in one statement. For many, walks through the scope, so that no statement sorts all of them. */
async function* chosenIds(
  database: Database,
  scope: Scope,
  { order, found }: Choice,
): AsyncIterable<readonly number[]> {
  if (found === undefined) yield* idBatches(database, scope, order);
  else if (found.ids.size === 0) return;
  else if (found.ids.size <= IDS_PER_STATEMENT && scope.count > IDS_PER_STATEMENT) {
    const range = { first: 0, limit: IDS_PER_STATEMENT };
    yield (await matching.page(database, scope, found.search, order, range)).ids;
  } else {
    for await (const ids of idBatches(database, scope, order)) yield ids.filter((id) => found.ids.has(id));
  }
}

async function* idBatches(database: Database, scope: Scope, order: Order): AsyncIterable<readonly number[]> {
  if (scope.count > IDS_PER_STATEMENT) yield* walk(database, scope, order, IDS_PER_STATEMENT);
  else yield await idsAt(database, scope, order, { first: 0, limit: IDS_PER_STATEMENT });
}
