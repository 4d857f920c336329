import * as kysely from "kysely";
import { type Kysely, sql } from "kysely";
import { openKysely } from "./dialect.ts";
import type { Schema } from "./schema.ts";

export { dataVersionOf } from "./dialect.ts";

/** A database handle: the database itself, or a transaction that the caller opened. */
export type Database = Kysely<Schema>;

/** An open transaction. It blocks other writers: await only its queries and `setImmediate`. */
export type Transaction = kysely.Transaction<Schema>;

export interface DatabaseOptions {
  /** Milliseconds to wait for another process's lock (SQLite) or a free connection (PostgreSQL). */
  readonly lockTimeout?: number;
}

/** Opens `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Close it with `destroy`. */
export function openDatabase(url: string, { lockTimeout = 5_000 }: DatabaseOptions = {}): Database {
  return openKysely(url, lockTimeout);
}

/** Runs `work` in the given transaction, or in a new one. */
export async function inTransaction<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return database instanceof kysely.Transaction ? work(database) : database.transaction().execute(work);
}

/** Runs selects on one snapshot, without waiting for writers; on SQLite, one snapshot at a time. */
export async function inSnapshot<T>(database: Database, read: (database: Database) => Promise<T>): Promise<T> {
  if (database.isTransaction) return read(database);
  return database.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

/** Throws `unavailable` when the database can't be reached. */
export async function ping(database: Database): Promise<void> {
  await sql`select 1`.execute(database);
}
