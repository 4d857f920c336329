import { mkdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { BUSY_TIMEOUT_MS, RETRY_DELAY_MS } from "./busy-timeout.ts";
import { isBusy } from "./errors.ts";
import { assertNotLost } from "./existence-marker.ts";
import { enableIncrementalVacuum } from "./free-pages.ts";
import { WAL_PRAGMAS } from "./wal-limiter.ts";

/** The connections to one database. An in-memory database has only the writer. */
export interface Connections {
  /** The file without symbolic links, because the write-ahead log is beside the real file. */
  readonly path?: string;
  readonly writer: Sqlite.Database;
  /** Read-only, for single selects outside transactions. */
  readonly reader?: Sqlite.Database;
  /** Read-only, for transactions that only read. */
  readonly snapshots?: Sqlite.Database;
}

/**
 * Opens `:memory:` or a file. Creates a missing file and folder, readable only by the owner. Throws
 * if the file is missing or empty although it existed at an earlier start.
 */
export function openConnections(path: string, lockTimeout: number): Connections {
  if (path === ":memory:") return { writer: configure(new Sqlite(path)) };
  assertNotLost(path);
  createFile(path);
  const { ino } = statSync(path);
  const opened = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
  enableIncrementalVacuum(path, opened);
  const writer = configure(opened, lockTimeout);
  if (statSync(path).ino !== ino) {
    writer.close();
    throw new Error(`The database file ${path} was replaced while it was being opened, by a restore. Start again.`);
  }
  const openReader = () => new Sqlite(path, { timeout: BUSY_TIMEOUT_MS, readonly: true });
  return { path: realpathSync(path), writer, reader: openReader(), snapshots: openReader() };
}

/**
 * Creates a file unless it exists. The flag `wx` fails without opening an existing file: opening
 * and closing it would drop this process's locks on it (fcntl(2)). It also fails for a symbolic link
 * to a missing file, which has no locks.
 */
function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    if (statSync(path, { throwIfNoEntry: false }) === undefined) writeFileSync(path, "", { flag: "a", mode: 0o600 });
  }
}

/** Sets the pragmas of the writing connection. */
export function configure(database: Sqlite.Database, lockTimeout = 0): Sqlite.Database {
  switchToWal(database, performance.now() + lockTimeout);
  // Under WAL the default is NORMAL, which loses acknowledged writes in a power loss.
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  for (const pragma of WAL_PRAGMAS) database.pragma(pragma);
  return database;
}

/**
 * Switches the file to WAL. Retries, because SQLite ignores `busy_timeout` when two processes
 * switch a new file at once: each holds a lock that the other needs.
 */
function switchToWal(database: Sqlite.Database, deadline: number): void {
  try {
    database.pragma("journal_mode = WAL");
    database.pragma("user_version"); // The first read creates the WAL.
  } catch (error) {
    if (!isBusy(error) || performance.now() > deadline) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_DELAY_MS);
    switchToWal(database, deadline);
  }
}
