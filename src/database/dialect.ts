import { type ColumnDefinitionBuilder, Kysely, PostgresAdapter, sql } from "kysely";
import { openPool, PooledDialect } from "./postgres.ts";
import type { Schema } from "./schema.ts";
import { LocalDialect, openSqlite } from "./sqlite.ts";

// The only file that asks which engine runs. Everything above speaks to both alike.

const SQLITE = "sqlite:";

/** Where the file of an SQLite database lies; undefined for a database without one. */
export function fileOf(url: string): string | undefined {
  const path = url.startsWith(SQLITE) ? url.slice(SQLITE.length) : ":memory:";
  return path === ":memory:" ? undefined : path;
}

export function openEngine(url: string, patience: number): Kysely<Schema> {
  const dialect = url.startsWith(SQLITE)
    ? new LocalDialect(openSqlite(url.slice(SQLITE.length), patience), patience)
    : new PooledDialect(openPool(url, patience));
  return new Kysely<Schema>({ dialect });
}

function isPostgres<DB>(database: Kysely<DB>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

/** Begins a table whose ids the database makes, rising and never used twice. */
export function createTableWithId(database: Kysely<unknown>, name: string) {
  const table = database.schema.createTable(name);
  return isPostgres(database)
    ? table.addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    : table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement());
}

/** Lets a text column compare by its bytes, so that ranges use its index whatever the locale of the database. SQLite always does. */
export function bytewise(database: Kysely<unknown>, column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return isPostgres(database) ? column.modifyEnd(sql`collate "C"`) : column;
}

/** Waits, however long it takes, until no other process migrates. SQLite's write transaction has seen to that already. */
export async function lockMigrations(transaction: Kysely<Schema>): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(hashtext('triptych migrations'))`.execute(transaction);
}
