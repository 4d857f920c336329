import { setTimeout } from "node:timers/promises";
import { isBusy } from "./errors.ts";

// SQLite waits for another process's lock synchronously, which blocks the event loop. So its own
// `busy_timeout` is short; after it, statements are retried, and the event loop runs in between.

/** SQLite's own `busy_timeout`: enough for most commits of another process. */
export const BUSY_TIMEOUT_MS = 2;

export const RETRY_DELAY_MS = 10;

/** Retries while another process holds the lock. Shared by all callers of a connection. */
export class LockRetry {
  readonly #timeout: number;
  /** The last attempt, if it failed because of the lock. */
  #failed: { readonly at: number; readonly error: unknown } | undefined;

  /** `timeout`: how long a caller waits for the lock, in milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Whether the last attempt failed, so that the next one must go through `run`. */
  get isLocked(): boolean {
    return this.#failed !== undefined;
  }

  recordFailure(error: unknown): void {
    this.#failed = { at: performance.now(), error };
  }

  /**
   * Retries `work` until the timeout has passed since `waitingSince`. Time in a queue counts: if the
   * timeout passed there while the attempts of others failed, throws without an attempt.
   */
  async run<T>(work: () => Promise<T>, waitingSince: number): Promise<T> {
    for (;;) {
      if (this.#failed !== undefined) {
        const { at, error } = this.#failed;
        const now = performance.now();
        if (at >= waitingSince && now >= waitingSince + this.#timeout) throw error;
        const delay = at + RETRY_DELAY_MS - now;
        if (delay > 0) await setTimeout(delay);
      }
      try {
        const result = await work();
        this.#failed = undefined;
        return result;
      } catch (error) {
        if (!isBusy(error)) throw error;
        this.recordFailure(error);
      }
    }
  }
}
