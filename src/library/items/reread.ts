import { type Database, inTransaction } from "../../database/database.ts";
import * as pageJobs from "../page-jobs.ts";
import type { Item } from "./item.ts";
import * as lookup from "./lookup.ts";

/** Asks that the page of an item be read again, and returns the item. Throws `notFound` and `forbidden` like `getWritable`. */
export async function reread(database: Database, clock: () => number, accountId: number, id: number): Promise<Item> {
  return inTransaction(database, async (transaction) => {
    const item = await lookup.getWritable(transaction, accountId, id);
    await pageJobs.add(transaction, clock, [id], { urgent: true });
    return item;
  });
}
