import { CompiledQuery, Kysely, type LogEvent, type RawBuilder, type SqlBool, sql } from "kysely";
import { isPostgres } from "./engine.ts";
import { unavailable } from "./failures.ts";
import type { EngineMaintenance } from "./maintenance.ts";
import { ACQUIRE_LOCKS, inLockOrder } from "./postgres/advisory-locks.ts";
import { type PoolOptions, PostgresPoolAdapter, PostgresPoolDialect } from "./postgres/dialect.ts";
import * as postgresMaintenance from "./postgres/maintenance.ts";
import type { Pipelines } from "./postgres/pipelines.ts";
import * as presence from "./postgres/presence.ts";
import { isReadOnly } from "./postgres/read-only.ts";
import { RENEW_VERSIONS } from "./postgres/table-versions.ts";
import type { Schema } from "./schema.ts";
import { type FileOptions, openConnections } from "./sqlite/connections.ts";
import { SqliteFileAdapter, SqliteFileDialect } from "./sqlite/dialect.ts";
import type { Fairness } from "./sqlite/driver.ts";
import * as sqliteMaintenance from "./sqlite/maintenance.ts";
import { openFileReadOnly } from "./sqlite/read-only.ts";
import type { SyncReader } from "./sqlite/sync-reader.ts";
import type { DatabaseStatus, StatementObserver } from "./status.ts";
import type { TableVersions } from "./table-groups.ts";

/** Empties an SQLite database. For test mode, whose database is always in memory. */
export { truncateAll } from "./sqlite/truncate.ts";

const SQLITE_SCHEME = "sqlite:";

/** Names of the engines, as in OpenTelemetry's `db.system.name`. */
const SQLITE_ENGINE = "sqlite";
const POSTGRES_ENGINE = "postgresql";

/** Path of an SQLite database file; undefined for an in-memory database and for PostgreSQL. */
export function fileOf(url: string): string | undefined {
  const path = url.startsWith(SQLITE_SCHEME) ? url.slice(SQLITE_SCHEME.length) : ":memory:";
  return path === ":memory:" ? undefined : path;
}

type KyselyOptions = FileOptions & Fairness & { readonly onStatement: StatementObserver | undefined };

/** Opens a database by its URL, see `DatabaseOptions`. Of the options of a pool, SQLite needs only `lockTimeout`. */
export function openKysely(
  url: string,
  pool: PoolOptions,
  { writesInThread, onStatement, ...fairness }: KyselyOptions,
): Kysely<Schema> {
  const { lockTimeout } = pool;
  const openFile = () => openConnections(url.slice(SQLITE_SCHEME.length), lockTimeout, { writesInThread });
  const dialect = url.startsWith(SQLITE_SCHEME)
    ? new SqliteFileDialect(openFile(), lockTimeout, { onStatement, ...fairness })
    : new PostgresPoolDialect(url, pool, onStatement);
  if (onStatement === undefined) return new Kysely<Schema>({ dialect });
  const engine = url.startsWith(SQLITE_SCHEME) ? SQLITE_ENGINE : POSTGRES_ENGINE;
  return new Kysely<Schema>({ dialect, log: toLogger(onStatement, engine) });
}

/** Kysely's logger for an observer of statements. */
function toLogger(onStatement: StatementObserver, engine: string) {
  return (event: LogEvent) =>
    onStatement({
      engine,
      sql: event.query.sql,
      milliseconds: event.queryDurationMillis,
      ...(event.level === "error" && { error: event.error }),
    });
}

/** What the engine reports about itself, for metrics. Cheap enough to be called ten times a second. */
export function statusOf(database: Kysely<Schema>): DatabaseStatus {
  const { adapter } = database.getExecutor();
  if (adapter instanceof SqliteFileAdapter) return { engine: SQLITE_ENGINE, ...adapter.status() };
  return { engine: POSTGRES_ENGINE, ...(adapter instanceof PostgresPoolAdapter && { pool: adapter.status() }) };
}

/** Opens an existing database that is only read; see `openReadOnly`. */
export function openReadOnlyKysely(url: string): Kysely<Schema> {
  const dialect = url.startsWith(SQLITE_SCHEME)
    ? new SqliteFileDialect({ writer: openFileReadOnly(url.slice(SQLITE_SCHEME.length)) })
    : new PostgresPoolDialect(url, { size: 2, lockTimeout: 5_000, statementTimeout: 10_000 });
  return new Kysely<Schema>({ dialect });
}

/** The defaults of `DatabaseOptions`. Times in milliseconds. */
export const POOL_DEFAULTS = { lockTimeout: 5_000, statementTimeout: 30_000, size: 10, preparesStatements: false };

