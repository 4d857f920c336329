import { setImmediate } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { Item } from "../items/item.ts";
import { idsAt, type Order, walk } from "../items/item-order.ts";
import { readItems } from "../items/listing.ts";
import type { Scope } from "../items/scope.ts";

/** Items in memory at a time: few, because one has up to 64 KiB. */
const ITEMS_PER_BATCH = 20;

/** A scope of at most this many items is sorted in one statement; of larger ones, this many ids are read at a time. */
const IDS_PER_STATEMENT = 1000;

/**
 * Iterates over the items of a scope in order, in small batches. Holds no transaction, and yields to the
 * event loop before each batch.
 */
export async function* itemBatches(database: Database, scope: Scope, order: Order): AsyncIterable<readonly Item[]> {
  for await (const ids of idBatches(database, scope, order)) {
    for (let first = 0; first < ids.length; first += ITEMS_PER_BATCH) {
      await setImmediate();
      yield await readItems(database, scope, ids.slice(first, first + ITEMS_PER_BATCH));
    }
  }
}

async function* idBatches(database: Database, scope: Scope, order: Order): AsyncIterable<readonly number[]> {
  if (scope.count > IDS_PER_STATEMENT) yield* walk(database, scope, order, IDS_PER_STATEMENT);
  else yield await idsAt(database, scope, order, { first: 0, limit: IDS_PER_STATEMENT });
}
