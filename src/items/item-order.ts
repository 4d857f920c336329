import { setImmediate } from "node:timers/promises";
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import * as segments from "../collections/segments.ts";
import type { Database } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";
import type { SortColumn } from "../database/segments.ts";
import { conditionsOf, type SortKey } from "../database/sort-range.ts";
import type { Scope } from "./scope.ts";

/** How items are sorted; `-` is descending. Ties are broken by id, in the same direction. */
export type Order =
  | "-created"
  | "created"
  | "title"
  | "-title"
  | "domain"
  | "-domain"
  | "lastUpdate"
  | "-lastUpdate"
  | "sort"
  | "-sort";

/** Positions in a sorted scope: `limit` of them, starting at `first`. */
export interface Range {
  /** Counted from 0. */
  readonly first: number;
  readonly limit: number;
}

export interface Sorting {
  readonly column: SortColumn;
  readonly direction: "asc" | "desc";
}

/** An item's sort key, and its shelf: not always one of the scope. */
interface Row extends SortKey {
  readonly shelf_id: number;
}

/** A sort key after which the next statement continues. */
type Cursor = SortKey;

export const SORTINGS: Readonly<Record<Order, Sorting>> = {
  "-created": { column: "created_at", direction: "desc" },
  created: { column: "created_at", direction: "asc" },
  title: { column: "title_key", direction: "asc" },
  "-title": { column: "title_key", direction: "desc" },
  domain: { column: "domain", direction: "asc" },
  "-domain": { column: "domain", direction: "desc" },
  lastUpdate: { column: "updated_at", direction: "asc" },
  "-lastUpdate": { column: "updated_at", direction: "desc" },
  sort: { column: "sort", direction: "asc" },
  "-sort": { column: "sort", direction: "desc" },
};

/** Columns with an index that starts with `shelf_id`. All columns have one that starts with `account_id`. */
const INDEXED_PER_SHELF: readonly Sorting["column"][] = ["created_at", "sort"];

/** A scope of at most this many items is sorted in one statement, which needs no index for the order. */
const MAX_SORTED = 1000;

/**
 * Shelves whose indexes one statement merges. Shelves that an undo step holds stay for a day, so a place often
 * has a few.
 */
const MAX_MERGED_SHELVES = 20;

/** Rows that each statement of `walkTo` reads. */
const ROWS_PER_WALK = 500;

/** Maximum rows of a shelf that one statement skips. */
const ROWS_PER_SKIP = 5000;

/**
 * Returns the ids at a range of positions. A small scope is sorted in one statement. A larger scope
 * is read through the index of its shelf for this order, if it is a single shelf with such an index; through
 * the merged indexes of a few shelves; otherwise through the account's index. Reading starts at most a segment
 * before the range, if the account has segments.
 */
export async function idsAt(database: Database, scope: Scope, order: Order, range: Range): Promise<number[]> {
  if (range.first >= scope.count) return [];
  const sorting = SORTINGS[order];
  if (scope.count <= MAX_SORTED) return sortedIds(database, scope, sorting, range);
  const segment = await segments.find(database, { ...scope, ...sorting }, range.first);
  const { start, passed } = toStart(sorting, segment);
  const rest = { first: range.first - passed, limit: range.limit };
  if (isIndexedShelf(scope, sorting)) return skipTo(database, scope, sorting, rest, start);
  // Until it is divided, a segment may be long.
  if (segment !== undefined && segment.count <= ROWS_PER_SKIP) {
    if (await segments.isWhole(database, { ...scope, ...sorting }, segment)) {
      const cursor = await cursorIn(database, scope.accountId, sorting, segment, rest.first);
      return walkTo(database, scope, sorting, { first: 0, limit: range.limit }, cursor);
    }
  }
  return walkTo(database, scope, sorting, rest, start);
}

/** The cursor before the first item of a segment, and how many items come before it; undefined for the beginning. */
function toStart({ direction }: Sorting, segment: segments.Segment | undefined) {
  if (segment === undefined) return { start: undefined, passed: 0 };
  const { lowest, above, passed } = segment;
  return { start: direction === "desc" ? above : beforeFirst(lowest), passed };
}

