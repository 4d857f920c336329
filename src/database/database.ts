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
  ping,
  releaseFreePages,
  renewTableVersions,
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
  /** SQLite files only: whether several processes serve from the file; false by default. */
  readonly isShared?: boolean;
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
    isShared = false,
    onStatement,
  }: DatabaseOptions = {},
): Database {
  const pool = { lockTimeout, statementTimeout, size: poolSize, preparesStatements };
  return openKysely(url, pool, { writesInThread, isShared, onStatement });
}

/** What open transactions do just before they commit. */
const lastSteps = new WeakMap<Transaction, Step[]>();

type Step = (transaction: Transaction) => Promise<void>;

/**
 * Runs `work` in the given transaction, or in a new one. Repeats a new one that was rolled back because of another: on
 * PostgreSQL after a conflict such as a deadlock, on SQLite if its group could not commit. So `work` may run up to three
 * times.
 */
export async function inTransaction<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  if (database instanceof kysely.Transaction) return work(database);
  return retryConflicts(() =>
    database.transaction().execute(async (transaction) => {
      const steps: Step[] = [];
      lastSteps.set(transaction, steps);
      const result = await work(transaction);
      for (const step of steps) await step(transaction);
      return result;
    }),
  );
}

/**
 * Runs `step` after the work of a transaction that `inTransaction` opened, just before it commits: the place to take
 * a lock for which all others would wait.
 */
export function beforeCommit(transaction: Transaction, step: Step): void {
  const steps = lastSteps.get(transaction);
  if (steps === undefined) throw new Error("Open the transaction with inTransaction.");
  steps.push(step);
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
