import { hash, randomBytes } from "node:crypto";
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { env } from "node:process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import Sqlite from "better-sqlite3";
import { Kysely, sql } from "kysely";
import pg from "pg";
import root, { type Test } from "tap";
import { temporaryDatabase } from "../../harness/server-process.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { Schema } from "../../src/database/schema/schema.ts";
import { configure } from "../../src/database/sqlite/driver/configure.ts";
import { SqliteFileDialect } from "../../src/database/sqlite/driver/dialect.ts";

/** URL of the PostgreSQL server that the tests use; undefined for SQLite. */
const serverUrl = env.TEST_DATABASE_URL;

const VACUUM_TIMEOUT_MS = 60_000;

/** The engine that the tests use. */
export const engine = serverUrl === undefined ? "sqlite" : "postgres";

/** Opens a migrated, empty database for a test, and closes it when the test ends. */
export async function openTestDatabase(t: Test): Promise<Database> {
  return serverUrl === undefined ? openClone(t) : (await openPostgres(t, serverUrl)).database;
}

/**
 * A database like that of `openTestDatabase`, with connections that no other test gets, for tests that change
 * what these have set or prepared.
 */
export async function openSeparateDatabase(t: Test): Promise<Database> {
  if (serverUrl === undefined) return openClone(t);
  const { name, database } = await createPostgres(serverUrl);
  t.teardown(async () => {
    await database.destroy();
    await dropDatabases([name]);
  });
  return database;
}

/** A database like that of `openTestDatabase`, with its URL, so that other processes can open it too. */
export async function openDatabaseWithUrl(t: Test): Promise<{ readonly url: string; readonly database: Database }> {
  if (serverUrl !== undefined) return openPostgres(t, serverUrl);
  const url = await migratedDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  return { url, database };
}

/** The URL of a new database without tables, for tests of migrations. Deleted when the test ends. */
export async function temporaryDatabaseUrl(t: Test): Promise<string> {
  return serverUrl === undefined ? temporaryFileUrl(t) : temporaryPostgresUrl(t, "template0");
}

/** The URL of a new database with tables and without rows, for tests of processes. Deleted when the test ends. */
export async function migratedDatabaseUrl(t: Test): Promise<string> {
  if (serverUrl !== undefined) return temporaryPostgresUrl(t, await templateOf(serverUrl));
  const url = await temporaryFileUrl(t);
  migratedFile ??= readMigratedFile();
  await writeFile(url.slice("sqlite:".length), await migratedFile, { mode: 0o600 });
  return url;
}

async function migrateAndClose(url: string): Promise<void> {
  const database = openDatabase(url);
  try {
    await migrate(database, url);
  } finally {
    await database.destroy();
  }
}

async function temporaryFileUrl(t: Test): Promise<string> {
  const { url, remove } = await temporaryDatabase();
  t.teardown(remove);
  return url;
}

async function temporaryPostgresUrl(t: Test, template: string): Promise<string> {
  const name = await createDatabase(template);
  t.teardown(() => dropDatabases([name]));
  return urlOf(name);
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
    // Without index_cleanup, pages with few deleted rows, such as those of the test before, may stay unmarked.
    await sql`vacuum (analyze, index_cleanup on) ${sql.table(name)}`.execute(database);
    const { rows } = await sql<{ done: boolean }>`select relallvisible >= relpages as done from pg_class
      where oid = ${name}::regclass`.execute(database);
    if (rows[0]?.done) return;
    if (timeout.aborted) throw new Error(`Pages of ${name} are not visible to all: a transaction lasts too long.`);
    await setTimeout(50);
  }
}

/** A serialized SQLite database, migrated and empty. */
let serialized: Buffer | undefined;

/** Clones a migrated database in memory, which takes 0.1 ms. The migrations run once per process. */
async function openClone(t: Test): Promise<Database> {
  serialized ??= await serializeMigrated();
  const clone = configure(new Sqlite(serialized));
  t.teardown(() => clone.close());
  // No change is committed in parts because a busy machine makes it slow. Tests of that use files.
  const dialect = new SqliteFileDialect({ writer: clone }, undefined, { maxHold: Number.POSITIVE_INFINITY });
  return new Kysely<Schema>({ dialect });
}

