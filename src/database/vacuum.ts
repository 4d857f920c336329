import { sql } from "kysely";
import { openDatabase } from "./database.ts";
import { fileOf } from "./dialect.ts";
import { type FileUsage, usageOf, vacuumFile } from "./sqlite/vacuum.ts";

/** Milliseconds that PostgreSQL may take for a table: a day. */
const TABLE_TIMEOUT_MS = 86_400_000;

type OnProgress = (done: number, total: number) => void;

/** How much of the file of an SQLite database is in use; undefined for PostgreSQL. */
export function usage(url: string): FileUsage | undefined {
  const file = fileOf(url);
  return file === undefined ? undefined : usageOf(file);
}

/**
 * Gives the free space of a database back. Rewrites the file of an SQLite database, which no process may have open, and
 * returns its size. PostgreSQL makes the space usable for other rows, while servers run; then the result is undefined.
 */
export async function vacuum(url: string, onProgress: OnProgress): Promise<FileUsage | undefined> {
  const file = fileOf(url);
  if (file !== undefined) return vacuumFile(file, onProgress);
  await vacuumTables(url, onProgress);
  return undefined;
}

async function vacuumTables(url: string, onProgress: OnProgress): Promise<void> {
  const database = openDatabase(url, { statementTimeout: TABLE_TIMEOUT_MS, poolSize: 2 });
  try {
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = current_schema() order by tablename`.execute(database);
    for (const [index, { name }] of rows.entries()) {
      await sql`vacuum (analyze) ${sql.table(name)}`.execute(database);
      onProgress(index + 1, rows.length);
    }
  } finally {
    await database.destroy();
  }
}
