import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import pg from "pg";
import type { Test } from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { Schema } from "../../src/database/schema.ts";
import { configure, LocalDialect } from "../../src/database/sqlite.ts";

/** The PostgreSQL that the tests run on; undefined: they run on SQLite. */
const server = env.TEST_DATABASE_URL;

/** Which engine the tests run on. */
export const engine = server === undefined ? "sqlite" : "postgres";

/** A migrated, empty database of a test's own, until it ends. */
export async function openTestDatabase(t: Test): Promise<Database> {
  if (server === undefined) return closing(t, await openClone());
  const url = await temporaryDatabaseUrl(t);
  const database = closing(t, openDatabase(url));
  await migrate(database, url);
  return database;
}

/** The address of an empty database of a test's own, for tests that start processes. */
export async function temporaryDatabaseUrl(t: Test): Promise<string> {
  if (server !== undefined) {
    const { url, drop } = await makeSchema(server);
    t.teardown(drop);
    return url;
  }
  const folder = await mkdtemp(join(tmpdir(), "triptych-test-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, "triptych.db")}`;
}

function closing(t: Test, database: Database): Database {
  t.teardown(() => database.destroy());
  return database;
}

let migrated: Buffer | undefined;

/** Migrates once per process, in memory; a clone of that opens in a tenth of a millisecond. */
async function openClone(): Promise<Database> {
  if (migrated === undefined) {
    const memory = configure(new Sqlite(":memory:"));
    await migrate(new Kysely<Schema>({ dialect: new LocalDialect(memory) }), "sqlite::memory:");
    migrated = memory.serialize();
  }
  return new Kysely<Schema>({ dialect: new LocalDialect(configure(new Sqlite(migrated))) });
}

/** A schema of its own in the server's database, and how to drop it. */
async function makeSchema(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await execute(server, `create schema ${name}`);
  const url = new URL(server);
  url.searchParams.set("options", `-c search_path=${name}`);
  return { url: url.href.replaceAll("+", "%20"), drop: () => execute(server, `drop schema ${name} cascade`) };
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