/** The cursor before the item with this key. */
function beforeFirst(lowest: SortKey | undefined): Cursor | undefined {
  return lowest && { key: lowest.key, id: lowest.id - 1 };
}

/**
 * The cursor after which the item at a position of a segment comes. Reads only the account's index, without the shelves
 * of items: all of them must be in the scope.
 */
async function cursorIn(
  database: Database,
  accountId: number,
  { column, direction }: Sorting,
  { lowest, count }: segments.Segment,
  position: number,
): Promise<Cursor | undefined> {
  const isAscending = direction === "asc";
  const after = beforeFirst(lowest);
  if (isAscending && position === 0) return after;
  // Items may have been removed since they were counted.
  const offset = Math.max(0, isAscending ? position - 1 : count - position);
  const query = (condition: RawBuilder<SqlBool>) =>
    database
      .selectFrom("items")
      .select(["id", `${column} as key`])
      .where("account_id", "=", accountId)
      .where(condition);
  const [row] = await inOrder(database, query, { column, direction: "asc" }, { after, limit: 1, offset });
  return row;
}

/**
 * Iterates over the ids of a scope in order, in batches of up to `size`. Yields to the event loop
 * before each batch.
 */
export function walk(database: Database, scope: Scope, order: Order, size: number): AsyncGenerator<number[], void> {
  return walkAfter(database, scope, SORTINGS[order], { start: undefined, firstSize: size, size });
}

interface WalkOptions {
  readonly start: Cursor | undefined;
  readonly firstSize: number;
  readonly size: number;
}

async function* walkAfter(
  database: Database,
  scope: Scope,
  sorting: Sorting,
  { start, firstSize, size }: WalkOptions,
): AsyncGenerator<number[], void> {
  if (scope.count === 0) return;
  const shelfIds = new Set(scope.shelfIds);
  for (let [after, limit] = [start, firstSize]; ; limit = size) {
    await setImmediate();
    const rows: Row[] = await nextRows(database, scope, sorting, { after, limit });
    yield rows.filter(({ shelf_id }) => shelfIds.has(shelf_id)).map(({ id }) => id);
    if (rows.length < limit) return;
    after = rows.at(-1);
  }
}

/** `idsAt` through the account's index, or merged ones. Reads all rows after `start`, so its cost grows with `first`. */
async function walkTo(
  database: Database,
  scope: Scope,
  sorting: Sorting,
  { first, limit }: Range,
  start: Cursor | undefined,
): Promise<number[]> {
  const found: number[] = [];
  let passed = 0;
  // Usually most of the first rows are in the scope.
  const firstSize = Math.min(first + limit, ROWS_PER_WALK);
  for await (const ids of walkAfter(database, scope, sorting, { start, firstSize, size: ROWS_PER_WALK })) {
    const skipped = Math.max(0, first - passed);
    found.push(...ids.slice(skipped, skipped + limit - found.length));
    passed += ids.length;
    if (found.length === limit) break;
  }
  return found;
}

/** `idsAt` through the index of a single shelf. */
async function skipTo(
  database: Database,
  scope: Scope,
  sorting: Sorting,
  { first, limit }: Range,
  start: Cursor | undefined,
): Promise<number[]> {
  const offset = first % ROWS_PER_SKIP;
  const after = await skip(database, scope, sorting, first - offset, start);
  // Items may have been removed since they were counted.
  if (first > offset && after === undefined) return [];
  const rows = await nextRows(database, scope, sorting, { after, limit, offset });
  return rows.map(({ id }) => id);
}

/** Skips `count` rows of one shelf and returns the last of them, or `start` for none; undefined if there are fewer. */
async function skip(
  database: Database,
  scope: Scope,
  sorting: Sorting,
  count: number,
  start: Cursor | undefined,
): Promise<Cursor | undefined> {
  let last = start;
  for (let left = count; left > 0; left -= ROWS_PER_SKIP) {
    const offset = Math.min(left, ROWS_PER_SKIP) - 1;
    [last] = await nextRows(database, scope, sorting, { after: last, limit: 1, offset });
    if (last === undefined) return undefined;
    await setImmediate();
  }
  return last;
}

