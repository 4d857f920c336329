import { sql } from "kysely";
import type { Transaction } from "../database.ts";

/** What belongs to the database itself: which migrations it has seen, its secrets, and counts that follow by themselves. */
const KEPT = ["migrations", "secrets", "row_counts"];

/** Deletes every row of an SQLite database; the next ids are those of a new one. */
export async function truncateAll(transaction: Transaction): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(transaction);
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'
    and name not like 'sqlite%' and name not in (${sql.join(KEPT)})`.execute(transaction);
  for (const { name } of rows) await sql`delete from ${sql.table(name)}`.execute(transaction);
  await sql`delete from sqlite_sequence`.execute(transaction);
}
