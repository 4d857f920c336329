import { type ColumnDefinitionBuilder, Kysely, PostgresAdapter, sql } from "kysely";
import { openPool, PostgresPoolDialect } from "./postgres/dialect.ts";
import * as postgresTriggers from "./postgres/triggers.ts";
import type { Schema } from "./schema.ts";
import { openConnections } from "./sqlite/connections.ts";
import { SqliteFileAdapter, SqliteFileDialect } from "./sqlite/dialect.ts";
import type { SyncReader } from "./sqlite/sync-reader.ts";
import * as sqliteTriggers from "./sqlite/triggers.ts";

/** Empties an SQLite database. For test mode, whose database is always in memory. */
export { truncateAll } from "./sqlite/truncate.ts";

// The only file that checks which engine is in use. Its functions that change the schema are frozen
// like the migrations that call them: what they create must not change.

const SQLITE_SCHEME = "sqlite:";

/** Path of an SQLite database file; undefined for an in-memory database and for PostgreSQL. */
export function fileOf(url: string): string | undefined {
  const path = url.startsWith(SQLITE_SCHEME) ? url.slice(SQLITE_SCHEME.length) : ":memory:";
  return path === ":memory:" ? undefined : path;
}

/** Opens a database by its URL. `lockTimeout` in milliseconds, see `DatabaseOptions`. */
export function openKysely(url: string, lockTimeout: number): Kysely<Schema> {
  const dialect = url.startsWith(SQLITE_SCHEME)
    ? new SqliteFileDialect(openConnections(url.slice(SQLITE_SCHEME.length), lockTimeout), lockTimeout)
    : new PostgresPoolDialect(() => openPool(url, lockTimeout));
  return new Kysely<Schema>({ dialect });
}

function isPostgres<DB>(database: Kysely<DB>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

/** A value that changes with every commit of any process; undefined on PostgreSQL. */
export function dataVersionOf(database: Kysely<Schema>): string | undefined {
  const { adapter } = database.getExecutor();
  return adapter instanceof SqliteFileAdapter ? adapter.dataVersion() : undefined;
}

/**
 * The reader for synchronous selects; undefined inside a transaction, on PostgreSQL, for an
 * in-memory database, and with Kysely plugins, which it would bypass.
 */
export function syncReaderOf(database: Kysely<Schema>): SyncReader | undefined {
  const { adapter, plugins } = database.getExecutor();
  return adapter instanceof SqliteFileAdapter && !database.isTransaction && plugins.length === 0
    ? adapter.syncReader
    : undefined;
}

/** Starts a table with a generated `id`, ascending and never reused. */
export function createTableWithId(database: Kysely<unknown>, name: string) {
  const table = database.schema.createTable(name);
  return isPostgres(database)
    ? table.addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    : table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement());
}

/** Makes a column compare by bytes, as SQLite does: range queries use its index in any locale. */
export function bytewise(database: Kysely<unknown>, column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return isPostgres(database) ? column.modifyEnd(sql`collate "C"`) : column;
}

/** Waits, without a timeout, until no other process migrates. SQLite's transaction already has. */
export async function lockMigrations(transaction: Kysely<Schema>): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(hashtext('triptych migrations'))`.execute(transaction);
}

/** Creates triggers that count a table's rows, except soft-deleted ones, in `row_counts`. */
export async function createRowCount(database: Kysely<unknown>, table: string, deletedAt: string): Promise<void> {
  const { rowCountTriggers } = isPostgres(database) ? postgresTriggers : sqliteTriggers;
  await executeAll(database, rowCountTriggers(table, deletedAt));
  await sql`insert into row_counts select ${sql.lit(table)}, count(*) from ${sql.table(table)}
    where ${sql.raw(`${deletedAt} is null`)}`.execute(database);
}

/** Creates triggers that count the items, and the broken items, of each shelf in `shelves`. */
export async function createItemCounts(database: Kysely<unknown>): Promise<void> {
  const { ITEM_COUNT_TRIGGERS } = isPostgres(database) ? postgresTriggers : sqliteTriggers;
  await executeAll(database, ITEM_COUNT_TRIGGERS);
}

async function executeAll(database: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
