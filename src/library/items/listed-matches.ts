import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { SortKey } from "../../database/core/engine.ts";
import { includes, intersect, lookupIn, subtract, within } from "../../database/core/id-lists.ts";
import type { IdRange } from "../../database/core/index-query.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import { filter, type ListCondition } from "../search/lists.ts";
import { requiredIds } from "../search/sql.ts";
import type { Range } from "./item-order.ts";
import type { Scope } from "./scope.ts";
import { inOrder, type Sorting } from "./sorted-rows.ts";

/** A search that lists of ids answer. */
export interface ListSearch {
  readonly condition: ListCondition;
  /** The lists by which matches are ranked, as in `lookUpRanking`. */
  readonly ranking: readonly (readonly number[])[];
}

/** A part of the matches in order, and the number of all. */
export interface MatchPage {
  readonly ids: readonly number[];
  readonly count: number;
}

/** Up to so many matches are looked up and sorted. Of more, the first ones are found by reading items in order. */
export const MAX_SORTED = 1_000;

/** Maximum items that one statement reads in order. */
const MAX_READ = 4_000;

/** Ids that are compared between two yields to the event loop. */
const IDS_AT_A_TIME = 20_000;

/**
 * Returns the ids of the matches in a scope at a range of positions, and counts all matches. Those in more of
 * the lists that rank them come first.
 */
export async function page(
  database: Database,
  scope: Scope,
  { condition, ranking }: ListSearch,
  { sorting, range: { first, limit } }: { readonly sorting: Sorting; readonly range: Range },
): Promise<MatchPage> {
  const matches = await listMatches(database, scope, condition);
  const ids: number[] = [];
  if (first < matches.length) {
    for (const group of await byRank(matches, ranking)) {
      const missing = first + limit - ids.length;
      for (const id of await firstInOrder(database, scope, group, { sorting, count: missing })) ids.push(id);
    }
  }
  return { ids: ids.slice(first), count: matches.length };
}

/** Lists the ids of all matches in a scope, ascending. */
async function listMatches(database: Database, scope: Scope, condition: ListCondition): Promise<readonly number[]> {
  const required = requiredIds(condition);
  const candidates = await inScope(database, scope, required);
  const rest = without(condition, required);
  if (rest === undefined) return candidates;
  const matches: number[] = [];
  for await (const part of inParts(candidates)) {
    for (const id of filter(part, rangeOf(part), rest)) matches.push(id);
  }
  return matches;
}

/** What ids that are in a list must still fulfil for a condition that requires them to be in it. */
function without(condition: ListCondition, list: readonly number[] | undefined): ListCondition | undefined {
  const isList = (part: ListCondition) => part.kind === "found" && part.ids === list;
  if (isList(condition)) return undefined;
  return condition.kind === "all" ? { ...condition, of: condition.of.filter((part) => !isList(part)) } : condition;
}

/** The ids that are in a scope; without `ids`, all in the scope. */
async function inScope(
  database: Database,
  { accountId, shelfIds, count }: Scope,
  ids: readonly number[] | undefined,
): Promise<readonly number[]> {
  if (ids === undefined) return engineOf(database).listItemIds(database, accountId, { shelfIds, areOn: true });
  const total = (await findLibrary(database, { accountId }))[0]?.item_count ?? 0;
  if (count === total) return ids;
  // Whichever are fewer: the items on these shelves, or on the others.
  const areOn = count < total / 2;
  const listed = await engineOf(database).listItemIds(database, accountId, { shelfIds, areOn });
  return areOn ? intersect(ids, listed) : subtract(ids, listed);
}

/** Groups ids by the number of lists that they are in, most lists first. */
async function byRank(
  matches: readonly number[],
  ranking: ListSearch["ranking"],
): Promise<readonly (readonly number[])[]> {
  if (ranking.length === 0) return [matches];
  const groups: number[][] = Array.from({ length: ranking.length + 1 }, () => []);
  for await (const part of inParts(matches)) {
    const inLists = ranking.map((list) => lookupIn(within(list, rangeOf(part))));
    for (const id of part) groups[inLists.filter((isInList) => !isInList(id)).length]?.push(id);
  }
  return groups;
}

/** The first `count` of the matches in an order. */
async function firstInOrder(
  database: Database,
  { accountId }: Scope,
  matches: readonly number[],
  { sorting, count }: { readonly sorting: Sorting; readonly count: number },
): Promise<number[]> {
  if (count <= 0 || matches.length === 0) return [];
  const { column, direction } = sorting;
  const items = database.selectFrom("items").select(["id", `${column} as key`]);
  if (matches.length <= MAX_SORTED) {
    const rows = await items
      .where(engineOf(database).isOneOf(sql.ref("id"), matches))
      .orderBy(column, direction)
      .orderBy("id", direction)
      .limit(count)
      .execute();
    return rows.map(({ id }) => id);
  }
  const ofAccount = items.where("account_id", "=", accountId);
  const found: number[] = [];
  let after: SortKey | undefined;
  for (let limit = 2 * count; ; limit *= 2) {
    limit = Math.min(limit, MAX_READ);
    const rows = await inOrder(database, (condition) => ofAccount.where(condition), sorting, { after, limit });
    for (const { id } of rows) if (includes(matches, id)) found.push(id);
    after = rows.at(-1);
    if (found.length >= count || after === undefined) return found.slice(0, count);
    await setImmediate();
  }
}

function rangeOf(ids: readonly number[]): IdRange {
  return { after: (ids[0] ?? 0) - 1, upTo: ids.at(-1) ?? 0 };
}

/** Divides ids into parts. Yields to the event loop between. */
async function* inParts(ids: readonly number[]): AsyncGenerator<readonly number[], void> {
  for (let first = 0; first < ids.length; first += IDS_AT_A_TIME) {
    if (first > 0) await setImmediate();
    yield ids.slice(first, first + IDS_AT_A_TIME);
  }
}

/** The library of an account, whose count includes the items in the Trash and those that await deletion. */
const findLibrary = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database.selectFrom("libraries").select("item_count").where("account_id", "=", value("accountId")),
);
