import type * as kysely from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "../schema/schema.ts";
import type { StatementObserver } from "./status.ts";

/** A database handle: the database itself, or a transaction that the caller opened. */
export type Database = Kysely<Schema>;

/** An open transaction. It blocks other writers, so inside it await only its queries and `setImmediate`. */
export type Transaction = kysely.Transaction<Schema>;

export interface DatabaseOptions {
  /** Milliseconds to wait for another process's lock (SQLite) or a free connection (PostgreSQL). */
  readonly lockTimeout?: number;
  /** SQLite files only: whether a thread writes, so that this one never waits for the disk; false by default. */
  readonly writesInThread?: boolean;
  /**
   * SQLite only: for whom the next transaction is, such as an account; transactions of different callers take turns.
   */
  readonly callerOf?: (() => string) | undefined;
  /** SQLite only: milliseconds that a long change keeps others from writing at a time; 30 by default. */
  readonly maxHold?: number | undefined;
  /** PostgreSQL only: milliseconds that a statement may take. */
  readonly statementTimeout?: number;
  /** PostgreSQL only: maximum number of connections. */
  readonly poolSize?: number;
  /** PostgreSQL only: whether repeated statements are prepared under a name; false by default. */
  readonly preparesStatements?: boolean;
  /** Called after each statement, for traces. */
  readonly onStatement?: StatementObserver | undefined;
}

/** Milliseconds to wait for a lock or a connection, unless `DatabaseOptions` say otherwise. */
export const LOCK_TIMEOUT_MS = 5_000;
