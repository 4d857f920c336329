import type Sqlite from "better-sqlite3";
import { type ColumnDefinitionBuilder, Kysely, PostgresAdapter, sql } from "kysely";
import * as itemCounts from "./item-counts.ts";
import { openPool, PostgresPoolDialect } from "./postgres/dialect.ts";
import type { Schema } from "./schema.ts";
import { openSqlite, SqliteFileAdapter, SqliteFileDialect } from "./sqlite/dialect.ts";

// The only file that asks which engine runs. Everything above speaks to both alike.

const SQLITE = "sqlite:";

/** Where the file of an SQLite database lies; undefined for a database without one. */
export function fileOf(url: string): string | undefined {
  const path = url.startsWith(SQLITE) ? url.slice(SQLITE.length) : ":memory:";
  return path === ":memory:" ? undefined : path;
}

export function openEngine(url: string, lockTimeout: number): Kysely<Schema> {
  const dialect = url.startsWith(SQLITE)
    ? new SqliteFileDialect(openSqlite(url.slice(SQLITE.length), lockTimeout), lockTimeout)
    : new PostgresPoolDialect(() => openPool(url, lockTimeout));
  return new Kysely<Schema>({ dialect });
}

function isPostgres<DB>(database: Kysely<DB>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

/** A text that is another one after every change that anybody commits; undefined where the engine can't tell. */
export function dataVersionOf(database: Kysely<Schema>): string | undefined {
  const { adapter } = database.getExecutor();
  return adapter instanceof SqliteFileAdapter ? adapter.stamp() : undefined;
}

/** What reads outside of transactions, at once; undefined where reading has to wait, and where somebody wants to see what is asked. */
export function readerOf(database: Kysely<Schema>): Sqlite.Database | undefined {
  const { adapter, plugins } = database.getExecutor();
  return adapter instanceof SqliteFileAdapter && !database.isTransaction && plugins.length === 0
    ? adapter.reader
    : undefined;
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

/**
 * Lets the database keep count of the rows of a table that are not deleted softly: `row_counts` tells it without a scan, whoever
 * writes the table. On PostgreSQL once per statement, so that a thousand rows are one update of the count.
 */
export async function keepCount(database: Kysely<unknown>, table: string, deletedAt: string): Promise<void> {
  const isPresent = `${deletedAt} is null`;
  const statements = isPostgres(database) ? countPerStatement(table, isPresent) : countPerRow(table, deletedAt);
  for (const statement of statements) await sql.raw(statement).execute(database);
  await sql`insert into row_counts select ${sql.lit(table)}, count(*) from ${sql.table(table)}
    where ${sql.raw(isPresent)}`.execute(database);
}

function countPerRow(table: string, deletedAt: string): string[] {
  const [before, after] = [`old.${deletedAt} is null`, `new.${deletedAt} is null`];
  const add = (change: string) => `update row_counts set count = count + ${change} where name = '${table}';`;
  return [
    `create trigger ${table}_count_insert after insert on ${table} when ${after} begin ${add("1")} end`,
    `create trigger ${table}_count_delete after delete on ${table} when ${before} begin ${add("-1")} end`,
    `create trigger ${table}_count_update after update of ${deletedAt} on ${table} when (${before}) <> (${after})
      begin ${add(`(${after}) - (${before})`)} end`,
  ];
}

function countPerStatement(table: string, isPresent: string): string[] {
  const count = (rows: string) => `(select count(*) from ${rows} where ${isPresent})`;
  const add = (change: string) => `
    create function ${table}_count_%() returns trigger language plpgsql as $$
    declare change bigint := ${change};
    begin
      if change <> 0 then update row_counts set count = count + change where name = '${table}'; end if;
      return null;
    end $$`;
  const events = [
    ["insert", "new table as arrived", count("arrived")],
    ["delete", "old table as gone", `- ${count("gone")}`],
    ["update", "old table as gone new table as arrived", `${count("arrived")} - ${count("gone")}`],
  ];
  return events.flatMap(([event = "", tables = "", change = ""]) => [
    add(change).replace("%", event),
    `create trigger ${table}_count_${event} after ${event} on ${table} referencing ${tables}
      for each statement execute function ${table}_count_${event}()`,
  ]);
}

/** Lets the database keep count of the items of each shelf, and of the broken ones among them, whoever writes the items. */
export async function keepItemCounts(database: Kysely<unknown>): Promise<void> {
  const statements = isPostgres(database) ? itemCounts.PER_STATEMENT : itemCounts.PER_ROW;
  for (const statement of statements) await sql.raw(statement).execute(database);
}
