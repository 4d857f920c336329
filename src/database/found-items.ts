import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { isOneOf } from "./dialect.ts";
import { isPostgres } from "./engine.ts";
import { within } from "./id-lists.ts";
import type { Found, IdRange, IndexQuery } from "./index-query.ts";
import { toExpression } from "./postgres/item-index.ts";
import type { Schema } from "./schema.ts";
import { listIndexed } from "./sqlite/item-lookup.ts";

/**
 * Looks up a query of the index. On SQLite, where a statement blocks the event loop, this reads the ids of all
 * matches in several statements. PostgreSQL evaluates the query in the statements that contain `isFound`.
 */
export async function lookUp(database: Kysely<Schema>, accountId: number, query: IndexQuery): Promise<Found> {
  return isPostgres(database) ? { accountId, query } : { ids: await listIndexed(database, accountId, query) };
}

/** Whether `lookUp` returns ids. */
export function looksUpIds(database: Kysely<Schema>): boolean {
  return !isPostgres(database);
}

/** The SQL condition that an item of the account, whose id is in a range, is one of those that were found. */
export function isFound(database: Kysely<Schema>, found: Found, range: IdRange): RawBuilder<SqlBool> {
  const id = sql.ref("items.id");
  if (found.ids !== undefined) {
    const ids = within(found.ids, range);
    return ids.length === range.ids?.length ? sql`1 = 1` : isOneOf(database, id, ids);
  }
  // Without `is true`, the planner may compare each item with each one that was found: 625,000,000 times for 25,000.
  return sql`(${id} in (${indexedInPostgres(found)})) is true`;
}

/** `isFound` in a form with which PostgreSQL reads only the items that were found. */
export function isFoundFirst(database: Kysely<Schema>, found: Found, range: IdRange): RawBuilder<SqlBool> {
  if (found.ids !== undefined) return isFound(database, found, range);
  return sql`${sql.ref("items.id")} = any(array(${indexedInPostgres(found)}))`;
}

/** The common table expression makes the planner use the index; it would rather look at each item of the account. */
function indexedInPostgres({ accountId, query }: Exclude<Found, { readonly ids: unknown }>) {
  const expression = toExpression(query, accountId);
  return sql`with found as materialized (
    select item_id from item_index where terms @@ cast(${expression} as tsquery)) select item_id from found`;
}
