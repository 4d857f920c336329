import { toSet } from "#contract/scheduling";
import type { Database, Transaction } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import type * as placement from "../placement.ts";
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
 * Lower than the `sort` of any item: the first item of an account gets 1, and an item moved to the
 * end gets 1 less than the last one.
 */
const LOWEST_SORT = -(2 ** 53);

/** Maximum items whose `sort` is rewritten to make room between two items. */
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
 * Moves an item to a position in the manual order of its place. 0 is the first; a position past
 * the end is the last.
 */
export async function set(
  transaction: Transaction,
  accountId: number,
  { id, placeId }: PlacedItem,
  position: number,
): Promise<void> {
  // Moved to the end first, so that it does not shift the positions of the other items.
  await writeSort(transaction, id, LOWEST_SORT);
  const scope = await scopes.ofAccount(transaction, accountId, { placeId, nested: false });
  const [before, after] = await neighboursAt(transaction, scope, Math.min(position, scope.count - 1), id);
  if (before === undefined) await writeSort(transaction, id, (after?.sort ?? 0) + 1);
  else if (after === undefined) await writeSort(transaction, id, before.sort - 1);
  else await putBetween(transaction, scope, id, before, after);
  await transaction.updateTable("items").set({ position }).where("id", "=", id).execute();
}

/**
 * Returns the items that will be before and after an item moved to a position; undefined for
 * none. The moved item itself, last at this point, is not its own neighbour.
 */
async function neighboursAt(transaction: Transaction, scope: scopes.Scope, position: number, id: number) {
  const range = { first: Math.max(0, position - 1), limit: position === 0 ? 1 : 2 };
  const ids = await idsAt(transaction, scope, "sort", range);
  const rows = await transaction
    .selectFrom("items")
    .select(["id", "sort"])
    // No item has the id 0. It keeps the list from being empty, which not every engine accepts.
    .where("id", "in", [0, ...ids])
    .execute();
  const others = ids.filter((other) => other !== id).map((other) => rows.find((row) => row.id === other));
  return position === 0 ? [undefined, others[0]] : others;
}

/**
 * Sets the item's `sort` halfway between those of its neighbours. If floating-point numbers have no
 * value between them, spaces the item and those with a `sort` less than 1 above `after` evenly.
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
 * Lists the items before a neighbour with a `sort` less than 1 above the neighbour's, lowest first.
 * Values get this close by repeated halving, and when items are moved here from other places.
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
  const inScope = await toSet(shelfIds);
  return rows.filter(({ shelf_id }) => inScope.has(shelf_id)).map((row) => row.id);
}

async function writeSort(transaction: Transaction, id: number, sort: number): Promise<void> {
  await transaction.updateTable("items").set({ sort }).where("id", "=", id).execute();
}
