import * as placement from "../collections/placement.ts";
import type { Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";
import { forEachChunk, readAllPages } from "../scheduling.ts";
import * as scopes from "./scope.ts";

/**
 * The items of a bulk operation: those of a place that have one of the ids, or all if `ids` is
 * undefined.
 */
export interface Selection extends scopes.Place {
  readonly ids: readonly number[] | undefined;
}

/**
 * Returns the scope of a selection. Throws `notFound` and `forbidden` like `scopes.getOwned`, and
 * `invalid` for `EVERYTHING` without ids: a client that forgets a parameter must not change all items.
 */
export async function getScope(
  transaction: Transaction,
  accountId: number,
  selection: Selection,
): Promise<scopes.Scope> {
  if (selection.placeId === placement.EVERYTHING && selection.ids === undefined) {
    const details = [{ path: "/ids", message: "is required for collection 0" }];
    throw new Failure("invalid", "Bulk operations on collection 0 need ids.", { details });
  }
  return scopes.getOwned(transaction, accountId, selection);
}

/** Lists the ids of the selected items that exist. */
export async function listIds(
  transaction: Transaction,
  scope: scopes.Scope,
  { ids }: Selection,
): Promise<readonly number[]> {
  return ids === undefined ? allIds(transaction, scope) : existingIds(transaction, scope, ids);
}

async function existingIds(
  transaction: Transaction,
  { accountId, shelfIds }: scopes.Scope,
  ids: readonly number[],
): Promise<number[]> {
  const inScope = new Set(shelfIds);
  const found: number[] = [];
  await forEachChunk(ids, async (chunk) => {
    const items = await transaction
      .selectFrom("items")
      .select(["id", "shelf_id"])
      .where("id", "in", chunk)
      .where("account_id", "=", accountId)
      .execute();
    for (const { id, shelf_id } of items) if (inScope.has(shelf_id)) found.push(id);
  });
  return found;
}

async function allIds(transaction: Transaction, { shelfIds }: scopes.Scope): Promise<number[]> {
  const found: number[] = [];
  for (const shelfId of shelfIds) {
    const items = await readAllPages((after, limit) =>
      transaction
        .selectFrom("items")
        .select("id")
        .where("shelf_id", "=", shelfId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute(),
    );
    for (const { id } of items) found.push(id);
  }
  return found;
}
