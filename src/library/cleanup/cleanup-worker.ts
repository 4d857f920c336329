import { BatchSize } from "#contract/scheduling";
import { tracedJob } from "../../base/instrumentation.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { LeasedJob } from "../../database/leased-job.ts";
import * as library from "../library.ts";
import { cleanUp, hasWork } from "./cleanup.ts";

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
 * Runs the cleanup (see `cleanup.ts`) in the background, in small steps: after every change of a library, when no
 * request waits to write or 10 seconds have passed, and every 20 seconds. A step with nothing to do costs one
 * statement. Of several servers, only the one that holds the lease cleans up.
 */
export class CleanupWorker {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #items = new BatchSize({ min: MIN_ITEMS, max: MAX_ITEMS });
  readonly #job: LeasedJob;
  readonly #searchInterval: number;
  readonly #maxWait: number;
  #stopListening: (() => void) | undefined;

  /** The options are for tests. */
  constructor(
    database: Database,
    clock: () => number,
    { searchInterval = SEARCH_INTERVAL_MS, maxWait = MAX_WAIT_MS } = {},
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#job = new LeasedJob(database, clock, { name: "cleanup", pauseBefore: PAUSE_MS, retryDelay: RETRY_MS });
    this.#searchInterval = searchInterval;
    this.#maxWait = maxWait;
  }

  /** Resumes unfinished cleanup, then runs after every change. Reports and retries failed steps. */
  start(onError: (error: unknown) => void): void {
    this.#stopListening ??= library.onChange(this.#database, () => this.#job.wake());
    this.#job.start(() => this.#run(), onError);
  }

  /** Resolves when this worker has nothing left to clean up, or another server holds the lease. */
  settled(): Promise<void> {
    return this.#job.settled();
  }

  /** Stops after the current step. The next start of the server resumes the cleanup. */
  async close(): Promise<void> {
    this.#stopListening?.();
    await this.#job.close();
  }

  /** Cleans up until nothing is left. Returns the milliseconds until the next search. */
  async #run(): Promise<number> {
    const latest = performance.now() + this.#maxWait;
    do {
      while (this.#isWriterBusy() && performance.now() < latest) if (!(await this.#job.sleep(BUSY_PAUSE_MS))) return 0;
    } while (await this.#step());
    return this.#searchInterval;
  }

  #isWriterBusy(): boolean {
    return (engineOf(this.#database).statusOf(this.#database).writes?.waiting ?? 0) > 0;
  }

  /** Returns whether there may be more to do for this server. */
  async #step(): Promise<boolean> {
    if (!(await hasWork(this.#database, this.#clock))) {
      await this.#job.release();
      return false;
    }
    if (!(await this.#job.acquire())) return false;
    const startedAt = performance.now();
    await this.#items.measure(() =>
      tracedJob("cleanup", () => cleanUp(this.#database, this.#clock, this.#items.current)),
    );
    return this.#job.sleep(Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - startedAt)));
  }
}
