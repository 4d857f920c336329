import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { BUSY_TIMEOUT_MS, RETRY_DELAY_MS } from "./busy-timeout.ts";
import { isBusy } from "./errors.ts";

/** The connections to one database. An in-memory database has only the writer. */
export interface Connections {
  readonly writer: Sqlite.Database;
  /** Read-only, for single selects outside transactions. */
  readonly reader?: Sqlite.Database;
  /** Read-only, for transactions that only read. */
  readonly snapshots?: Sqlite.Database;
}

/** Opens `:memory:` or a file. Creates a missing file and folder, readable only by the owner. */
export function openConnections(path: string, lockTimeout: number): Connections {
  if (path === ":memory:") return { writer: configure(new Sqlite(path)) };
  createFile(path);
  const writer = configure(new Sqlite(path, { timeout: BUSY_TIMEOUT_MS }), lockTimeout);
  const openReader = () => new Sqlite(path, { timeout: BUSY_TIMEOUT_MS, readonly: true });
  return { writer, reader: openReader(), snapshots: openReader() };
}

/**
 * Creates a file unless it exists. `wx` does not open an existing file: closing it would drop this
 * process's locks on it (fcntl(2)).
 */
function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

/** Sets the pragmas of the writing connection. */
export function configure(database: Sqlite.Database, lockTimeout = 0): Sqlite.Database {
  switchToWal(database, performance.now() + lockTimeout);
  // Under WAL the default is NORMAL, which loses acknowledged writes in a power loss.
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  // In pages. The commit that reaches this size also runs the checkpoint; at the default of 1000 it
  // blocks for noticeably longer.
  database.pragma("wal_autocheckpoint = 250");
  return database;
}

/**
 * Retries, because SQLite ignores `busy_timeout` when two processes switch a new file to WAL at
 * once: each holds a lock that the other needs.
 */
function switchToWal(database: Sqlite.Database, deadline: number): void {
  try {
    database.pragma("journal_mode = WAL");
  } catch (error) {
    if (!isBusy(error) || performance.now() > deadline) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_DELAY_MS);
    switchToWal(database, deadline);
  }
}
