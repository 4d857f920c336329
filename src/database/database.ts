import * as kysely from "kysely";
import { retryConflicts } from "./core/failures.ts";
import type { Database, DatabaseOptions, Transaction } from "./core/handle.ts";
import { engineFor, engineOf } from "./engine.ts";

export type { Database, DatabaseOptions, Transaction } from "./core/handle.ts";
export type { StatementObserver } from "./core/status.ts";
export { currentTime, sentTime, timeFrom, timeOfCheck } from "./current-time.ts";

/** Opens `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Close it with `destroy`. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  return engineFor(url).open(url, options);
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
  return retryConflicts(() => runTransaction(database, work), engineOf(database).isConflict);
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
  return retryConflicts(
    () => database.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read),
    engineOf(database).isConflict,
  );
}
