import { CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import type { Sequence, Suspendable, TableShape, Value } from "../core/engine.ts";
import type { Schema } from "../schema/schema.ts";
import { TABLE_GROUPS } from "../schema/table-groups.ts";

/** Values that one statement inserts; SQLite allows 32,766. */
const VALUES_PER_STATEMENT = 5_000;

/** The triggers that fill the full-text indexes, which have no other source. */
const KEPT_TRIGGERS = ["items_indexed_insert", "texts_indexed_insert"];

/** A transaction begins with its first statement, and from then on keeps all others from writing. */
export async function lockWrites(transaction: Transaction<Schema>): Promise<void> {
  await sql`select 1`.execute(transaction);
}

/**
 * Without versions nothing is cached, so that a server does not miss what is written without triggers. The new ones
 * are random, so they differ from those before.
 */
const TABLE_VERSIONS: Suspendable = {
  suspend: "delete from table_versions",
  resume: `insert into table_versions (name, version)
    values ${Object.keys(TABLE_GROUPS)
      .map((name) => `('${name}', random())`)
      .join(", ")}`,
};

/** Indexes come before triggers, which use them, and versions after these. Those of constraints have no SQL and stay. */
export async function listSuspendable(database: Kysely<Schema>): Promise<Suspendable[]> {
  const { rows } = await sql<{ type: "index" | "trigger"; name: string; sql: string }>`select type, name, sql
    from sqlite_master where type in ('index', 'trigger') and sql is not null and name not in (${sql.join(KEPT_TRIGGERS)})
    order by type, rowid`.execute(database);
  return [
    ...rows.map(({ type, name, sql: resume }) => ({ suspend: `drop ${type} "${name}"`, resume })),
    TABLE_VERSIONS,
  ];
}

export async function enforceForeignKeys(database: Kysely<Schema>, isOn: boolean): Promise<void> {
  await sql`pragma foreign_keys = ${sql.lit(isOn ? 1 : 0)}`.execute(database);
}

export async function empty(transaction: Transaction<Schema>, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(transaction);
  for (const index of ["item_index", "text_index"])
    await sql`insert into ${sql.table(index)} (${sql.ref(index)}) values ('delete-all')`.execute(transaction);
  await sql`delete from sqlite_sequence`.execute(transaction);
}

export function insertRows({ name, columns }: TableShape, rows: readonly (readonly Value[])[]): CompiledQuery[] {
  const size = Math.max(1, Math.floor(VALUES_PER_STATEMENT / columns.length));
  const placeholders = `(${columns.map(() => "?").join(", ")})`;
  const start = `insert into "${name}" (${columns.map((column) => `"${column.name}"`).join(", ")}) values `;
  const statements: CompiledQuery[] = [];
  for (let first = 0; first < rows.length; first += size) {
    const chunk = rows.slice(first, first + size);
    statements.push(CompiledQuery.raw(start + chunk.map(() => placeholders).join(", "), chunk.flat()));
  }
  return statements;
}

export async function listSequences(database: Kysely<Schema>): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`select name as "table", seq as last from sqlite_sequence
    where seq > 0 order by name`.execute(database);
  return rows;
}

export async function setSequence(database: Kysely<Schema>, { table, last }: Sequence): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${table}`.execute(database);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, cast(${last} as integer))`.execute(database);
}

/**
 * The cache of the connection that writes, in KiB. With the 4 MB of a server, a transaction that adds many rows to large
 * indexes writes and reads the same pages of the log again and again.
 */
const LARGE_CACHE_KIB = 24_000;

/** The log is copied to the database at this size, in pages. Until then a page that changes often is copied only once. */
const LARGE_LOG_PAGES = 4_000;

export async function useMoreMemory(database: Kysely<Schema>): Promise<void> {
  // Otherwise each statement copies the pages that it changes to a file, in case that it fails.
  await sql`pragma temp_store = memory`.execute(database);
  await sql`pragma cache_size = ${sql.lit(-LARGE_CACHE_KIB)}`.execute(database);
  await sql`pragma wal_autocheckpoint = ${sql.lit(LARGE_LOG_PAGES)}`.execute(database);
}

/** Nothing to do: the queries are written so that they need no statistics. */
export async function analyze(): Promise<void> {}
