import { type Kysely, sql } from "kysely";
import { isPostgres } from "./builders.ts";
import { IS_SINGLE } from "./parts/sqlite/items-before.ts";

/** On SQLite, lets statements that insert many items also add their texts to the index themselves, in one statement. */
export async function up(database: Kysely<unknown>): Promise<void> {
  if (isPostgres(database)) return;
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master
    where name = 'items_indexed_insert'`.execute(database);
  await sql`drop trigger items_indexed_insert`.execute(database);
  const [trigger = ""] = rows.map((row) => row.sql.replace(/\bon items\b/i, `on items when ${IS_SINGLE}`));
  await sql.raw(trigger).execute(database);
}
