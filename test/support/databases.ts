import { randomBytes } from "node:crypto";
import { env } from "node:process";
import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { Kysely, sql } from "kysely";
import pg from "pg";
import root, { type Test } from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { truncateAll as truncateFile } from "../../src/database/dialect.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { Schema } from "../../src/database/schema.ts";
import { configure } from "../../src/database/sqlite/configure.ts";
import { SqliteFileDialect } from "../../src/database/sqlite/dialect.ts";
import { temporaryDatabase } from "./server-process.ts";

/** URL of the PostgreSQL server that the tests use; undefined for SQLite. */
const serverUrl = env.TEST_DATABASE_URL;

/**
 * The URL of the PostgreSQL server from which `npm run test:moved` moves the databases of the tests, or `file` to move
 * them from files; undefined if they are created where they are.
 */
const movedFrom = env.TEST_MOVED_FROM;

/**
 * The URL of the server itself where `TEST_DATABASE_URL` is that of a pooler. Poolers do not pass on a search path, so
 * each schema of a test is then a database.
 */
const pooledServer = env.TEST_POOLED_SERVER;

export const isPooled = pooledServer !== undefined;

const VACUUM_TIMEOUT_MS = 20_000;

/** The engine that the tests use. */
export const engine = serverUrl === undefined ? "sqlite" : "postgres";

/** Opens a migrated, empty database for a test, and closes it when the test ends. */
export async function openTestDatabase(t: Test): Promise<Database> {
  return serverUrl === undefined ? openClone(t) : openSchema(t, serverUrl);
}

/** The URL of a new database without tables, for tests of migrations and of processes. Deleted when the test ends. */
export async function temporaryDatabaseUrl(t: Test): Promise<string> {
  if (serverUrl !== undefined) {
    const schema = await createSchema(serverUrl);
    t.teardown(() => dropSchemas(serverUrl, [schema]));
    return urlOf(serverUrl, schema);
  }
  const { url, remove } = await temporaryDatabase();
  t.teardown(remove);
  return url;
}

/** Waits until a statement that contains `text` has waited for a lock for some milliseconds. On PostgreSQL. */
export async function untilBlocked(database: Database, text: string): Promise<void> {
  const blocked = sql`select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and pid <> pg_backend_pid() and strpos(query, ${text}) > 0`;
  while ((await blocked.execute(database)).rows.length === 0) await setTimeout(5);
  await setTimeout(5);
}

