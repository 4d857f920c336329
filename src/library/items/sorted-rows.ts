import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { SortKey } from "../../database/core/engine.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import type { Schema } from "../../database/schema/schema.ts";
import type { SortColumn } from "../../database/schema/segments.ts";
import type { Scope } from "./scope.ts";

/** How items are sorted; `-` is descending, and `-sort` the manual order reversed. Ties are broken by id, in the same direction. */
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

export interface Sorting {
  readonly column: SortColumn;
  readonly direction: "asc" | "desc";
}

export const SORTINGS: Readonly<Record<Order, Sorting>> = {
  "-created": { column: "created_at", direction: "desc" },
  created: { column: "created_at", direction: "asc" },
  title: { column: "title_key", direction: "asc" },
  "-title": { column: "title_key", direction: "desc" },
  domain: { column: "domain", direction: "asc" },
  "-domain": { column: "domain", direction: "desc" },
  lastUpdate: { column: "updated_at", direction: "asc" },
  "-lastUpdate": { column: "updated_at", direction: "desc" },
  // The manual order: the item at position 0 has the highest value.
  sort: { column: "sort", direction: "desc" },
  "-sort": { column: "sort", direction: "asc" },
};

/** An item's sort key, and its shelf: not always one of the scope. */
export interface Row extends SortKey {
  readonly shelf_id: number;
}

/** A sort key after which the next statement continues. */
export type Cursor = SortKey;

/** Columns with an index that starts with `shelf_id`. All columns have one that starts with `account_id`. */
const INDEXED_PER_SHELF: readonly Sorting["column"][] = ["created_at", "sort"];

/**
 * Shelves whose indexes one statement merges. Shelves that an undo step holds stay for a day, so a place often
 * has a few.
 */
const MAX_MERGED_SHELVES = 20;

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
export async function nextRows(database: Database, scope: Scope, sorting: Sorting, part: Part): Promise<Row[]> {
  const { column, direction } = sorting;
  const { after, limit, offset = 0 } = part;
  const [onlyShelf = 0] = scope.shelfIds;
  const readFirst = after === undefined && isIndexedShelf(scope, sorting) ? firstRows.get(sorting) : undefined;
  if (readFirst !== undefined) return readFirst(database, { shelfId: onlyShelf, limit, offset });
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
  const conditions = conditionsAfter(database, sorting, after);
  const parts = [first, ...others].flatMap((id) =>
    conditions.map((condition) => {
      const query = select("shelf_id", id)(condition).orderBy(column, direction).orderBy("id", direction);
      return query.limit(limit + offset);
    }),
  );
  return union<Row>(database, parts, sorting, part);
}

/** Those of the ids that are in a scope, in order. One statement, so they must be few. */
export async function sortedAmong(
  database: Database,
  { shelfIds }: Scope,
  { column, direction }: Sorting,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await database
    .selectFrom("items")
    .select("id")
    .where(engineOf(database).isOneOf(sql.ref("id"), ids))
    // With a unary plus, the index of shelves is not used.
    .where(engineOf(database).isOneOf(sql`+${sql.ref("shelf_id")}`, shelfIds))
    .orderBy(column, direction)
    .orderBy("id", direction)
    .execute();
  return rows.map(({ id }) => id);
}

/** The first rows of a shelf in each order that has an index for it: what most requests read. */
const firstRows = new Map(
  Object.values(SORTINGS)
    .filter(({ column }) => INDEXED_PER_SHELF.includes(column))
    .map((sorting) => [sorting, prepareFirstRows(sorting)]),
);

function prepareFirstRows({ column, direction }: Sorting) {
  return prepare((database, value: ValueOf<{ shelfId: number; limit: number; offset: number }>) =>
    database
      .selectFrom("items")
      .select(["id", "shelf_id", `${column} as key`])
      .where("shelf_id", "=", value("shelfId"))
      .orderBy(column, direction)
      .orderBy("id", direction)
      .limit(value("limit"))
      .offset(value("offset")),
  );
}

/** Reads the rows of a query that come after a cursor. */
export async function inOrder<Output extends SortKey>(
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
  if (direction === "desc") return engineOf(database).conditionsOf(column, { to: after });
  return engineOf(database).conditionsOf(column, { from: after && { key: after.key, id: after.id + 1 } });
}

/** Whether the scope is a single shelf, with an index for this order. */
export function isIndexedShelf({ shelfIds }: Scope, { column }: Sorting): boolean {
  return shelfIds.length === 1 && INDEXED_PER_SHELF.includes(column);
}
