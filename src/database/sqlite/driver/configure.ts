import type Sqlite from "better-sqlite3";
import { RETRY_DELAY_MS } from "./busy-timeout.ts";
import { isBusy } from "./errors.ts";

const MIB = 1024 * 1024;

/** Pragmas of a writing connection, after that of the journal. */
const PRAGMAS = [
  // Under WAL the default is NORMAL, which loses acknowledged writes in a power loss.
  "synchronous = FULL",
  "foreign_keys = ON",
  // In pages. The commit that reaches this size copies the log to the database.
  "wal_autocheckpoint = 1000",
  // In KiB, as the minus sign says. A transaction that changes more than this writes it to the log while it runs, not
  // all at its commit.
  "cache_size = -4000",
  // Otherwise the log keeps the largest size that it ever had, such as after a long read.
  `journal_size_limit = ${8 * MIB}`,
];

/** Sets the pragmas of a writing connection. `lockTimeout`: how long to wait for another process, in milliseconds. */
export function configure(database: Sqlite.Database, lockTimeout = 0): Sqlite.Database {
  switchToWal(database, performance.now() + lockTimeout);
  for (const pragma of PRAGMAS) database.pragma(pragma);
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
