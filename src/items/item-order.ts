import { setImmediate } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Scope } from "./scope.ts";

/** How items are sorted; `-` is descending. Ties are broken by id, in the same direction. */
export type Order = "-created" | "created" | "title" | "-title" | "domain" | "-domain" | "-sort";

/** A range of positions in an order. */
interface Range {
  /** From 0. */
  readonly first: number;
  readonly limit: number;
}

interface Sorting {
  readonly column: "created_at" | "title_key" | "domain" | "sort";
  readonly direction: "asc" | "desc";
}

/** A row of a walk, with everything that the next statement needs to continue after it. */
interface Step {
  readonly id: number;
  readonly shelf_id: number;
  readonly key: string | number;
}

const SORTINGS: Readonly<Record<Order, Sorting>> = {
  "-created": { column: "created_at", direction: "desc" },
  created: { column: "created_at", direction: "asc" },
  title: { column: "title_key", direction: "asc" },
  "-title": { column: "title_key", direction: "desc" },
  domain: { column: "domain", direction: "asc" },
  "-domain": { column: "domain", direction: "desc" },
  "-sort": { column: "sort", direction: "desc" },
};

/** Columns with an index per shelf. The others have one per account only. */
const INDEXED_PER_SHELF: readonly Sorting["column"][] = ["created_at", "sort"];

/** Up to this many items one statement sorts without an index. */
const MAX_SORTED = 1000;

/** Rows that one statement of a walk reads. */
const ROWS_PER_STEP = 500;

/** Rows of one shelf that one statement skips. */
const ROWS_PER_SKIP = 5000;

/**
 * Returns the ids at a range of positions. Small scopes are sorted in one statement, one shelf is read along its index, everything else
 * is read along the index of the account.
 */
export async function idsAt(database: Database, scope: Scope, order: Order, range: Range): Promise<number[]> {
  if (range.first >= scope.count) return [];
  const sorting = SORTINGS[order];
  if (scope.count <= MAX_SORTED) return sortedIds(database, scope, sorting, range);
  if (!isIndexedShelf(scope, sorting)) return walkTo(database, scope, order, range);
  const last = await skip(database, scope, sorting, range.first);
  // Items may have been removed since they were counted.
  if (range.first > 0 && last === undefined) return [];
  const steps = await nextSteps(database, scope, sorting, { after: last, limit: range.limit });
  return steps.map(({ id }) => id);
}

/** Iterates over the ids of a scope in order, in batches of up to `size`. Yields to the event loop before each batch. */
export async function* walk(
  database: Database,
  scope: Scope,
  order: Order,
  size: number,
): AsyncGenerator<number[], void> {
  if (scope.count === 0) return;
  const sorting = SORTINGS[order];
  const shelfIds = new Set(scope.shelfIds);
  let after: Step | undefined;
  do {
    await setImmediate();
    const steps: Step[] = await nextSteps(database, scope, sorting, { after, limit: size });
    yield steps.filter(({ shelf_id }) => shelfIds.has(shelf_id)).map(({ id }) => id);
    after = steps.length < size ? undefined : steps.at(-1);
  } while (after !== undefined);
}

/** Walks from the start and stops at the end of the range. */
async function walkTo(database: Database, scope: Scope, order: Order, { first, limit }: Range): Promise<number[]> {
  const found: number[] = [];
  let passed = 0;
  for await (const ids of walk(database, scope, order, ROWS_PER_STEP)) {
    const start = Math.max(0, first - passed);
    found.push(...ids.slice(start, start + limit - found.length));
    passed += ids.length;
    if (found.length === limit) break;
  }
  return found;
}

/** Skips `count` rows of one shelf and returns the last of them; undefined where there are fewer. */
async function skip(database: Database, scope: Scope, sorting: Sorting, count: number): Promise<Step | undefined> {
  let last: Step | undefined;
  for (let left = count; left > 0; left -= ROWS_PER_SKIP) {
    const offset = Math.min(left, ROWS_PER_SKIP) - 1;
    [last] = await nextSteps(database, scope, sorting, { after: last, limit: 1, offset });
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

/** Reads the rows after a step in order, from the only shelf of the scope or, where that has no index, from the whole account. */
async function nextSteps(
  database: Database,
  scope: Scope,
  sorting: Sorting,
  { after, limit, offset = 0 }: { readonly after: Step | undefined; readonly limit: number; readonly offset?: number },
): Promise<Step[]> {
  const { column, direction } = sorting;
  const [shelfId = 0] = scope.shelfIds;
  const ofShelf = isIndexedShelf(scope, sorting);
  let query = database
    .selectFrom("items")
    .select(["id", "shelf_id", `${column} as key`])
    .where(ofShelf ? "shelf_id" : "account_id", "=", ofShelf ? shelfId : scope.accountId)
    .orderBy(column, direction)
    .orderBy("id", direction)
    .limit(limit)
    .offset(offset);
  if (after !== undefined) query = query.where(isAfter(sorting, after));
  return query.execute();
}

/** A row comparison, which both engines answer from an index. */
function isAfter({ column, direction }: Sorting, { key, id }: Step) {
  const operator = sql.raw(direction === "asc" ? ">" : "<");
  return sql<SqlBool>`(${sql.ref(column)}, ${sql.ref("id")}) ${operator} (${key}, ${id})`;
}

function isIndexedShelf({ shelfIds }: Scope, { column }: Sorting): boolean {
  return shelfIds.length === 1 && INDEXED_PER_SHELF.includes(column);
}
