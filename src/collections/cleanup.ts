import { sql } from "kysely";
import * as pictures from "../covers/pictures.ts";
import type { Database, Transaction } from "../database/database.ts";
import * as library from "./library.ts";
import * as placement from "./placement.ts";

/** How many moved shelves one step looks at. */
const SHELVES = 50;

/**
 * Puts so many items that came with a moved shelf onto the own shelf of their place, or deletes so many of those that are thrown away, in one
 * transaction. Where items can be seen does not change by it. Gives back whether there may be more to do.
 */
export async function cleanUpShelves(database: Database, most: number): Promise<boolean> {
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
    await tidyOnePlace(transaction, next.account_id, most);
  });
  return true;
}

async function tidyOnePlace(transaction: Transaction, accountId: number, most: number): Promise<void> {
  const moved = await movedShelves(transaction, accountId);
  const [first] = moved;
  if (first === undefined) return;
  const together = moved.filter((shelf) => shelf.place === first.place && shelf.collection_id === first.collection_id);
  const shelfIds = together.map(({ id }) => id);
  const items = transaction.selectFrom("items").select("id").where("shelf_id", "in", shelfIds).limit(most);
  if (first.place === "nowhere") await transaction.deleteFrom("items").where("id", "in", items).execute();
  else {
    const own = await placement.getShelfId(transaction, accountId, placement.placeIdOf(first), "collection");
    await transaction.updateTable("items").set({ shelf_id: own }).where("id", "in", items).execute();
  }
  await transaction.deleteFrom("shelves").where("id", "in", shelfIds).where("count", "=", 0).execute();
}

/** Removes one of the pictures that no collection points to any more. Gives back whether there may be more to do. */
export async function cleanUpPictures(database: Database): Promise<boolean> {
  const loose = await pictures.findLoose(database);
  if (loose === undefined) return false;
  await database.transaction().execute(async (transaction) => {
    await library.lockForCleanup(transaction, loose.accountId);
    await pictures.removeLoose(transaction, loose.id);
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
    .limit(SHELVES)
    .execute();
}
