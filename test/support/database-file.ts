import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import type { Test } from "tap";
import { type Database, type DatabaseOptions, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";

/** A migrated SQLite file. */
export interface DatabaseFile {
  readonly path: string;
  readonly database: Database;
  /** A second connection, which simulates another process. It never waits for a lock. */
  readonly other: Sqlite.Database;
}

/** Creates a migrated SQLite file in a new folder, even when other tests use PostgreSQL. */
export async function openDatabaseFile(t: Test, options: DatabaseOptions = {}): Promise<DatabaseFile> {
  const path = `${t.testdir()}/triptych.db`;
  const url = `sqlite:${path}`;
  const database = openDatabase(url, options);
  await migrate(database, url);
  const other = new Sqlite(path, { timeout: 0 });
  t.teardown(async () => {
    other.close();
    await database.destroy();
  });
  return { path, database, other };
}

/** Inserts a row into `secrets`, a table that needs no rows in other tables. */
export function addSecret(database: Database, name: string, value = "x"): Promise<unknown> {
  return database.insertInto("secrets").values({ name, value }).execute();
}

/** Reads a `PRAGMA` of the writing connection. */
export async function readPragma(database: Database, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database);
  return Object.values(rows[0] ?? {})[0];
}

/** Holds the writing connection in an open transaction until the returned function is called. */
export function holdWriter(database: Database): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = database.transaction().execute(() => promise);
  return () => {
    resolve();
    return holding;
  };
}

/** More writes than the queue of the writing connection holds. */
const TOO_MANY_WRITES = 3_000;

/** Runs `work` while the write queue is full. Returns its result, and a promise of the queued writes' outcomes. */
export async function withFullQueue<T>(database: Database, work: () => Promise<T>) {
  const release = holdWriter(database);
  const writes = Array.from({ length: TOO_MANY_WRITES }, (_, number) => addSecret(database, `queued ${number}`));
  const outcomes = Promise.allSettled(writes);
  try {
    return { result: await work(), outcomes };
  } finally {
    await release();
  }
}
