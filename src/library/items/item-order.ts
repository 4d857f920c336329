import type { RawBuilder, SqlBool } from "kysely";
import { ownTurn, toSet } from "#contract/scheduling";
import type { SortKey } from "../../database/core/engine.ts";
import type { Database } from "../../database/database.ts";
import type { Scope } from "./scope.ts";
import * as segments from "./segments.ts";
import {
  type Cursor,
  inOrder,
  isIndexedShelf,
  nextRows,
  type Order,
  type Row,
  SORTINGS,
  type Sorting,
} from "./sorted-rows.ts";

/** Positions in a sorted scope: `limit` of them, starting at `first`. */
export interface Range {
  /** Counted from 0. */
  readonly first: number;
  readonly limit: number;
}

/** The number of items on a page, by default and at most. */
export const PAGE_LENGTHS = { default: 25, max: 50 } as const;

/** A scope of at most this many items is sorted in one statement, which needs no index for the order. */
const MAX_SORTED = 1000;

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
  if (scope.count <= MAX_SORTED && !isIndexedShelf(scope, sorting)) return sortedIds(database, scope, sorting, range);
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
  const shelfIds = await toSet(scope.shelfIds);
  for (let [after, limit] = [start, firstSize]; ; limit = size) {
    await ownTurn();
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
    await ownTurn();
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
