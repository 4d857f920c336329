import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { readAllPages } from "#contract/scheduling";
import { isInArray } from "./dialect.ts";
import { isPostgres } from "./engine.ts";
import { within } from "./id-lists.ts";
import type { IdRange, IndexQuery, ShelfCondition } from "./index-query.ts";
import * as postgres from "./postgres/item-lookup.ts";
import type { Schema } from "./schema.ts";
import * as sqlite from "./sqlite/item-lookup.ts";

/** Lists the ids of the account's items that match a query of the index, ascending. */
export function lookUp(database: Kysely<Schema>, accountId: number, query: IndexQuery): Promise<readonly number[]> {
  return engineOf(database).listIndexed(database, accountId, query);
}

/** Lists the ids of the account's items that fulfil a condition, ascending. */
export function listItemIds(
  database: Kysely<Schema>,
  accountId: number,
  condition: ShelfCondition,
): Promise<readonly number[]> {
  return engineOf(database).listItemIds(database, accountId, condition);
}

/** Lists the ids of the account's items with an uploaded file, ascending. Reads no other items. */
export async function listUploaded(database: Kysely<Schema>, accountId: number): Promise<readonly number[]> {
  const rows = await readAllPages((after, limit) =>
    database
      .selectFrom("items")
      .select("id")
      .where("account_id", "=", accountId)
      .where("file_id", "is not", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
  return rows.map(({ id }) => id);
}

function engineOf(database: Kysely<Schema>) {
  return isPostgres(database) ? postgres : sqlite;
}

/** The SQL condition that an item, whose id is in a range, is one of those that were found. */
export function isFound(database: Kysely<Schema>, found: readonly number[], range: IdRange): RawBuilder<SqlBool> {
  const id = sql.ref<number>("items.id");
  const ids = within(found, range);
  if (ids.length === range.ids?.length) return sql`1 = 1`;
  const isListed = isInArray(database, id, sql.val(JSON.stringify(ids)));
  // With `is true`, PostgreSQL looks each item up in a hash table. Otherwise it may compare it with each of the ids.
  return isPostgres(database) ? sql`(${isListed}) is true` : isListed;
}