async function serializeMigrated(): Promise<Buffer> {
  const memory = configure(new Sqlite(":memory:"));
  await migrate(new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer: memory }) }), "sqlite::memory:");
  return memory.serialize();
}

/** The content of a migrated, empty SQLite file, which differs from a database in memory by what the header says. */
let migratedFile: Promise<Buffer> | undefined;

async function readMigratedFile(): Promise<Buffer> {
  const { url, remove } = await temporaryDatabase();
  try {
    await migrateAndClose(url);
    return await readFile(url.slice("sqlite:".length));
  } finally {
    await remove();
  }
}

interface PostgresDatabase {
  readonly name: string;
  readonly url: string;
  readonly database: Database;
}

/** Migrated databases that no test is using, still connected: a new connection reads the whole schema again. */
const idleDatabases: PostgresDatabase[] = [];

/** Empties and reuses an idle database, or creates one. */
async function openPostgres(t: Test, serverUrl: string): Promise<PostgresDatabase> {
  const reused = idleDatabases.pop();
  const opened = reused ?? (await createPostgres(serverUrl));
  t.teardown(() => idleDatabases.push(opened));
  if (reused !== undefined) await sql.raw(DELETE_ROWS).execute(opened.database);
  // Another handle, because what the server keeps in memory belongs to a handle.
  return { ...opened, database: opened.database.withoutPlugins() };
}

async function createPostgres(serverUrl: string): Promise<PostgresDatabase> {
  const name = await createDatabase(await templateOf(serverUrl));
  const url = urlOf(name);
  return { name, url, database: openDatabase(url, { preparesStatements: true }) };
}

/**
 * Deletes all rows and restarts the ids. Most tables are empty or have a few rows, so this takes a twentieth of the
 * time of truncating them all. Triggers and foreign keys are off meanwhile.
 */
const DELETE_ROWS = `
  do $$
  declare
    name text;
    count bigint;
  begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables
      where schemaname = current_schema() and tablename not in ('migrations', 'row_counts')
    loop
      execute format('select count(*) from (select from %I limit 1000) as first_rows', name) into count;
      if count = 1000 then
        execute format('truncate %I cascade', name);
      elsif count > 0 then
        execute format('delete from %I', name);
      end if;
    end loop;
    update row_counts set count = 0;
    perform setval(sequences.oid, 1, false) from pg_class as sequences
      join pg_depend as owned on owned.objid = sequences.oid and owned.deptype = 'i'
      where sequences.relkind = 'S' and sequences.relnamespace = current_schema()::regnamespace;
  end $$`;

/** The migrated database of which the databases of tests are copies. */
let templateName: Promise<string> | undefined;

async function templateOf(serverUrl: string): Promise<string> {
  templateName ??= createTemplateDatabase(serverUrl);
  return templateName;
}

/**
 * Creates the template unless another process has. It stays on the server, so its name has a hash of what migrates it;
 * those of other versions are dropped.
 */
async function createTemplateDatabase(serverUrl: string): Promise<string> {
  const folder = new URL("../../src/database/", import.meta.url);
  const files = globSync("**/*.ts", { cwd: fileURLToPath(folder) }).sort();
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
  const name = `test_template_${hash("sha1", sources.join())}`;
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('test_template'))");
    const { rows } = await client.query("select datname from pg_database where datname like 'test\\_template\\_%'");
    const names = rows.map(({ datname }) => String(datname));
    if (names.includes(name)) return name;
    // A migration that fails must not leave a template, so the name comes last.
    const unfinished = `${name}_unfinished`;
    for (const old of names) await client.query(`drop database ${old}`);
    await client.query(`create database ${unfinished} template template0`);
    await migrateAndClose(urlOf(unfinished, serverUrl));
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await execute(`create database ${name} template ${template}`);
  return name;
}

async function dropDatabases(names: readonly string[]): Promise<void> {
  for (const name of names) await execute(`drop database ${name} with (force)`);
}

/** The URL of a database of the server that the tests use. */
function urlOf(name: string, server = serverUrl): string {
  const url = new URL(server ?? "");
  url.pathname = name;
  return url.href;
}

async function execute(statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}

root.teardown(async () => {
  for (const { database } of idleDatabases) await database.destroy();
  await dropDatabases(idleDatabases.map(({ name }) => name));
});
