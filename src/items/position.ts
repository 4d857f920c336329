import type * as placement from "../collections/placement.ts";
import type { Database, Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import * as listing from "./listing.ts";
import * as scope from "./scope.ts";

/** An item with the place that it is in. */
interface Placed {
  readonly id: number;
  readonly placeId: placement.PlaceId;
}

interface Neighbour {
  readonly id: number;
  readonly sort: number;
}

/** Below that of every item, which begin with 1. */
const LOWEST = -(2 ** 53);

/** The most items that are moved closer together to make room for one. */
const MOST_MOVED = 1000;

/** The highest `sort` of an account's items; 0 where it has none. */
export async function highest(database: Database, accountId: number): Promise<number> {
  const [first] = await topmost(database, { accountId });
  return first?.sort ?? 0;
}

const topmost = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database
    .selectFrom("items")
    .select("sort")
    .where("account_id", "=", value("accountId"))
    .orderBy("sort", "desc")
    .limit(1),
);

/** Gives an item a place among the items of its collection, where they are listed by `sort`: 0 is the first; beyond the last it is the last. */
export async function give(
  transaction: Transaction,
  accountId: number,
  { id, placeId }: Placed,
  position: number,
): Promise<void> {
  await write(transaction, id, LOWEST);
  const found = await scope.owned(transaction, accountId, { placeId, nested: false });
  const [before, after] = await neighboursAt(transaction, found, Math.min(position, found.count - 1), id);
  if (before === undefined) await write(transaction, id, (after?.sort ?? 0) + 1);
  else if (after === undefined) await write(transaction, id, before.sort - 1);
  else await putBetween(transaction, found, id, before, after);
  await transaction.updateTable("items").set({ position }).where("id", "=", id).execute();
}

/** What stands before and behind a position; the item itself stands at the end, and counts for nothing. */
async function neighboursAt(transaction: Transaction, found: scope.Scope, position: number, id: number) {
  const skipped = Math.max(0, position - 1);
  const ids = await listing.idsAt(transaction, found, "-sort", { first: skipped, limit: position === 0 ? 1 : 2 });
  const rows = await transaction
    .selectFrom("items")
    .select(["id", "sort"])
    .where("id", "in", [0, ...ids])
    .execute();
  const others = ids.filter((other) => other !== id).map((other) => rows.find((row) => row.id === other));
  return position === 0 ? [undefined, others[0]] : others;
}

async function putBetween(
  transaction: Transaction,
  found: scope.Scope,
  id: number,
  before: Neighbour,
  after: Neighbour,
): Promise<void> {
  const middle = after.sort + (before.sort - after.sort) / 2;
  if (before.sort > middle && middle > after.sort) return write(transaction, id, middle);
  const crowd = await crowdAbove(transaction, found, after);
  const step = 1 / (crowd.length + 2);
  await write(transaction, id, after.sort + step);
  for (const [index, one] of crowd.entries()) await write(transaction, one, after.sort + (index + 2) * step);
}

/** What stands before an item with less than 1 between them, from below; numbers come so close by halves, and with items that come from elsewhere. */
async function crowdAbove(transaction: Transaction, found: scope.Scope, { id, sort }: Neighbour): Promise<number[]> {
  const rows = await transaction
    .selectFrom("items")
    .select(["id", "shelf_id"])
    .where("account_id", "=", found.accountId)
    .where("sort", ">=", sort)
    .where("sort", "<", sort + 1)
    .where(({ eb, or }) => or([eb("sort", ">", sort), eb("id", ">", id)]))
    .orderBy("sort")
    .orderBy("id")
    .limit(MOST_MOVED)
    .execute();
  const wanted = new Set(found.shelfIds);
  return rows.filter(({ shelf_id }) => wanted.has(shelf_id)).map((row) => row.id);
}

async function write(transaction: Transaction, id: number, sort: number): Promise<void> {
  await transaction.updateTable("items").set({ sort }).where("id", "=", id).execute();
}
