import * as kysely from "kysely";
import { type Kysely, sql } from "kysely";
import { openEngine } from "./engine.ts";
import type { Schema } from "./schema.ts";

export { dataVersionOf } from "./engine.ts";

/** A handle on the database: queries of its own, or those of a transaction that somebody else opened. */
export type Database = Kysely<Schema>;

/** A handle where a transaction is required. While it is open nothing but it may be awaited, and a moment for others to run. */
export type Transaction = kysely.Transaction<Schema>;

export interface DatabaseOptions {
  /** How long to wait for another process's lock (SQLite) or for a connection (PostgreSQL), in milliseconds. */
  readonly lockTimeout?: number;
}

/** Opens `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Closed by its `destroy`. */
export function openDatabase(url: string, { lockTimeout = 5_000 }: DatabaseOptions = {}): Database {
  return openEngine(url, lockTimeout);
}

/** Works in the transaction that is open already, or in one of its own. */
export async function inTransaction<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return database instanceof kysely.Transaction ? work(database) : database.transaction().execute(work);
}

/** Reads in several statements what was there at one moment, without waiting for those who write. Others who do so may have to wait. */
export async function inSnapshot<T>(database: Database, read: (database: Database) => Promise<T>): Promise<T> {
  if (database.isTransaction) return read(database);
  return database.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

/** Throws `unavailable` when the database does not answer. */
export async function ping(database: Database): Promise<void> {
  await sql`select 1`.execute(database);
}
