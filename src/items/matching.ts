import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { endOfRange, isOneOf } from "../database/dialect.ts";
import type { IdRange } from "../database/index-query.ts";
import type { Search } from "../search/search.ts";
import { matches, requiredQuery, score, usesIndex } from "../search/sql.ts";
import { type Order, type Range, SORTINGS } from "./item-order.ts";
import type { Scope } from "./scope.ts";

/** How matches are sorted. `score`: those with more of the words in their title first, then the newest. */
export type SearchOrder = Order | "score";

/** A part of the matches in order, and the number of all. */
export interface MatchPage {
  readonly ids: readonly number[];
  readonly count: number;
}

/** A match, and the value by which it is sorted. */
interface Match {
  readonly id: number;
  readonly key: string | number;
}

/**
 * Items that one statement searches where a statement blocks the event loop: more if it uses the index, which reads
 * all words with the same beginning for every statement, and fewer if it only reads rows.
 */
const FOUND_PER_STATEMENT = 25_000;
const READ_PER_STATEMENT = 5_000;

/** Returns the ids of the matches in a scope at a range of positions, and counts all matches. */
export async function page(
  database: Database,
  scope: Scope,
  search: Search,
  order: SearchOrder,
  { first, limit }: Range,
): Promise<MatchPage> {
  const isRanked = order === "score" && search.words.length > 0;
  const { column, direction } = SORTINGS[order === "score" ? "-created" : order];
  let [found, count]: [Match[], number] = [[], 0];
  for await (const range of rangesOf(database, scope, search)) {
    const searched = { accountId: scope.accountId, range };
    const key = isRanked ? score(database, searched, search.words) : sql.ref<string | number>(`items.${column}`);
    const rows = await select(database, scope, search, range)
      .select([key.as("key"), sql<number>`count(*) over ()`.as("total")])
      .orderBy("key", direction)
      .orderBy("items.id", direction)
      .limit(first + limit)
      .execute();
    count += rows[0]?.total ?? 0;
    found = merge(found, rows, direction).slice(0, first + limit);
  }
  return { ids: found.slice(first).map(({ id }) => id), count };
}

/** Lists the ids of all matches in a scope, or more than `max` of them if there are more. */
export async function allIds(database: Database, scope: Scope, search: Search, max: number): Promise<number[]> {
  const found: number[] = [];
  for await (const range of rangesOf(database, scope, search)) {
    const rows = await select(database, scope, search, range).execute();
    for (const { id } of rows) found.push(id);
    if (found.length > max) break;
  }
  return found;
}

/** Returns those of the ids that match in a scope. The ids must be few enough for one statement. */
export async function among(
  database: Database,
  scope: Scope,
  search: Search,
  ids: readonly number[],
): Promise<number[]> {
  const range = { after: Math.min(...ids) - 1, upTo: Math.max(...ids) };
  const rows = await select(database, scope, search, range)
    .where(isOneOf(database, sql.ref("items.id"), ids))
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects the ids of the matches in a range of ids. */
function select(database: Database, { accountId, shelfIds, count }: Scope, { condition }: Search, range: IdRange) {
  // With a unary plus, the index of shelves is not used, which would read a whole shelf for every range.
  const shelfId = count <= READ_PER_STATEMENT ? sql.ref("items.shelf_id") : sql`+${sql.ref("items.shelf_id")}`;
  return database
    .selectFrom("items")
    .select("items.id")
    .where("items.account_id", "=", accountId)
    .where("items.id", ">", range.after)
    .where("items.id", "<=", range.upTo)
    .where(isOneOf(database, shelfId, shelfIds))
    .where(matches(database, { accountId, range }, condition));
}

/** Divides the ids of a scope into ranges, each to be searched by one statement. Yields to the event loop between. */
async function* rangesOf(database: Database, scope: Scope, { condition }: Search): AsyncGenerator<IdRange, void> {
  if (scope.count === 0) return;
  const { accountId } = scope;
  const query = requiredQuery(condition);
  const size = usesIndex(condition) ? FOUND_PER_STATEMENT : READ_PER_STATEMENT;
  // The index finds items of the whole account, however small the scope is.
  const count = query === undefined ? scope.count : await countItems(database, accountId);
  let after = 0;
  let end = count <= size ? undefined : await endOfRange(database, accountId, query, { after, size });
  while (end !== undefined) {
    yield { after, upTo: end };
    await setImmediate();
    after = end;
    end = await endOfRange(database, accountId, query, { after, size });
  }
  yield { after, upTo: Number.MAX_SAFE_INTEGER };
}

/** The number of items of an account, including those in the Trash and those awaiting deletion. */
async function countItems(database: Database, accountId: number): Promise<number> {
  const library = await database
    .selectFrom("libraries")
    .select("item_count")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return library?.item_count ?? 0;
}

/** Merges two lists of matches that are sorted in a direction. */
function merge(one: readonly Match[], other: readonly Match[], direction: "asc" | "desc"): Match[] {
  const sign = direction === "asc" ? 1 : -1;
  return [...one, ...other].sort((left, right) => sign * (compare(left.key, right.key) || left.id - right.id));
}

/** Compares keys as the databases do: texts by their bytes. */
function compare(one: string | number, other: string | number): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return Buffer.compare(Buffer.from(`${one}`), Buffer.from(`${other}`));
}
