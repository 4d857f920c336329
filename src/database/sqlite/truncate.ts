import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** Tables that keep their rows: migrations, secrets, and counts that triggers maintain. */
const EXCLUDED_TABLES = ["migrations", "secrets", "row_counts"];

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
  for (const { name } of rows) await sql`delete from ${sql.table(name)}`.execute(transaction);
  await sql`delete from sqlite_sequence`.execute(transaction);
}
