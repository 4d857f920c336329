import type { Kysely } from "kysely";
import * as kysely from "kysely";
import { openKysely, POOL_DEFAULTS } from "./dialect.ts";
import { retryConflicts } from "./failures.ts";
import type { Schema } from "./schema.ts";
import type { StatementObserver } from "./status.ts";

export { currentTime, sentTime, timeFrom, timeOfCheck } from "./current-time.ts";
export {
  fileOf,
  hasFreePages,
  isShared,
  maintenanceOf,
  pause,
  ping,
  releaseFreePages,
  renewTableVersions,
  shouldPause,
  statusOf,
  tryLock,
  withoutSync,
} from "./dialect.ts";
export type { StatementObserver } from "./status.ts";

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

/** Opens `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Close it with `destroy`. */
export function openDatabase(
  url: string,
  {
    lockTimeout = POOL_DEFAULTS.lockTimeout,
    statementTimeout = POOL_DEFAULTS.statementTimeout,
    poolSize = POOL_DEFAULTS.size,
    preparesStatements = POOL_DEFAULTS.preparesStatements,
    writesInThread = false,
    callerOf,
    maxHold,
    onStatement,
  }: DatabaseOptions = {},
): Database {
  const pool = { lockTimeout, statementTimeout, size: poolSize, preparesStatements };
  return openKysely(url, pool, { writesInThread, callerOf, maxHold, onStatement });
}

/** What is done at the end of an open transaction. */
interface End {
  readonly lastSteps: Step[];
  readonly afterwards: Afterwards[];
}

const ends = new WeakMap<Transaction, End>();

type Step = (transaction: Transaction) => Promise<void>;

type Afterwards = (database: Database, isCommitted: boolean) => Promise<void>;

/**
 * Runs `work` in the given transaction, or in a new one. Repeats a new one that was rolled back because of another: on
 * PostgreSQL after a conflict such as a deadlock, on SQLite if its group could not commit. So `work` may run up to
 * three times, and again after each long change of somebody else for which it had to wait.
 */
export async function inTransaction<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  if (database instanceof kysely.Transaction) return work(database);
  return retryConflicts(() => runTransaction(database, work));
}

async function runTransaction<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const end: End = { lastSteps: [], afterwards: [] };
  let isCommitted = false;
  try {
    const result = await database.transaction().execute(async (transaction) => {
      ends.set(transaction, end);
      const value = await work(transaction);
      for (const step of end.lastSteps) await step(transaction);
      return value;
    });
    isCommitted = true;
    return result;
  } finally {
    for (const step of end.afterwards) await step(database, isCommitted);
  }
}

/**
 * Runs `step` after the work of a transaction that `inTransaction` opened, just before it commits: the place to take
 * a lock for which all others would wait.
 */
export function beforeCommit(transaction: Transaction, step: Step): void {
  endOf(transaction).lastSteps.push(step);
}

/** Runs `step`, which must not throw, after a transaction that `inTransaction` opened is committed or rolled back. */
export function afterTransaction(transaction: Transaction, step: Afterwards): void {
  endOf(transaction).afterwards.push(step);
}

function endOf(transaction: Transaction): End {
  const end = ends.get(transaction);
  if (end === undefined) throw new Error("Open the transaction with inTransaction.");
  return end;
}

/**
 * Runs selects on one snapshot, without waiting for writers; on SQLite, one snapshot at a time. `read` may run up to
 * three times.
 */
export async function inSnapshot<T>(database: Database, read: (database: Database) => Promise<T>): Promise<T> {
  if (database.isTransaction) return read(database);
  return retryConflicts(() =>
    database.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read),
  );
}
