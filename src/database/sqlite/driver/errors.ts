import Sqlite from "better-sqlite3";
import { unavailable } from "../../core/failures.ts";

/**
 * Error codes: another process holds the lock, memory or disk is full, the disk is broken, or the file
 * is missing. SQLite can report a read error (EIO) as CORRUPT.
 */
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|PROTOCOL|CORRUPT|NOMEM)/;

/** Why a transaction was not committed: its group was rolled back because of another one, see `TransactionGroups`. */
export class RolledBackWithOthers extends Error {
  constructor(cause: unknown) {
    super("The transaction was rolled back together with others.", { cause });
  }
}

/** Whether another process holds the lock that a statement needs. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** Converts errors of SQLite that are no fault of the statement to `unavailable`; returns others unchanged. */
export function toUnavailable(error: unknown): unknown {
  return error instanceof Sqlite.SqliteError && UNAVAILABLE.test(error.code) ? unavailable(error) : error;
}

/** Whether a transaction was rolled back because of others, so that a retry may succeed. */
export function isConflict(cause: unknown): boolean {
  return cause instanceof RolledBackWithOthers;
}

/** Whether a row violates the unique index whose last column is `table.column`. */
export function isUniqueViolation(error: unknown, table: string, column: string): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    error.code === "SQLITE_CONSTRAINT_UNIQUE" &&
    error.message.endsWith(` ${table}.${column}`)
  );
}

/** Whether a row violates the check constraint with this name. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    error.code === "SQLITE_CONSTRAINT_CHECK" &&
    error.message.endsWith(` ${constraint}`)
  );
}
