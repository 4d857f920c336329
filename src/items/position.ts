import type * as placement from "../collections/placement.ts";
import type { Database, Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import { idsAt } from "./item-order.ts";
import * as scopes from "./scope.ts";

/** An item and the place that holds it. */
interface PlacedItem {
  readonly id: number;
  readonly placeId: placement.PlaceId;
}

interface Neighbour {
  readonly id: number;
  readonly sort: number;
}

/**
 * Lower than the `sort` of every item: that of new items starts at 1, and moving one to the end
 * subtracts 1.
 */
const LOWEST_SORT = -(2 ** 53);

/** Maximum items whose `sort` is rewritten to make room for another one. */
const MAX_RESPACED = 1000;

/** Returns the highest `sort` of the account's items; 0 if it has none. */
export async function highestSort(database: Database, accountId: number): Promise<number> {
  const [highest] = await byHighestSort(database, { accountId });
  return highest?.sort ?? 0;
}

const byHighestSort = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database
    .selectFrom("items")
    .select("sort")
    .where("account_id", "=", value("accountId"))
    .orderBy("sort", "desc")
    .limit(1),
);

/**
 * Moves an item to a position in the `-sort` order of its place. 0 is the first; a position past
 * the end is the last.
 */
export async function set(
  transaction: Transaction,
  accountId: number,
  { id, placeId }: PlacedItem,
  position: number,
): Promise<void> {
  // Moves it to the end first, so that the positions before it are those of the other items.
  await writeSort(transaction, id, LOWEST_SORT);
  const scope = await scopes.getOwned(transaction, accountId, { placeId, nested: false });
  const [before, after] = await neighboursAt(transaction, scope, Math.min(position, scope.count - 1), id);
  if (before === undefined) await writeSort(transaction, id, (after?.sort ?? 0) + 1);
  else if (after === undefined) await writeSort(transaction, id, before.sort - 1);
  else await putBetween(transaction, scope, id, before, after);
  await transaction.updateTable("items").set({ position }).where("id", "=", id).execute();
}

/**
 * Returns the items before and after a position. Leaves out the moved item itself, which is the
 * last one at this point.
 */
async function neighboursAt(transaction: Transaction, scope: scopes.Scope, position: number, id: number) {
  const range = { first: Math.max(0, position - 1), limit: position === 0 ? 1 : 2 };
  const ids = await idsAt(transaction, scope, "-sort", range);
  const rows = await transaction
    .selectFrom("items")
    .select(["id", "sort"])
    // Not every engine accepts an empty list, and no item has the id 0.
    .where("id", "in", [0, ...ids])
    .execute();
  const others = ids.filter((other) => other !== id).map((other) => rows.find((row) => row.id === other));
  return position === 0 ? [undefined, others[0]] : others;
}

/**
 * Sets `sort` to the middle between those of two neighbours. If there is no number left between
 * them, spaces the item and those less than 1 above `after` evenly.
 */
async function putBetween(
  transaction: Transaction,
  scope: scopes.Scope,
  id: number,
  before: Neighbour,
  after: Neighbour,
): Promise<void> {
  const middle = after.sort + (before.sort - after.sort) / 2;
  if (before.sort > middle && middle > after.sort) return writeSort(transaction, id, middle);
  const crowded = await listCrowded(transaction, scope, after);
  const step = 1 / (crowded.length + 2);
  await writeSort(transaction, id, after.sort + step);
  for (const [index, other] of crowded.entries()) {
    await writeSort(transaction, other, after.sort + (index + 2) * step);
  }
}

/**
 * Lists the items before a neighbour whose `sort` is less than 1 above its own, lowest first.
 * Values get this close by repeated halving, and when items come from other places.
 */
async function listCrowded(
  transaction: Transaction,
  { accountId, shelfIds }: scopes.Scope,
  { id, sort }: Neighbour,
): Promise<number[]> {
  const rows = await transaction
    .selectFrom("items")
    .select(["id", "shelf_id"])
    .where("account_id", "=", accountId)
    .where("sort", ">=", sort)
    .where("sort", "<", sort + 1)
    .where(({ eb, or }) => or([eb("sort", ">", sort), eb("id", ">", id)]))
    .orderBy("sort")
    .orderBy("id")
    .limit(MAX_RESPACED)
    .execute();
  const inScope = new Set(shelfIds);
  return rows.filter(({ shelf_id }) => inScope.has(shelf_id)).map((row) => row.id);
}

async function writeSort(transaction: Transaction, id: number, sort: number): Promise<void> {
  await transaction.updateTable("items").set({ sort }).where("id", "=", id).execute();
}