/** Opens a standby of PostgreSQL; see `Standby`. */
export function openStandbyKysely(url: string, options: PoolOptions, onStatement?: StatementObserver): Kysely<Schema> {
  const dialect = new PostgresPoolDialect(url, { ...options, isStandby: true });
  if (onStatement === undefined) return new Kysely<Schema>({ dialect });
  return new Kysely<Schema>({ dialect, log: toLogger(onStatement, POSTGRES_ENGINE) });
}

/** Reads the versions of the committed data by group of tables; undefined on PostgreSQL. */
export function syncVersionReaderOf(database: Kysely<Schema>): (() => TableVersions | undefined) | undefined {
  const { adapter } = database.getExecutor();
  return adapter instanceof SqliteFileAdapter ? adapter.tableVersions : undefined;
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

/**
 * The pipelined connections for short statements; undefined inside a transaction, on SQLite, where there are none, and
 * with Kysely plugins, which they would bypass.
 */
export function pipelinesOf(database: Kysely<Schema>): Pipelines | undefined {
  const { adapter, plugins } = database.getExecutor();
  return adapter instanceof PostgresPoolAdapter && !database.isTransaction && plugins.length === 0
    ? adapter.pipelines()
    : undefined;
}

/** Invalidates all cached responses of all processes, for changes of tables that triggers otherwise fill. */
export async function renewTableVersions(transaction: Kysely<Schema>): Promise<void> {
  if (isPostgres(transaction)) await sql`select ${sql.raw(RENEW_VERSIONS)}`.execute(transaction);
  else await sql`update table_versions set version = random()`.execute(transaction);
}

/** What maintenance does on the engine of this database. */
export function maintenanceOf(database: Kysely<Schema>): EngineMaintenance {
  return isPostgres(database) ? postgresMaintenance.MAINTENANCE : sqliteMaintenance.MAINTENANCE;
}

/**
 * Throws `unavailable` if the database can't be read or written. Does not queue behind writers. On
 * SQLite it writes a file, so call it through `createHealthCheck`, which does so at most once a second.
 */
export async function ping(database: Kysely<Schema>): Promise<void> {
  const { adapter } = database.getExecutor();
  if (adapter instanceof SqliteFileAdapter) return adapter.checkHealth();
  if (await isReadOnly(database)) throw unavailable(new Error("The PostgreSQL server accepts no writes."));
}

/** Whether an SQLite file has so many free pages that some should be given back. PostgreSQL does so itself. */
export function hasFreePages(database: Kysely<Schema>): boolean {
  const { adapter } = database.getExecutor();
  return adapter instanceof SqliteFileAdapter && adapter.hasFreePages();
}

/** Gives some free pages of an SQLite file back to the disk. Returns whether there may be more. */
export async function releaseFreePages(database: Kysely<Schema>): Promise<boolean> {
  const { adapter } = database.getExecutor();
  return adapter instanceof SqliteFileAdapter && adapter.releaseFreePages();
}

/**
 * Waits, without a timeout, until no other process migrates; throws during a restore. Not needed on SQLite,
 * where only one process can have a writing transaction.
 */
export async function lockMigrations(transaction: Kysely<Schema>): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(hashtext('triptych migrations'))`.execute(transaction);
  await presence.assertNotReplaced(transaction);
}

/**
 * Tells restores that a server uses the database, for this many milliseconds. Throws during a restore. On SQLite, an
 * open file tells them.
 */
export async function announce(database: Kysely<Schema>, id: string, duration: number): Promise<void> {
  if (!isPostgres(database)) return;
  await database.transaction().execute((transaction) => presence.announce(transaction, id, duration));
}

/** Tells restores that a server no longer uses the database. */
export async function withdraw(database: Kysely<Schema>, id: string): Promise<void> {
  if (isPostgres(database)) await presence.withdraw(database, id);
}

/**
 * Whether a transaction has kept others from writing for so long that it should let them: after 100 ms, or after half a
 * second if only another process might wait. Never on PostgreSQL, where others write at the same time.
 */
export async function shouldPause(transaction: Kysely<Schema>): Promise<boolean> {
  const executor = transaction.getExecutor();
  const { adapter } = executor;
  if (!(adapter instanceof SqliteFileAdapter)) return false;
  return executor.provideConnection(async (connection) => adapter.shouldPause(connection));
}

/** Commits a transaction, lets others write, and begins a new one with the same handle. On SQLite. */
export async function pause(transaction: Kysely<Schema>): Promise<void> {
  const executor = transaction.getExecutor();
  const { adapter } = executor;
  if (adapter instanceof SqliteFileAdapter) await executor.provideConnection((connection) => adapter.pause(connection));
}

/**
 * Tries to lock a name until the transaction ends, without waiting; false if another transaction
 * holds it. On SQLite a writing transaction locks the whole database already.
 */
export async function tryLock(transaction: Kysely<Schema>, name: string): Promise<boolean> {
  if (!isPostgres(transaction)) return true;
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0))
    as locked`.execute(transaction);
  return rows[0]?.locked === true;
}

