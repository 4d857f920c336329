import type { Database, Transaction } from "../../database/database.ts";
import * as changes from "../events/changes.ts";
import * as library from "../library.ts";
import * as linkChecks from "../link-checks.ts";
import * as placement from "../placement.ts";
import type { Item } from "./item.ts";
import * as listing from "./listing.ts";

/** An item that is marked as broken, and what the last checks of its link found; undefined if they found nothing. */
export interface BrokenItem {
  readonly item: Item;
  readonly check: linkChecks.FailedCheck | undefined;
}

/** Lists the items of the account outside the Trash that are marked as broken, the oldest first. `number` is from 0. */
export async function page(
  database: Database,
  accountId: number,
  { number, limit }: { readonly number: number; readonly limit: number },
): Promise<{ readonly items: readonly BrokenItem[]; readonly count: number }> {
  const query = { order: "created", page: number, limit, text: "broken:true" } as const;
  const place = { placeId: placement.EVERYTHING, nested: false };
  const { items, count } = await listing.list(database, accountId, place, query);
  const checks = await linkChecks.listFailed(
    database,
    items.map(({ id }) => id),
  );
  return { items: items.map((item) => ({ item, check: checks.get(item.id) })), count };
}

/** Marks those of the items as working that are marked as broken. Returns how many. */
export async function markWorking(
  database: Database,
  clock: () => number,
  accountId: number,
  ids: readonly number[],
): Promise<number> {
  if ((await brokenAmong(database, accountId, ids)).length === 0) return 0;
  const work = async (transaction: Transaction) => {
    const rows = await brokenAmong(transaction, accountId, ids);
    const items = rows.map(({ id }) => id);
    if (items.length === 0) return 0;
    await linkChecks.restart(transaction, clock, items);
    const row = transaction.updateTable("items").set({ broken: 0, updated_at: clock() });
    await row.where("id", "in", items).execute();
    const collections = rows.map(placement.placeIdOf);
    changes.record(transaction, clock, accountId, { type: "item.updated", count: items.length, items, collections });
    return items.length;
  };
  return library.change(database, accountId, work, { itemsChangedAt: clock() });
}

async function brokenAmong(database: Database, accountId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return database
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "shelf_id")
    .select(["items.id", "place", "collection_id"])
    .where("items.account_id", "=", accountId)
    .where("items.id", "in", ids)
    .where("items.broken", "=", 1)
    .where("place", "<>", "nowhere")
    .execute();
}
