import Sqlite from "better-sqlite3";

/** Another process holds the lock, the disk is full or broken, or the file is gone. */
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|PROTOCOL)/;

/** Whether another process holds the lock that a statement needs. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** Whether SQLite can't work at the moment, through no fault of the statement. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && UNAVAILABLE.test(error.code);
}

/** Whether a row violates the unique index whose last column is `table.column`. */
export function isUniqueViolation(error: unknown, table: string, column: string): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    error.code === "SQLITE_CONSTRAINT_UNIQUE" &&
    error.message.endsWith(` ${table}.${column}`)
  );
}
