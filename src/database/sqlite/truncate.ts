import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema/schema.ts";

/** Tables that keep their rows: migrations, secrets, and counts and versions that triggers maintain. */
const EXCLUDED_TABLES = ["migrations", "secrets", "row_counts", "account_segments", "table_versions"];

/** Deletes all rows of an SQLite database and restarts its id sequences. */
export async function truncateAll(transaction: Kysely<Schema>): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(transaction);
  // Items come first, because their triggers write to other tables.
  // Without the full-text index, which triggers update, and the tables that hold its content.
  const { rows } = await sql<{
    name: string;
  }>`select name from pragma_table_list where schema = 'main' and type = 'table'
    and name not like 'sqlite%' and name not in (${sql.join(EXCLUDED_TABLES)})
    order by name <> 'items'`.execute(transaction);
  const appendOnly = await dropRejectingTriggers(transaction);
  for (const { name } of rows) await sql`delete from ${sql.table(name)}`.execute(transaction);
  await sql`delete from sqlite_sequence`.execute(transaction);
  for (const trigger of appendOnly) await sql.raw(trigger).execute(transaction);
}

/** Drops the triggers that reject deletes, and returns the statements that create them again. */
async function dropRejectingTriggers(transaction: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
    where type = 'trigger' and name like '%reject_delete'`.execute(transaction);
  for (const { name } of rows) await sql`drop trigger ${sql.table(name)}`.execute(transaction);
  return rows.map((trigger) => trigger.sql);
}
