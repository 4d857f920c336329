import { setImmediate } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import type { IdRange } from "../../database/core/index-query.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { isListCondition } from "../search/lists.ts";
import type { Search } from "../search/search.ts";
import { toPublicSearch } from "../search/search.ts";
import {
  countComparisons,
  hasList,
  type LookedUp,
  lookUpIn,
  lookUpRanking,
  matches,
  rankOf,
  requiredIds,
  score,
} from "../search/sql.ts";
import * as duplicates from "./duplicates.ts";
import type { Range } from "./item-order.ts";
import * as listedMatches from "./listed-matches.ts";
import type { Scope } from "./scope.ts";
import { type Order, SORTINGS, type Sorting } from "./sorted-rows.ts";

/**
 * How matches are sorted. `score`: those with more of the words in their title, and then in their other fields instead of
 * only in the text of their page, first; of equals the newest.
 */
export type SearchOrder = Order | "score";

/** A match, and the value by which it is sorted. */
interface Match {
  readonly id: number;
  readonly key: string | number;
}

/** Items that one statement searches where a statement blocks the event loop, if it makes one comparison for each. */
const ITEMS_PER_STATEMENT = 4_000;

/** Comparisons that take as long as the rest of the work for an item. */
const COMPARISONS_PER_ITEM = 5;

/** A search whose words, tags and duplicates have been looked up. */
interface Plan {
  readonly condition: LookedUp;
  /** The lists by which matches are ranked, as in `lookUpRanking`; empty if they are not. */
  readonly ranking: readonly (readonly number[])[];
  /** Maximum items that one statement searches. */
  readonly size: number;
}

/** Returns the ids of the matches in a scope at a range of positions, and counts all matches. */
export async function page(
  database: Database,
  scope: Scope,
  search: Search,
  order: SearchOrder,
  range: Range,
): Promise<listedMatches.MatchPage> {
  if (scope.count === 0) return { ids: [], count: 0 };
  const plan = await planOf(database, scope, search, order === "score");
  const sorting = SORTINGS[order === "score" ? "-created" : order];
  const lists = toListSearch(scope, plan);
  if (lists !== undefined) return listedMatches.page(database, scope, lists, { sorting, range });
  const { first, limit } = range;
  // A page after the last one is empty. Its matches are counted, but not sorted.
  const end = first < scope.count ? first + limit : 1;
  let [found, count]: [Match[], number] = [[], 0];
  for await (const { matches, total } of inRanges(database, scope, plan, { ...sorting, limit: end })) {
    count += total;
    found = firstOf(found, matches, sorting.direction, end);
  }
  return { ids: found.slice(first).map(({ id }) => id), count };
}

/** Lists the ids of all matches in a scope, or more than `max` of them if there are more. */
export async function allIds(database: Database, scope: Scope, search: Search, max: number): Promise<number[]> {
  if (scope.count === 0) return [];
  const plan = await planOf(database, scope, search, false);
  const found: number[] = [];
  for await (const range of rangesOf(database, scope, plan)) {
    const rows = await select(database, scope, plan, range).execute();
    for (const { id } of rows) found.push(id);
    if (found.length > max) break;
  }
  return found;
}

/** Returns those of the ids that match in a scope. */
export async function among(
  database: Database,
  scope: Scope,
  search: Search,
  ids: readonly number[],
): Promise<number[]> {
  const plan = await planOf(database, scope, search, false);
  const found: number[] = [];
  for await (const range of rangesAmong(toSorted(ids), plan.size)) {
    const rows = await select(database, scope, plan, range).execute();
    for (const { id } of rows) found.push(id);
  }
  return found;
}

/**
 * The matches in a scope with the rank by which the order `score` sorts; those with the same are in the order `-created`.
 * With `ids`, only these. The search must have words.
 */
export async function ranks(
  database: Database,
  scope: Scope,
  search: Search,
  ids?: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const plan = await planOf(database, scope, search, true);
  const found = new Map<number, number>();
  const ranges = ids === undefined ? rangesOf(database, scope, plan) : rangesAmong(toSorted(ids), plan.size);
  for await (const range of ranges) {
    const rows = await select(database, scope, plan, range)
      .select(rankOf(database, range, plan.ranking).as("rank"))
      .execute();
    for (const { id, rank } of rows) found.set(id, rank);
  }
  return found;
}

function toSorted(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other);
}