/** The names of all tables of a database. */
export async function listTables(database: Database): Promise<string[]> {
  const tables =
    engine === "sqlite"
      ? sql<{ name: string }>`select name from pragma_table_list
          where type = 'table' and schema = 'main' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  const { rows } = await tables.execute(database);
  return rows.map(({ name }) => name);
}

/**
 * Updates the planner statistics of a database. `vacuum`: whether PostgreSQL may then use index-only scans. Names each
 * table, because without names PostgreSQL would also change the statistics that tests in other schemas rely on.
 */
export async function analyse(database: Database, { vacuum = false } = {}): Promise<void> {
  if (engine === "sqlite") await sql`analyze`.execute(database);
  else for (const name of await listTables(database)) await (vacuum ? vacuumTable : analyseTable)(database, name);
}

async function analyseTable(database: Database, name: string): Promise<void> {
  await sql`analyze ${sql.table(name)}`.execute(database);
}

/**
 * Repeats until all pages of the table are marked as visible to all. Until then, PostgreSQL may plan without index-only
 * scans; pages with rows that are newer than the snapshot of a transaction, even of another test, stay unmarked.
 */
async function vacuumTable(database: Database, name: string): Promise<void> {
  const timeout = AbortSignal.timeout(VACUUM_TIMEOUT_MS);
  for (;;) {
    await sql`vacuum analyze ${sql.table(name)}`.execute(database);
    const { rows } = await sql<{ done: boolean }>`select relallvisible >= relpages as done from pg_class
      where oid = ${name}::regclass`.execute(database);
    if (rows[0]?.done) return;
    if (timeout.aborted) throw new Error(`Pages of ${name} are not visible to all: a transaction lasts too long.`);
    await setTimeout(50);
  }
}

/** A serialized SQLite database, migrated and empty. */
let template: Buffer | undefined;

/** Clones a migrated database in memory, which takes 0.1 ms. The migrations run once per process. */
async function openClone(t: Test): Promise<Database> {
  if (template === undefined) {
    template = movedFrom === undefined ? await createTemplate() : await createMovedTemplate(movedFrom);
  }
  const clone = configure(new Sqlite(template));
  t.teardown(() => clone.close());
  return new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer: clone }) });
}

async function createTemplate(): Promise<Buffer> {
  const memory = configure(new Sqlite(":memory:"));
  await migrate(new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer: memory }) }), "sqlite::memory:");
  return memory.serialize();
}

/** Moves a filled database from PostgreSQL to a file, and empties it. */
async function createMovedTemplate(url: string): Promise<Buffer> {
  const schema = await createSchema(url);
  const { url: fileUrl, remove } = await temporaryDatabase();
  await fillAndMove(urlOf(url, schema), fileUrl);
  await dropSchemas(url, [schema]);
  const file = new Sqlite(fileUrl.slice("sqlite:".length));
  // A database in memory has no write-ahead log.
  file.pragma("journal_mode = DELETE");
  const database = new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer: file }) });
  await database.transaction().execute(truncateFile);
  await sql`update row_counts set count = 0`.execute(database);
  const bytes = file.serialize();
  file.close();
  await remove();
  return bytes;
}

async function fillAndMove(from: string, to: string): Promise<void> {
  const [{ fillEveryTable }, { move }] = await Promise.all([
    import("./filled-database.ts"),
    import("../../src/maintenance/move/move.ts"),
  ]);
  const source = openDatabase(from);
  await migrate(source, from);
  await fillEveryTable(source);
  await source.destroy();
  await move({ from, to });
}

/** Moves a filled file to a schema; the caller empties it. */
async function moveInto(url: string): Promise<void> {
  const { url: fileUrl, remove } = await temporaryDatabase();
  await fillAndMove(fileUrl, url);
  await remove();
}

/** Migrated schemas that no test is using. */
const idleSchemas: string[] = [];

/** Empties and reuses an idle schema, or creates one. */
async function openSchema(t: Test, serverUrl: string): Promise<Database> {
  const reused = idleSchemas.pop();
  const schema = reused ?? (await createSchema(serverUrl));
  const url = urlOf(serverUrl, schema);
  const database = openDatabase(url, { preparesStatements: !isPooled });
  t.teardown(async () => {
    await database.destroy();
    idleSchemas.push(schema);
  });
  if (reused === undefined) await (movedFrom === undefined ? migrate(database, url) : moveInto(url));
  if (reused !== undefined || movedFrom !== undefined) await truncateAll(database);
  return database;
}

async function truncateAll(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not in ('migrations', 'row_counts')`.execute(database);
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))} restart identity`.execute(database);
  await sql`update row_counts set count = 0`.execute(database);
}

async function createSchema(serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await execute(serverUrl, `create ${isPooled ? "database" : "schema"} ${name}`);
  return name;
}

async function dropSchemas(serverUrl: string, names: readonly string[]): Promise<void> {
  if (isPooled) for (const name of names) await execute(serverUrl, `drop database ${name} with (force)`);
  else if (names.length > 0) await execute(serverUrl, `drop schema ${names.join(", ")} cascade`);
}

/** The URL of a database with which connections do not lead through the pooler. */
export function directUrlOf(url: string): string {
  const direct = new URL(pooledServer ?? url);
  direct.pathname = new URL(url).pathname;
  return direct.href;
}

/** The server's URL with a schema as the search path. */
function urlOf(serverUrl: string, schema: string): string {
  if (isPooled) return new URL(schema, serverUrl).href;
  const options = `options=${encodeURIComponent(`-c search_path=${schema}`)}`;
  return `${serverUrl}${serverUrl.includes("?") ? "&" : "?"}${options}`;
}

async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}

if (serverUrl !== undefined) root.teardown(() => dropSchemas(serverUrl, idleSchemas));
