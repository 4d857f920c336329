import {
  type ColumnDefinitionBuilder,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  type RawBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { unavailable } from "./failures.ts";
import { within } from "./id-lists.ts";
import type { Found, IdRange, IndexQuery } from "./index-query.ts";
import type { EngineMaintenance } from "./maintenance.ts";
import * as postgresAppendOnly from "./postgres/append-only.ts";
import { type PoolOptions, PostgresPoolAdapter, PostgresPoolDialect } from "./postgres/dialect.ts";
import * as postgresFacets from "./postgres/item-facets.ts";
import * as postgresFiles from "./postgres/item-files.ts";
import * as postgresIndex from "./postgres/item-index.ts";
import * as postgresMaintenance from "./postgres/maintenance.ts";
import * as postgresQuotas from "./postgres/quota-triggers.ts";
import { isReadOnly } from "./postgres/read-only.ts";
import * as postgresLinks from "./postgres/repeated-links.ts";
import * as postgresTriggers from "./postgres/triggers.ts";
import { COUNTED_TABLES, COUNTERS, storedBytes, UNDO_TABLES } from "./quotas.ts";
import type { Schema } from "./schema.ts";
import * as sqliteAppendOnly from "./sqlite/append-only.ts";
import { openConnections } from "./sqlite/connections.ts";
import { SqliteFileAdapter, SqliteFileDialect } from "./sqlite/dialect.ts";
import * as sqliteFacets from "./sqlite/item-facets.ts";
import * as sqliteFiles from "./sqlite/item-files.ts";
import * as sqliteIndex from "./sqlite/item-index.ts";
import { listIndexed } from "./sqlite/item-lookup.ts";
import * as sqliteMaintenance from "./sqlite/maintenance.ts";
import * as sqliteQuotas from "./sqlite/quota-triggers.ts";
import { openFileReadOnly } from "./sqlite/read-only.ts";
import * as sqliteLinks from "./sqlite/repeated-links.ts";
import type { SyncReader } from "./sqlite/sync-reader.ts";
import * as sqliteTriggers from "./sqlite/triggers.ts";
import type { DatabaseStatus, StatementObserver } from "./status.ts";

/** Reads items of an SQLite database in the order of their ids, thousands at a time. */
export { listItemPlaces } from "./sqlite/item-lookup.ts";
/** Empties an SQLite database. For test mode, whose database is always in memory. */
export { truncateAll } from "./sqlite/truncate.ts";

// The only file that checks which engine is in use. Migrations call its functions that change the
// schema, so these functions are frozen like migrations: they must always create the same schema.

const SQLITE_SCHEME = "sqlite:";

/** Names of the engines, as in OpenTelemetry's `db.system.name`. */
const SQLITE_ENGINE = "sqlite";
const POSTGRES_ENGINE = "postgresql";

/** Path of an SQLite database file; undefined for an in-memory database and for PostgreSQL. */
export function fileOf(url: string): string | undefined {
  const path = url.startsWith(SQLITE_SCHEME) ? url.slice(SQLITE_SCHEME.length) : ":memory:";
  return path === ":memory:" ? undefined : path;
}

/** Opens a database by its URL. SQLite needs only `lockTimeout`, see `DatabaseOptions`. */
export function openKysely(url: string, options: PoolOptions, onStatement?: StatementObserver): Kysely<Schema> {
  const { lockTimeout } = options;
  const dialect = url.startsWith(SQLITE_SCHEME)
    ? new SqliteFileDialect(openConnections(url.slice(SQLITE_SCHEME.length), lockTimeout), lockTimeout, onStatement)
    : new PostgresPoolDialect(url, options);
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

function isPostgres<DB>(database: Kysely<DB>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

/** A value that changes with every commit of any process; undefined on PostgreSQL or once closed. */
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

/** The engine and its version. */
export async function engineOf(database: Kysely<Schema>): Promise<{ name: "SQLite" | "PostgreSQL"; version: string }> {
  const postgres = isPostgres(database);
  const { rows } = await (postgres
    ? sql<{ version: string }>`select current_setting('server_version') as version`
    : sql<{ version: string }>`select sqlite_version() as version`
  ).execute(database);
  const [version = ""] = (rows[0]?.version ?? "").split(" ");
  return { name: postgres ? "PostgreSQL" : "SQLite", version };
}

/** The clock of the database server, in milliseconds since 1970; undefined on SQLite, which has none. */
export async function serverTime(database: Kysely<Schema>): Promise<number | undefined> {
  if (!isPostgres(database)) return undefined;
  const { rows } = await sql<{ now: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as now`.execute(database);
  return rows[0]?.now;
}

/** Whether a table exists. */
export async function hasTable(database: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await (isPostgres(database)
    ? sql`select where to_regclass(${name}) is not null`
    : sql`select from_table.name from pragma_table_list as from_table where name = ${name}`
  ).execute(database);
  return rows.length > 0;
}

/** Whether the server accepts no writes; false on SQLite. */
export async function acceptsNoWrites(database: Kysely<Schema>): Promise<boolean> {
  return isPostgres(database) && (await isReadOnly(database));
}

/** Whether an SQLite file has so many free pages that some should be given back. PostgreSQL does so itself. */
export function hasFreePages(database: Kysely<Schema>): boolean {
  const { adapter } = database.getExecutor();
  return adapter instanceof SqliteFileAdapter && adapter.hasFreePages();
}

/** Gives some free pages of an SQLite file back to the disk. Returns whether there may be more. */
export function releaseFreePages(database: Kysely<Schema>): boolean {
  const { adapter } = database.getExecutor();
  return adapter instanceof SqliteFileAdapter && adapter.releaseFreePages();
}

/** Starts a `create table` with a generated `id`, ascending and never reused. */
export function createTableWithId(database: Kysely<unknown>, name: string) {
  const table = database.schema.createTable(name);
  return isPostgres(database)
    ? table.addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    : table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement());
}

/** Makes a column compare by bytes, as in SQLite, so that range queries use its index in any locale. */
export function bytewise(database: Kysely<unknown>, column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return isPostgres(database) ? column.modifyEnd(sql`collate "C"`) : column;
}

/**
 * Waits, without a timeout, until no other process migrates. Not needed on SQLite, where only one
 * process can have a writing transaction.
 */
export async function lockMigrations(transaction: Kysely<Schema>): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(hashtext('triptych migrations'))`.execute(transaction);
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

/** Creates triggers that count a table's rows, except soft-deleted ones, in `row_counts`. */
export async function createRowCount(database: Kysely<unknown>, table: string, deletedAt: string): Promise<void> {
  const { rowCountTriggers } = isPostgres(database) ? postgresTriggers : sqliteTriggers;
  await executeAll(database, rowCountTriggers(table, deletedAt));
  await sql`insert into row_counts select ${sql.lit(table)}, count(*) from ${sql.table(table)}
    where ${sql.raw(`${deletedAt} is null`)}`.execute(database);
}

/** Creates triggers that count the bytes of backups towards the storage of their account. */
export async function createBackupUsage(database: Kysely<unknown>): Promise<void> {
  const { usageTriggers } = isPostgres(database) ? postgresQuotas : sqliteQuotas;
  await executeAll(database, usageTriggers("backup_chunks"));
}

/** Creates triggers that count the items, and the broken items, of each shelf in `shelves`. */
export async function createItemCounts(database: Kysely<unknown>): Promise<void> {
  const { ITEM_COUNT_TRIGGERS } = isPostgres(database) ? postgresTriggers : sqliteTriggers;
  await executeAll(database, ITEM_COUNT_TRIGGERS);
}

/** Creates triggers that count the rows and bytes of each account; counts the existing rows. */
export async function createUsageCounts(database: Kysely<unknown>): Promise<void> {
  const { usageTriggers } = isPostgres(database) ? postgresQuotas : sqliteQuotas;
  for (const table of COUNTED_TABLES) {
    await executeAll(database, usageTriggers(table));
    const counter = COUNTERS[table];
    const count = counter === undefined ? "" : `${counter} = counted.rows,`;
    await sql`update libraries set ${sql.raw(count)} stored_bytes = stored_bytes + counted.bytes from (
        select account_id, count(*) as rows, sum(${sql.raw(storedBytes(table, ""))}) as bytes
        from ${sql.table(table)} group by account_id
      ) as counted where libraries.account_id = counted.account_id`.execute(database);
  }
}

/** Creates triggers that count the bytes that undo steps store for each account. The tables must be empty. */
export async function createUndoUsage(database: Kysely<unknown>): Promise<void> {
  const { usageTriggers } = isPostgres(database) ? postgresQuotas : sqliteQuotas;
  for (const table of UNDO_TABLES) await executeAll(database, usageTriggers(table));
}

/** In an `insert`, before `select` or `values`: allows it to set the generated `id`. */
export function withGivenId(database: Kysely<Schema>) {
  return isPostgres(database) ? sql`overriding system value` : sql``;
}

/** Creates `product_counts`, and triggers that count the products of each account in it. */
export async function createProductCounts(database: Kysely<unknown>): Promise<void> {
  const { PRODUCT_COUNTS } = isPostgres(database) ? postgresQuotas : sqliteQuotas;
  await executeAll(database, PRODUCT_COUNTS);
}

/** Creates the full-text index of items, and triggers that index the value of `items.search_text`. */
export async function createItemIndex(database: Kysely<unknown>): Promise<void> {
  const { ITEM_INDEX } = isPostgres(database) ? postgresIndex : sqliteIndex;
  await executeAll(database, ITEM_INDEX);
}

/** Makes changes of many items change the full-text index in short steps. PostgreSQL needs nothing for that. */
export async function shortenIndexMerges(database: Kysely<unknown>): Promise<void> {
  if (!isPostgres(database)) await executeAll(database, sqliteIndex.ITEM_INDEX_MERGES);
}

/**
 * Looks up a query of the index. On SQLite, where a statement blocks the event loop, this reads the ids of all
 * matches in several statements. PostgreSQL evaluates the query in the statements that contain `isFound`.
 */
export async function lookUp(database: Kysely<Schema>, accountId: number, query: IndexQuery): Promise<Found> {
  return isPostgres(database) ? { accountId, query } : { ids: await listIndexed(database, accountId, query) };
}

/** Whether `lookUp` returns ids. */
export function looksUpIds(database: Kysely<Schema>): boolean {
  return !isPostgres(database);
}

/** The SQL condition that an item of the account, whose id is in a range, is one of those that were found. */
export function isFound(database: Kysely<Schema>, found: Found, range: IdRange): RawBuilder<SqlBool> {
  const id = sql.ref("items.id");
  if (found.ids !== undefined) {
    const ids = within(found.ids, range);
    return ids.length === range.ids?.length ? sql`1 = 1` : isOneOf(database, id, ids);
  }
  return sql`${id} in (${indexedInPostgres(found)})`;
}

/** `isFound` in a form with which PostgreSQL reads only the items that were found. */
export function isFoundFirst(database: Kysely<Schema>, found: Found, range: IdRange): RawBuilder<SqlBool> {
  if (found.ids !== undefined) return isFound(database, found, range);
  return sql`${sql.ref("items.id")} = any(array(${indexedInPostgres(found)}))`;
}

/** The common table expression makes the planner use the index; it would rather look at each item of the account. */
function indexedInPostgres({ accountId, query }: Exclude<Found, { readonly ids: unknown }>) {
  const expression = postgresIndex.toExpression(query, accountId);
  return sql`with found as materialized (
    select item_id from item_index where terms @@ cast(${expression} as tsquery)) select item_id from found`;
}

/** The SQL condition that a number is one of these. The statement is the same for any number of values. */
export function isOneOf(database: Kysely<Schema>, value: RawBuilder<unknown>, values: readonly number[]) {
  const list = JSON.stringify(values);
  return isPostgres(database)
    ? sql<SqlBool>`${value} = any(array(select json_array_elements_text(cast(${list} as json))::bigint))`
    : sql<SqlBool>`${value} in (select value from json_each(${list}))`;
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

/** Creates `facets`, `item_tags` and `item_highlights`, and the triggers on items that maintain them. */
export async function createItemFacets(database: Kysely<unknown>): Promise<void> {
  const { ITEM_FACETS } = isPostgres(database) ? postgresFacets : sqliteFacets;
  await executeAll(database, ITEM_FACETS);
}

/**
 * Creates triggers that count the bytes of files towards the storage of their account, count the items that have a
 * file, and release the files and pictures of deleted items.
 */
export async function createItemFiles(database: Kysely<unknown>): Promise<void> {
  const [{ usageTriggers }, { ITEM_FILES }] = isPostgres(database)
    ? [postgresQuotas, postgresFiles]
    : [sqliteQuotas, sqliteFiles];
  await executeAll(database, [...usageTriggers("file_chunks"), ...ITEM_FILES]);
}

/** Creates `repeated_links`, and the triggers on items that maintain it. */
export async function createRepeatedLinks(database: Kysely<unknown>): Promise<void> {
  const { REPEATED_LINKS } = isPostgres(database) ? postgresLinks : sqliteLinks;
  await executeAll(database, REPEATED_LINKS);
}

/**
 * Creates triggers that reject deletes, and updates except those that make an `erasable` column and its salt, named
 * `<column>_salt`, null. `fixed` and `erasable` together are all columns of the table.
 */
export async function createAppendOnly(
  database: Kysely<unknown>,
  table: string,
  { fixed, erasable }: { readonly fixed: readonly string[]; readonly erasable: readonly string[] },
): Promise<void> {
  const { appendOnlyTriggers } = isPostgres(database) ? postgresAppendOnly : sqliteAppendOnly;
  const isSame = (column: string) => `new.${column} is not distinct from old.${column}`;
  const isAllowed = [
    ...fixed.map(isSame),
    ...erasable.map(
      (column) => `((${isSame(column)} and ${isSame(`${column}_salt`)})
        or (new.${column} is null and new.${column}_salt is null))`,
    ),
  ].join(" and ");
  await executeAll(database, appendOnlyTriggers(table, isAllowed));
}

async function executeAll(database: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
