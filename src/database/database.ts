import type * as kysely from "kysely";
import { type Kysely, sql } from "kysely";
import { openEngine } from "./dialect.ts";
import type { Schema } from "./schema.ts";

/** A handle on the database: queries of its own, or those of a transaction that somebody else opened. */
export type Database = Kysely<Schema>;

/** A handle where a transaction is required. Nothing but it may be awaited while it is open. */
export type Transaction = kysely.Transaction<Schema>;

export interface DatabaseOptions {
  /** How long to wait for another process's lock (SQLite) or for a connection (PostgreSQL), in milliseconds. */
  readonly patience?: number;
}

/** Opens `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Closed by its `destroy`. */
export function openDatabase(url: string, { patience = 5_000 }: DatabaseOptions = {}): Database {
  return openEngine(url, patience);
}

/** Throws `unavailable` when the database does not answer. */
export async function ping(database: Database): Promise<void> {
  await sql`select 1`.execute(database);
}
