import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";

/** How long SQLite itself waits for a lock, in milliseconds. It holds up everything in this process, so that this is short. */
export const BUSY_TIMEOUT = 10;

/** How long to let others run before the next try, in milliseconds. */
export const RETRY_DELAY = 10;

export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** Tries again while another process holds the lock that some work needs, for so many milliseconds; other work goes on meanwhile. */
export async function retryWhileBusy<T>(work: () => Promise<T>, lockTimeout: number): Promise<T> {
  const deadline = performance.now() + lockTimeout;
  for (;;) {
    await setTimeout(RETRY_DELAY);
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
  }
}
