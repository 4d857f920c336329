import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import { BatchSize } from "#contract/scheduling";
import type { Database } from "../database/database.ts";
import { statusOf } from "../database/dialect.ts";
import { Lease } from "../database/lease.ts";
import { tracedJob } from "../instrumentation.ts";
import { cleanUp, hasWork } from "./cleanup.ts";
import * as library from "./library.ts";

/** Minimum delay before every step, in milliseconds: leaves time for requests, and coalesces changes. */
const PAUSE_MS = 10;

/** How many times as long as a step the delay after it is: where requests wait for the writer, a step waits too. */
const PAUSE_FACTOR = 2;

/** Milliseconds between checks whether writes of requests still wait. */
const BUSY_PAUSE_MS = 50;

/** Milliseconds for which writes of requests go first. From then on, the cleanup takes turns with them. */
const MAX_WAIT_MS = 10_000;

/**
 * Milliseconds between searches for work that a crashed server left unfinished. Its lease expires
 * after 30 seconds, so another server resumes the work in less than a minute.
 */
const SEARCH_INTERVAL_MS = 20_000;

/** Delay after a failed step, in milliseconds. */
const RETRY_MS = 5_000;

/** Minimum and maximum number of items that one step processes. */
const MIN_ITEMS = 10;
const MAX_ITEMS = 500;

/**
 * Runs the cleanup (see `cleanup.ts`) in the background, in small steps: after every change of a
 * library, when no request waits to write or 10 seconds have passed, and every 20 seconds. A step with nothing to do costs one statement. Of several
 * servers, only the one that holds the lease cleans up.
 */
export class CleanupWorker {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #isWakePending = false;
  readonly #items = new BatchSize({ min: MIN_ITEMS, max: MAX_ITEMS });
  #onError: (error: unknown) => void = () => {};
  #stopListening: (() => void) | undefined;
  /** Runs the cleanup for the server, not for the client whose change it follows: it would take that client's turns. */
  readonly #asServer = AsyncLocalStorage.snapshot();
  #search: NodeJS.Timeout | undefined;
  readonly #lease: Lease;
  readonly #searchInterval: number;
  readonly #maxWait: number;

  /** The options are for tests. */
  constructor(
    database: Database,
    clock: () => number,
    { searchInterval = SEARCH_INTERVAL_MS, maxWait = MAX_WAIT_MS } = {},
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#lease = new Lease(database, clock, "cleanup");
    this.#searchInterval = searchInterval;
    this.#maxWait = maxWait;
  }

  /** Resumes unfinished cleanup, then runs after every change. Reports and retries failed steps. */
  start(onError: (error: unknown) => void): void {
    this.#onError = onError;
    this.#stopListening ??= library.onChange(this.#database, () => this.#wake());
    this.#search ??= setInterval(() => this.#wake(), this.#searchInterval).unref();
    this.#wake();
  }

  /** Resolves when this worker has nothing left to clean up, or another server holds the lease. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** Stops after the current step. The next start of the server resumes the cleanup. */
  async close(): Promise<void> {
    this.#stopListening?.();
    clearInterval(this.#search);
    this.#closing.abort();
    await this.settled();
    await this.#lease.release().catch(this.#onError);
  }

  #wake(): void {
    this.#isWakePending = this.#running !== undefined;
    if (this.#closing.signal.aborted || this.#running !== undefined) return;
    this.#running = this.#asServer(() => this.#run()).finally(() => {
      this.#running = undefined;
      if (this.#isWakePending) this.#wake();
    });
  }

  async #run(): Promise<void> {
    const latest = performance.now() + this.#maxWait;
    let delay = PAUSE_MS;
    do {
      await this.#sleep(delay);
      while (this.#isWriterBusy() && performance.now() < latest) await this.#sleep(BUSY_PAUSE_MS);
      if (this.#closing.signal.aborted) return;
      this.#isWakePending = false;
      delay = await this.#tryStep();
    } while (delay > 0);
  }

  #isWriterBusy(): boolean {
    const waiting = statusOf(this.#database).writes?.waiting ?? 0;
    return waiting > 0 && !this.#closing.signal.aborted;
  }

  async #sleep(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
  }

  /** Returns the delay before the next step, in milliseconds; 0 if nothing is left to do. */
  async #tryStep(): Promise<number> {
    try {
      return await this.#step();
    } catch (error) {
      this.#onError(error);
      return RETRY_MS;
    }
  }

  /** Returns the delay before the next step, as `#tryStep` does. */
  async #step(): Promise<number> {
    if (!(await hasWork(this.#database, this.#clock))) {
      await this.#lease.release();
      return 0;
    }
    if (!(await this.#lease.acquire())) return 0;
    const startedAt = performance.now();
    await this.#items.measure(() =>
      tracedJob("cleanup", () => cleanUp(this.#database, this.#clock, this.#items.current)),
    );
    return Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - startedAt));
  }
}
