import { ownTurn } from "#contract/scheduling";
import type { Database } from "../../database/database.ts";
import type { Item } from "../items/item.ts";
import { idsAt, walk } from "../items/item-order.ts";
import { readItems } from "../items/listing.ts";
import type { Scope } from "../items/scope.ts";
import { type Order, SORTINGS, sortedAmong } from "../items/sorted-rows.ts";
import type { Choice, Found } from "./choice.ts";

/** Items in memory at a time: few, because one has up to 64 KiB. */
const ITEMS_PER_BATCH = 20;

/** A scope of at most this many items is sorted in one statement; of larger ones, this many ids are read at a time. */
const IDS_PER_STATEMENT = 1000;

/**
 * Iterates over the chosen items of a scope in order, in small batches. Holds no transaction, and yields to
 * the event loop before each batch.
 */
export async function* itemBatches(database: Database, scope: Scope, choice: Choice): AsyncIterable<readonly Item[]> {
  for await (const ids of chosenIds(database, scope, choice)) {
    for (let first = 0; first < ids.length; first += ITEMS_PER_BATCH) {
      await ownTurn();
      yield await readItems(database, scope, ids.slice(first, first + ITEMS_PER_BATCH));
    }
  }
}

async function* chosenIds(
  database: Database,
  scope: Scope,
  { order, found }: Choice,
): AsyncIterable<readonly number[]> {
  if (found === undefined) yield* idBatches(database, scope, order);
  else if (found.ranks === undefined) yield* foundIds(database, scope, order, found.ids);
  else yield* byRank(foundIds(database, scope, order, found.ids), found.ranks);
}

/** Sorts few ids in one statement. For many, walks through the scope, so that no statement sorts all of them. */
async function* foundIds(
  database: Database,
  scope: Scope,
  order: Order,
  ids: Found["ids"],
): AsyncIterable<readonly number[]> {
  if (ids.size === 0) return;
  if (ids.size <= IDS_PER_STATEMENT && scope.count > IDS_PER_STATEMENT)
    yield await sortedAmong(database, scope, SORTINGS[order], [...ids.keys()]);
  else for await (const batch of idBatches(database, scope, order)) yield batch.filter((id) => ids.has(id));
}

async function* idBatches(database: Database, scope: Scope, order: Order): AsyncIterable<readonly number[]> {
  if (scope.count > IDS_PER_STATEMENT) yield* walk(database, scope, order, IDS_PER_STATEMENT);
  else yield await idsAt(database, scope, order, { first: 0, limit: IDS_PER_STATEMENT });
}

/** All ids of the batches, those with the highest rank first, and otherwise in the same order. */
async function* byRank(
  batches: AsyncIterable<readonly number[]>,
  ranks: ReadonlyMap<number, number>,
): AsyncIterable<readonly number[]> {
  const groups = new Map<number, number[]>();
  for await (const batch of batches) {
    for (const id of batch) {
      const rank = ranks.get(id) ?? 0;
      const group = groups.get(rank);
      if (group === undefined) groups.set(rank, [id]);
      else group.push(id);
    }
  }
  for (const [, group] of [...groups].sort(([one], [other]) => other - one)) yield group;
}
