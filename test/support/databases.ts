import { randomBytes } from "node:crypto";
import { env } from "node:process";
import Sqlite from "better-sqlite3";
import { Kysely, sql } from "kysely";
import pg from "pg";
import root, { type Test } from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { Schema } from "../../src/database/schema.ts";
import { configure, SqliteFileDialect } from "../../src/database/sqlite/dialect.ts";
import { temporaryDatabase } from "./server-process.ts";

/** The PostgreSQL that the tests run on; undefined: they run on SQLite. */
const server = env.TEST_DATABASE_URL;

/** Which engine the tests run on. */
export const engine = server === undefined ? "sqlite" : "postgres";

/** A migrated, empty database of a test's own, until it ends. */
export async function openTestDatabase(t: Test): Promise<Database> {
  return server === undefined ? openClone(t) : openSchema(t, server);
}

/** The address of an empty database of a test's own that nobody has migrated, for tests of migrations and of processes. */
export async function temporaryDatabaseUrl(t: Test): Promise<string> {
  if (server !== undefined) {
    const schema = await makeSchema(server);
    t.teardown(() => dropSchemas(server, [schema]));
    return urlOf(server, schema);
  }
  const { url, remove } = await temporaryDatabase();
  t.teardown(remove);
  return url;
}

let migrated: Buffer | undefined;

/** Migrates once per process, in memory; a clone of that opens in a tenth of a millisecond. */
async function openClone(t: Test): Promise<Database> {
  if (migrated === undefined) {
    const memory = configure(new Sqlite(":memory:"));
    await migrate(new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer: memory }) }), "sqlite::memory:");
    migrated = memory.serialize();
  }
  const clone = configure(new Sqlite(migrated));
  t.teardown(() => clone.close());
  return new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer: clone }) });
}

/** Schemas that this process has made and migrated, and that no test uses now. */
const idle: string[] = [];

/** Takes a schema that another test is done with and empties it, or makes one. */
async function openSchema(t: Test, server: string): Promise<Database> {
  const known = idle.pop();
  const schema = known ?? (await makeSchema(server));
  const url = urlOf(server, schema);
  const database = openDatabase(url);
  t.teardown(async () => {
    await database.destroy();
    idle.push(schema);
  });
  if (known === undefined) await migrate(database, url);
  else await empty(database);
  return database;
}

async function empty(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not in ('migrations', 'row_counts')`.execute(database);
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))} restart identity`.execute(database);
  await sql`update row_counts set count = 0`.execute(database);
}

async function makeSchema(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await execute(server, `create schema ${name}`);
  return name;
}

async function dropSchemas(server: string, names: readonly string[]): Promise<void> {
  if (names.length > 0) await execute(server, `drop schema ${names.join(", ")} cascade`);
}

/** The server's database, seen from one of its schemas. */
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

if (server !== undefined) root.teardown(() => dropSchemas(server, idle));
