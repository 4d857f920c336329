import { setTimeout } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { cleanUpPictures, cleanUpShelves } from "./cleanup.ts";
import * as library from "./library.ts";

/** Delay before every step, in milliseconds: leaves time for requests, and coalesces wake-ups. */
const PAUSE_MS = 10;

/** Delay after a failed step, in milliseconds. */
const RETRY_MS = 5_000;

/**
 * Target duration of a step, in milliseconds. After a slower step the next one processes fewer
 * items, after a faster one more.
 */
const TARGET_MS = 5;

/** Minimum and maximum number of items that one step processes. */
const MIN_ITEMS = 10;
const MAX_ITEMS = 500;

/**
 * Runs the cleanup (see `cleanup.ts`) in the background, in small steps. Wakes up after every change
 * of a library; a step with nothing to do costs two index lookups.
 */
export class CleanupWorker {
  readonly #database: Database;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #isWakePending = false;
  #items = MIN_ITEMS;
  #onError: (error: unknown) => void = () => {};
  #stopListening: (() => void) | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resumes unfinished cleanup, then runs after every change. Reports and retries failed steps. */
  start(onError: (error: unknown) => void): void {
    this.#onError = onError;
    this.#stopListening ??= library.onChange(this.#database, () => this.#wake());
    this.#wake();
  }

  /** Resolves when there is nothing left to clean up. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** Stops after the current step. The next start of the server resumes the cleanup. */
  async close(): Promise<void> {
    this.#stopListening?.();
    this.#closing.abort();
    await this.settled();
  }

  #wake(): void {
    this.#isWakePending = this.#running !== undefined;
    if (this.#closing.signal.aborted || this.#running !== undefined) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isWakePending) this.#wake();
    });
  }

  async #run(): Promise<void> {
    let delay = PAUSE_MS;
    do {
      await this.#sleep(delay);
      if (this.#closing.signal.aborted) return;
      this.#isWakePending = false;
      delay = await this.#tryStep();
    } while (delay > 0);
  }

  async #sleep(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
  }

  /** Returns the delay before the next step, in milliseconds; 0 if nothing is left to do. */
  async #tryStep(): Promise<number> {
    try {
      return (await this.#step()) ? PAUSE_MS : 0;
    } catch (error) {
      this.#onError(error);
      return RETRY_MS;
    }
  }

  async #step(): Promise<boolean> {
    const startedAt = performance.now();
    const isMoreLeft = (await cleanUpShelves(this.#database, this.#items)) || (await cleanUpPictures(this.#database));
    if (!isMoreLeft) return false;
    const isSlow = performance.now() - startedAt > TARGET_MS;
    this.#items = isSlow ? Math.max(MIN_ITEMS, Math.floor(this.#items / 2)) : Math.min(MAX_ITEMS, this.#items * 2);
    return true;
  }
}
