import { Failure } from "#contract/failure";
import { forEachChunk, readAllPages, toSet } from "#contract/scheduling";
import type { Transaction } from "../../database/database.ts";
import * as searches from "../search/search.ts";
import * as matching from "./matching.ts";
import type * as scopes from "./scope.ts";

/**
 * The items of a bulk operation: those of a place that have one of the ids, if there are ids, and that every
 * search finds.
 */
export interface Selection extends scopes.Place {
  readonly ids: readonly number[] | undefined;
  /** Queries that `searches.parse` understands. Empty ones find everything. */
  readonly searches?: readonly string[] | undefined;
}

/** The searches of a selection as one; undefined if there is none. Throws `invalid` for too many tokens. */
export function searchOf({ searches: queries = [] }: Selection): searches.Search | undefined {
  const parsed = queries.map(searches.parse).filter((search) => search !== undefined);
  if (parsed.length === 0) return undefined;
  return { condition: { kind: "all", of: parsed.map(({ condition }) => condition) }, words: [] };
}

/** Lists the ids of the selected items that exist. Throws `invalid` if a selection without ids has over `max`. */
export async function listIds(
  transaction: Transaction,
  scope: scopes.Scope,
  selection: Selection,
  max: number,
): Promise<readonly number[]> {
  const search = searchOf(selection);
  if (selection.ids !== undefined) {
    const ids = await existingIds(transaction, scope, selection.ids);
    return search === undefined ? ids : matching.among(transaction, scope, search, ids);
  }
  if (search === undefined && scope.count > max) throw tooMany(max);
  const ids =
    search === undefined ? await allIds(transaction, scope) : await matching.allIds(transaction, scope, search, max);
  if (ids.length > max) throw tooMany(max);
  return ids;
}

function tooMany(max: number): Failure {
  const details = [
    {
      path: "/ids",
      message: `is required for more than ${max} items`,
      reason: "required-for-many-items",
      values: { limit: max },
    },
  ];
  return new Failure("invalid", `At most ${max} items can be changed at once. Select them with ids.`, {
    reason: "too-many-items",
    values: { limit: max },
    details,
  });
}

async function existingIds(
  transaction: Transaction,
  { accountId, shelfIds }: scopes.Scope,
  ids: readonly number[],
): Promise<number[]> {
  const inScope = await toSet(shelfIds);
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
