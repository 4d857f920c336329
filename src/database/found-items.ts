import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { readAllPages } from "#contract/scheduling";
import { within } from "./core/id-lists.ts";
import type { IdRange } from "./core/index-query.ts";
import { engineOf } from "./engine.ts";
import type { Schema } from "./schema/schema.ts";

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

/** The SQL condition that an item, whose id is in a range, is one of those that were found. */
export function isFound(database: Kysely<Schema>, found: readonly number[], range: IdRange): RawBuilder<SqlBool> {
  const id = sql.ref<number>("items.id");
  const ids = within(found, range);
  if (ids.length === range.ids?.length) return sql`1 = 1`;
  return engineOf(database).isAmong(id, ids);
}
