import { setTimeout } from "node:timers/promises";
import { isBusy } from "./errors.ts";

// SQLite waits for another process's lock synchronously, which blocks the event loop. So its own
// `busy_timeout` is short; after it, statements are retried, and the event loop runs in between.

/** SQLite's own `busy_timeout`. */
export const BUSY_TIMEOUT_MS = 10;

export const RETRY_DELAY_MS = 10;

/** Retries `work` for `lockTimeout` milliseconds while another process holds the lock. */
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