async function sortedIds(
  database: Database,
  { shelfIds }: Scope,
  { column, direction }: Sorting,
  { first, limit }: Range,
): Promise<number[]> {
  const rows = await database
    .selectFrom("items")
    .select("id")
    .where("shelf_id", "in", shelfIds)
    .orderBy(column, direction)
    .orderBy("id", direction)
    .limit(limit)
    .offset(first)
    .execute();
  return rows.map(({ id }) => id);
}

/** Rows of a query that come after a cursor. */
interface Part {
  readonly after: Cursor | undefined;
  readonly limit: number;
  readonly offset?: number;
}

/**
 * Reads the next rows in order. If the scope is a few shelves with an index for this order, reads
 * only these shelves; otherwise all items of the account, including those outside the scope.
 */
async function nextRows(database: Database, scope: Scope, sorting: Sorting, part: Part): Promise<Row[]> {
  const { column, direction } = sorting;
  const select = (owner: "shelf_id" | "account_id", id: number) => (condition: RawBuilder<SqlBool>) =>
    database
      .selectFrom("items")
      .select(["id", "shelf_id", `${column} as key`])
      .where(owner, "=", id)
      .where(condition);
  const areIndexed = INDEXED_PER_SHELF.includes(column) && scope.shelfIds.length <= MAX_MERGED_SHELVES;
  const [first = 0, ...others] = areIndexed ? scope.shelfIds : [];
  if (others.length === 0) {
    const query = areIndexed ? select("shelf_id", first) : select("account_id", scope.accountId);
    return inOrder(database, query, sorting, part);
  }
  const { after, limit, offset = 0 } = part;
  const conditions = conditionsAfter(database, sorting, after);
  const parts = [first, ...others].flatMap((id) =>
    conditions.map((condition) => {
      const query = select("shelf_id", id)(condition).orderBy(column, direction).orderBy("id", direction);
      return query.limit(limit + offset);
    }),
  );
  return union<Row>(database, parts, sorting, part);
}

/** Reads the rows of a query that come after a cursor. */
async function inOrder<Output extends SortKey>(
  database: Database,
  query: (condition: RawBuilder<SqlBool>) => SelectQueryBuilder<Schema, "items", Output>,
  sorting: Sorting,
  part: Part,
): Promise<Output[]> {
  const { column, direction } = sorting;
  const queries = conditionsAfter(database, sorting, part.after).map(query);
  const [only, second] = queries;
  if (only === undefined || second !== undefined) return union<Output>(database, queries, sorting, part);
  return only
    .orderBy(column, direction)
    .orderBy("id", direction)
    .limit(part.limit)
    .offset(part.offset ?? 0)
    .execute();
}

/** Reads several queries together, each of which an index sorts. */
async function union<Output>(
  database: Database,
  queries: readonly SelectQueryBuilder<Schema, "items", unknown>[],
  { direction }: Sorting,
  { limit, offset = 0 }: Part,
): Promise<Output[]> {
  const order = sql.raw(direction);
  const parts = queries.map((query) => sql`select * from (${query}) as part`);
  const { rows } = await sql<Output>`${sql.join(parts, sql` union all `)}
    order by key ${order}, id ${order} limit ${limit} offset ${offset}`.execute(database);
  return rows;
}

function conditionsAfter(database: Database, { column, direction }: Sorting, after: Cursor | undefined) {
  if (direction === "desc") return conditionsOf(database, column, { to: after });
  return conditionsOf(database, column, { from: after && { key: after.key, id: after.id + 1 } });
}

/** Whether the scope is a single shelf, with an index for this order. */
function isIndexedShelf({ shelfIds }: Scope, { column }: Sorting): boolean {
  return shelfIds.length === 1 && INDEXED_PER_SHELF.includes(column);
}