async function planOf(database: Database, scope: Scope, asked: Search, isRanked: boolean): Promise<Plan> {
  const { accountId, isPublic } = scope;
  const search = isPublic ? toPublicSearch(asked) : asked;
  let duplicateIds: readonly number[] | undefined;
  const listDuplicates = async () => (duplicateIds ??= await duplicates.listIds(database, accountId));
  const lookedUp = await lookUpIn(database, accountId, search.condition, listDuplicates);
  const ranking = isRanked ? await lookUpRanking(database, accountId, search) : [];
  const comparisons = countComparisons(lookedUp) + ranking.length;
  const size = Math.ceil((ITEMS_PER_STATEMENT * (COMPARISONS_PER_ITEM + 1)) / (COMPARISONS_PER_ITEM + comparisons));
  return { condition: lookedUp, ranking, size };
}

/** The search if lists of ids answer it, and it may have many matches. */
function toListSearch({ count }: Scope, { condition, ranking }: Plan): listedMatches.ListSearch | undefined {
  const most = requiredIds(condition)?.length ?? count;
  return isListCondition(condition) && most > listedMatches.MAX_SORTED ? { condition, ranking } : undefined;
}

/** Yields the first matches of each range of a scope, in order. */
async function* inRanges(
  database: Database,
  scope: Scope,
  plan: Plan,
  { column, direction, limit }: Sorting & { readonly limit: number },
): AsyncGenerator<{ readonly matches: readonly Match[]; readonly total: number }, void> {
  for await (const range of rangesOf(database, scope, plan)) {
    const isRanked = plan.ranking.length > 0;
    const key = isRanked ? score(database, range, plan.ranking) : sql.ref<string | number>(`items.${column}`);
    const matches = await select(database, scope, plan, range)
      .select([key.as("key"), sql<number>`count(*) over ()`.as("total")])
      .orderBy("key", direction)
      .orderBy("items.id", direction)
      .limit(limit)
      .execute();
    yield { matches, total: matches[0]?.total ?? 0 };
  }
}

/** Selects the ids of the matches in a range of ids. */
function select(database: Database, scope: Scope, { condition }: Plan, range: IdRange) {
  const { accountId, shelfIds } = scope;
  const id = sql.ref("items.id");
  const isInRange =
    range.ids !== undefined
      ? engineOf(database).isOneOf(id, range.ids)
      : sql<SqlBool>`${id} > ${range.after} and ${id} <= ${range.upTo}`;
  // With a unary plus, the index of shelves is not used, which would read a whole shelf for every range.
  const shelfId =
    range.after === 0 && range.upTo === Number.MAX_SAFE_INTEGER
      ? sql.ref("items.shelf_id")
      : sql`+${sql.ref("items.shelf_id")}`;
  return database
    .selectFrom("items")
    .select("items.id")
    .where("items.account_id", "=", accountId)
    .where(isInRange)
    .where(engineOf(database).isOneOf(shelfId, shelfIds))
    .where(matches(database, range, condition));
}

/** Divides the ids of a scope into ranges, each to be searched by one statement. Yields to the event loop between. */
async function* rangesOf(
  database: Database,
  { accountId, count }: Scope,
  { condition, size }: Plan,
): AsyncGenerator<IdRange, void> {
  const ids = requiredIds(condition);
  if (ids !== undefined) return yield* rangesAmong(ids, size);
  let after = 0;
  // Lists of ids are compared in parts, also in a small scope: they have the items of the whole account.
  let end =
    count <= size && !hasList(condition)
      ? undefined
      : await engineOf(database).endOfRange(database, accountId, { after, size });
  while (end !== undefined) {
    yield { after, upTo: end };
    await setImmediate();
    after = end;
    end = await engineOf(database).endOfRange(database, accountId, { after, size });
  }
  yield { after, upTo: Number.MAX_SAFE_INTEGER };
}

/** Divides sorted ids into ranges. Yields to the event loop between. */
async function* rangesAmong(ids: readonly number[], size: number): AsyncGenerator<IdRange, void> {
  for (let first = 0; first < ids.length; first += size) {
    if (first > 0) await setImmediate();
    const part = ids.slice(first, first + size);
    yield { after: (part[0] ?? 0) - 1, upTo: part.at(-1) ?? 0, ids: part };
  }
}

/** The first `limit` of two lists together. `sorted`: in a direction, and at most `limit`; `others`: in any order. */
function firstOf(
  sorted: readonly Match[],
  others: readonly Match[],
  direction: "asc" | "desc",
  limit: number,
): Match[] {
  const sign = direction === "asc" ? 1 : -1;
  const order = (one: Match, other: Match) => sign * (compare(one.key, other.key) || one.id - other.id);
  const last = sorted[limit - 1];
  const candidates = last === undefined ? others : others.filter((match) => order(match, last) < 0);
  return [...sorted, ...candidates].sort(order).slice(0, limit);
}

/** Compares keys as the databases do: texts by their bytes. */
function compare(one: string | number, other: string | number): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return Buffer.compare(Buffer.from(`${one}`), Buffer.from(`${other}`));
}
