import { sql } from "kysely";
import type { Database, Transaction } from "../database/database.ts";
import { engineOf } from "../database/engine.ts";
import * as pageJobs from "./page-jobs.ts";

// Collections of which the server keeps copies. The worker that reads a page makes one if the item has none and is in
// such a collection at that moment. So nothing is recorded for new items, whose pages are read anyway. Items that come
// into such a collection later, or are in it when its rule begins, are read again.

/** Items of one collection whose pages are read again at once. */
const MAX_ITEMS = 10_000;

/** Whether the page of an item gets a copy because of its collection. */
export async function includes(database: Database, itemId: number): Promise<boolean> {
  const item = await selectRuled(database).select("items.id").where("items.id", "=", itemId).executeTakeFirst();
  return item !== undefined;
}

/** Asks that the pages of items that were moved be read again if they are to be copied now, in the transaction of the change. */
export async function applyToMoved(
  transaction: Transaction,
  clock: () => number,
  ids: readonly number[],
): Promise<void> {
  const isMoved = engineOf(transaction).isOneOf(sql.ref("items.id"), ids);
  const items = await selectUncopied(transaction).where(isMoved).execute();
  await pageJobs.add(transaction, clock, items.map(toId), { urgent: ids.length === 1 });
}

/** Like `applyToMoved`, for all items of a collection; of more than 10,000 without a copy, for the newest. */
export async function applyTo(transaction: Transaction, clock: () => number, collectionId: number): Promise<void> {
  // Most collections have no rule: then their items are not read.
  const ruled = await transaction
    .selectFrom("collections")
    .select("id")
    .where("id", "=", collectionId)
    .where("keep_copies", "=", 1)
    .executeTakeFirst();
  if (ruled === undefined) return;
  const items = await selectUncopied(transaction)
    .where("shelves.collection_id", "=", collectionId)
    .orderBy("items.id", "desc")
    .limit(MAX_ITEMS)
    .execute();
  await pageJobs.add(transaction, clock, items.map(toId), { urgent: false });
}

function toId({ id }: { readonly id: number }): number {
  return id;
}

/** The items of collections whose pages get copies, without those that have one, or for which one could not be made. */
function selectUncopied(database: Database) {
  return selectRuled(database)
    .leftJoin("copies", "copies.item_id", "items.id")
    .select("items.id")
    .where("copies.item_id", "is", null)
    .where("items.file_id", "is", null);
}

function selectRuled(database: Database) {
  return database
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "items.shelf_id")
    .innerJoin("collections", "collections.id", "shelves.collection_id")
    .where("collections.keep_copies", "=", 1);
}
