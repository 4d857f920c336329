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
const server = env.TEST_DATABASE_URL;

/** The engine that the tests use. */
export const engine = server === undefined ? "sqlite" : "postgres";

/** Opens a migrated, empty database for a test, and closes it when the test ends. */
export async function openTestDatabase(t: Test): Promise<Database> {
  return server === undefined ? openClone(t) : openSchema(t, server);
}

/** The URL of a new database without tables, for tests of migrations and of processes. Deleted when the test ends. */
export async function temporaryDatabaseUrl(t: Test): Promise<string> {
  if (server !== undefined) {
    const schema = await createSchema(server);
    t.teardown(() => dropSchemas(server, [schema]));
    return urlOf(server, schema);
  }
  const { url, remove } = await temporaryDatabase();
  t.teardown(remove);
  return url;
}

/** A serialized SQLite database, migrated and empty. */
let template: Buffer | undefined;

/** Migrates once per process and clones the result in memory, which takes 0.1 ms. */
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
async function openSchema(t: Test, server: string): Promise<Database> {
  const reused = idleSchemas.pop();
  const schema = reused ?? (await createSchema(server));
  const url = urlOf(server, schema);
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

async function createSchema(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await execute(server, `create schema ${name}`);
  return name;
}

async function dropSchemas(server: string, names: readonly string[]): Promise<void> {
  if (names.length > 0) await execute(server, `drop schema ${names.join(", ")} cascade`);
}

/** The server's URL with a schema as the search path. */
function urlOf(server: string, schema: string): string {
  const options = `options=${encodeURIComponent(`-c search_path=${schema}`)}`;
  return `${server}${server.includes("?") ? "&" : "?"}${options}`;
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}

if (server !== undefined) root.teardown(() => dropSchemas(server, idleSchemas));
