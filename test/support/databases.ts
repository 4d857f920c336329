import { randomBytes } from "node:crypto";
import { env } from "node:process";
import Sqlite from "better-sqlite3";
import { Kysely, sql } from "kysely";
import pg from "pg";
import root, { type Test } from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { Schema } from "../../src/database/schema.ts";
import { configure } from "../../src/database/sqlite/connections.ts";
import { SqliteFileDialect } from "../../src/database/sqlite/dialect.ts";
import { temporaryDatabase } from "./server-process.ts";

/** URL of the PostgreSQL server that the tests use; undefined for SQLite. */
const serverUrl = env.TEST_DATABASE_URL;

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
  else {
    const command = sql.raw(vacuum ? "vacuum analyze" : "analyze");
    for (const name of await listTables(database)) await sql`${command} ${sql.table(name)}`.execute(database);
  }
}

/** A serialized SQLite database, migrated and empty. */
let template: Buffer | undefined;

/** Clones a migrated database in memory, which takes 0.1 ms. The migrations run once per process. */
async function openClone(t: Test): Promise<Database> {
  if (template === undefined) {
    const memory = configure(new Sqlite(":memory:"));
    await migrate(new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer: memory }) }), "sqlite::memory:");
    template = memory.serialize();
  }
  const clone = configure(new Sqlite(template));
  t.teardown(() => clone.close());
  return new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer: clone }) });
}

/** Migrated schemas that no test is using. */
const idleSchemas: string[] = [];

/** Empties and reuses an idle schema, or creates one. */
async function openSchema(t: Test, serverUrl: string): Promise<Database> {
  const reused = idleSchemas.pop();
  const schema = reused ?? (await createSchema(serverUrl));
  const url = urlOf(serverUrl, schema);
  const database = openDatabase(url);
  t.teardown(async () => {
    await database.destroy();
    idleSchemas.push(schema);
  });
  if (reused === undefined) await migrate(database, url);
  else await truncateAll(database);
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
  await execute(serverUrl, `create schema ${name}`);
  return name;
}

async function dropSchemas(serverUrl: string, names: readonly string[]): Promise<void> {
  if (names.length > 0) await execute(serverUrl, `drop schema ${names.join(", ")} cascade`);
}

/** The server's URL with a schema as the search path. */
function urlOf(serverUrl: string, schema: string): string {
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
