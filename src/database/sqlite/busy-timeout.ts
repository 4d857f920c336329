import { setTimeout } from "node:timers/promises";
import { isBusy } from "./errors.ts";

// SQLite waits for another process's lock synchronously, which blocks the event loop. So SQLite itself waits
// only briefly (`busy_timeout`), and the rest of the lock timeout is spent on retries between which the event
// loop runs.

/** SQLite's own `busy_timeout`. */
export const BUSY_TIMEOUT_MS = 10;

export const RETRY_DELAY_MS = 10;

/** Repeats `work` while another process holds the lock that it needs, for up to `lockTimeout` milliseconds. */
export async function retryWhileBusy<T>(work: () => Promise<T>, lockTimeout: number): Promise<T> {
  const deadline = performance.now() + lockTimeout;
  for (;;) {
    await setTimeout(RETRY_DELAY_MS);
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
  }
}