/** Whether several servers may use the database at a time. */
export function isShared(database: Kysely<Schema>): boolean {
  return isPostgres(database);
}

/**
 * The end of an `insert … select … from` whose commit need not wait for the disk: a crash of PostgreSQL may lose the
 * last tenths of a second of such changes.
 */
export function withoutSync(database: Kysely<Schema>): RawBuilder<unknown> {
  if (!isPostgres(database)) return sql`where true`;
  return sql`cross join (select set_config('synchronous_commit', 'off', true) as setting) as sync
    where sync.setting = 'off'`;
}

/**
 * Runs `work`, one statement, so that no other process runs it with one of these names at the same time. PostgreSQL
 * needs locks for that: two statements do not see each other's rows. On SQLite only one statement writes at a time. As
 * with `withoutSync`, the commit does not wait for the disk of PostgreSQL.
 */
export async function withLocks<T>(
  database: Kysely<Schema>,
  names: readonly string[],
  work: (database: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  if (!isPostgres(database)) return work(database);
  const lock = `select set_config('synchronous_commit', 'off', true), (${ACQUIRE_LOCKS})`;
  return database.transaction().execute(async (transaction) => {
    await transaction.executeQuery(CompiledQuery.raw(lock, [inLockOrder(names)]));
    return work(transaction);
  });
}

/** In an `insert`, before `select` or `values`: allows it to set the generated `id`. */
export function withGivenId(database: Kysely<Schema>) {
  return isPostgres(database) ? sql`overriding system value` : sql``;
}

/** Whether an index finds a row value of a column and the id of the row. SQLite would compare the id of each row. */
export function indexesRowValues(database: Kysely<Schema>): boolean {
  return isPostgres(database);
}

/** The SQL condition that a number is one of these. The statement is the same for any number of values. */
export function isOneOf(database: Kysely<Schema>, value: RawBuilder<unknown>, values: readonly number[]) {
  const list = JSON.stringify(values);
  return isPostgres(database)
    ? sql<SqlBool>`${value} = any(array(select json_array_elements_text(cast(${list} as json))::bigint))`
    : sql<SqlBool>`${value} in (select value from json_each(${list}))`;
}

/**
 * A table of numbers or nulls with these columns and types, of at most 1,000 rows. The statement is the same for any
 * rows: making one with a parameter for each value takes several times as long as updating or inserting the rows.
 */
export function tableOfNumbers(
  database: Kysely<Schema>,
  columns: Readonly<Record<string, "bigint" | "integer" | "double precision">>,
  rows: readonly (readonly (number | null)[])[],
) {
  const list = JSON.stringify(rows);
  const isOnPostgres = isPostgres(database);
  const values = Object.entries(columns).map(([name, type], index) => {
    const value = sql`value ->> ${sql.lit(index)}`;
    return sql`${isOnPostgres ? sql`(${value})::${sql.raw(type)}` : value} as ${sql.ref(name)}`;
  });
  const source = isOnPostgres ? sql`json_array_elements(cast(${list} as json))` : sql`json_each(${list})`;
  return sql`(select ${sql.join(values)} from ${source})`;
}

/** The SQL condition that an id is in a JSON array of few ids, for prepared queries: its plan fits any values. */
export function isInArray(database: Kysely<Schema>, id: RawBuilder<number>, array: RawBuilder<string>) {
  return isPostgres(database)
    ? sql<SqlBool>`${id} in (select json_array_elements_text(cast(${array} as json))::bigint)`
    : sql<SqlBool>`${id} in (select value from json_each(${array}))`;
}

/**
 * The end of the first range after an id that one statement should search, with `size` items of the account;
 * undefined if that is the rest, and on PostgreSQL, where statements do not block the event loop.
 */
export async function endOfRange(
  database: Kysely<Schema>,
  accountId: number,
  { after, size }: { readonly after: number; readonly size: number },
): Promise<number | undefined> {
  if (isPostgres(database)) return undefined;
  const last = await database
    .selectFrom("items")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(1)
    .offset(size - 1)
    .executeTakeFirst();
  return last?.id;
}
