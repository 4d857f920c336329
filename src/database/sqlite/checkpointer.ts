import { setTimeout } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";

// A thread that copies a large write-ahead log to the database and empties it. Ends when the log is
// empty, which readers in other processes can delay.

/** Delay between attempts, in milliseconds. A failed attempt takes microseconds. */
const RETRY_DELAY_MS = 100;

/** Result of `PRAGMA wal_checkpoint`: whether it was blocked, frames in the log, frames copied. */
interface Checkpoint {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

// No timeout, because a checkpoint that waits for readers blocks writers.
const database = new Sqlite(String(workerData), { timeout: 0, fileMustExist: true });
while (!tryEmptyLog()) await setTimeout(RETRY_DELAY_MS);
database.close();

/**
 * Copies as many frames as readers allow, without blocking writers. If all were copied, empties the
 * log, which blocks writers only while the frames written in between are copied. Returns whether the
 * log is empty.
 */
function tryEmptyLog(): boolean {
  try {
    const { log, checkpointed } = checkpoint("passive");
    return log === checkpointed && checkpoint("truncate").busy === 0;
  } catch (error) {
    // For example because the disk is full: the log stays as it is.
    if (error instanceof Sqlite.SqliteError) return false;
    throw error;
  }
}

function checkpoint(mode: "passive" | "truncate"): Checkpoint {
  const [result] = database.pragma(`wal_checkpoint(${mode})`) as [Checkpoint];
  return result;
}
