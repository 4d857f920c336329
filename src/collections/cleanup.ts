import { sql } from "kysely";
import * as pictures from "../covers/pictures.ts";
import type { Database, Transaction } from "../database/database.ts";
import * as library from "./library.ts";
import * as placement from "./placement.ts";

/** Maximum moved shelves that one step reads. */
const MAX_SHELVES = 50;

/**
 * Re-files up to `maxItems` items of moved shelves, or deletes those awaiting deletion, in one
 * transaction (see `placement.ts`). Returns whether there may be more to do.
 */
export async function cleanUpShelves(database: Database, maxItems: number): Promise<boolean> {
  const next = await database
    .selectFrom("shelves")
    .select("account_id")
    .where("moved", "=", sql.lit(1))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return false;
  await database.transaction().execute(async (transaction) => {
    await library.lockForCleanup(transaction, next.account_id);
    await cleanUpPlace(transaction, next.account_id, maxItems);
  });
  return true;
}

async function cleanUpPlace(transaction: Transaction, accountId: number, maxItems: number): Promise<void> {
  const moved = await movedShelves(transaction, accountId);
  const [first] = moved;
  if (first === undefined) return;
  const inSamePlace = moved.filter((shelf) => placement.isSamePlace(shelf, first));
  const shelfIds = inSamePlace.map(({ id }) => id);
  const items = transaction.selectFrom("items").select("id").where("shelf_id", "in", shelfIds).limit(maxItems);
  if (first.place === "nowhere") await transaction.deleteFrom("items").where("id", "in", items).execute();
  else {
    const own = await placement.getShelfId(transaction, accountId, placement.placeIdOf(first), "collection");
    await transaction.updateTable("items").set({ shelf_id: own }).where("id", "in", items).execute();
  }
  await transaction.deleteFrom("shelves").where("id", "in", shelfIds).where("count", "=", 0).execute();
}

/** Deletes a released picture if no cover refers to it. Returns whether there may be more to do. */
export async function cleanUpPictures(database: Database): Promise<boolean> {
  const released = await pictures.findReleased(database);
  if (released === undefined) return false;
  await database.transaction().execute(async (transaction) => {
    await library.lockForCleanup(transaction, released.accountId);
    await pictures.deleteUnlessReferenced(transaction, released.id);
  });
  return true;
}

async function movedShelves(transaction: Transaction, accountId: number) {
  return transaction
    .selectFrom("shelves")
    .select(["id", "place", "collection_id"])
    .where("moved", "=", sql.lit(1))
    .where("account_id", "=", accountId)
    .orderBy("id")
    .limit(MAX_SHELVES)
    .execute();
}
