import { existsSync, realpathSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import { type Database, type DatabaseOptions, LOCK_TIMEOUT_MS } from "../../core/handle.ts";
import { loggerFor } from "../../core/status.ts";
import type { Schema } from "../../schema/schema.ts";
import { BUSY_TIMEOUT_MS } from "./busy-timeout.ts";
import { openConnections } from "./connections.ts";
import { SqliteFileDialect } from "./dialect.ts";

const SCHEME = "sqlite:";

/** Path of a database file; undefined for a database in memory. */
export function fileOf(url: string): string | undefined {
  const path = url.slice(SCHEME.length);
  return path === ":memory:" ? undefined : path;
}

export function open(
  url: string,
  { lockTimeout = LOCK_TIMEOUT_MS, writesInThread = false, callerOf, maxHold, onStatement }: DatabaseOptions,
): Database {
  const connections = openConnections(url.slice(SCHEME.length), lockTimeout, { writesInThread });
  const dialect = new SqliteFileDialect(connections, lockTimeout, { onStatement, callerOf, maxHold });
  return new Kysely<Schema>({ dialect, ...(onStatement && { log: loggerFor(onStatement, "sqlite") }) });
}

export function openReadOnly(url: string): Database {
  const file = fileOf(url);
  if (file === undefined) throw new Error("The database is in memory.");
  return new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer: openFileReadOnly(file) }) });
}

/**
 * Opens an existing file. A read-only connection would leave the files of a write-ahead log behind if no other process
 * has the database open, so in that case this opens it like a writer, which removes them, but accepts only selects.
 */
function openFileReadOnly(path: string): Sqlite.Database {
  const options = { timeout: BUSY_TIMEOUT_MS, fileMustExist: true };
  if (existsSync(path) && existsSync(`${realpathSync(path)}-wal`))
    return new Sqlite(path, { ...options, readonly: true });
  const connection = new Sqlite(path, options);
  connection.pragma("query_only = on");
  return connection;
}
