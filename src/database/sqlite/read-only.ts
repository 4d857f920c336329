import { existsSync, realpathSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { BUSY_TIMEOUT_MS } from "./busy-timeout.ts";

/**
 * Opens an existing file. A read-only connection would leave the files of a write-ahead log behind if no other process
 * has the database open, so in that case this opens it like a writer, which removes them, but accepts only selects.
 */
export function openFileReadOnly(path: string): Sqlite.Database {
  const options = { timeout: BUSY_TIMEOUT_MS, fileMustExist: true };
  if (existsSync(path) && existsSync(`${realpathSync(path)}-wal`))
    return new Sqlite(path, { ...options, readonly: true });
  const connection = new Sqlite(path, options);
  connection.pragma("query_only = on");
  return connection;
}
