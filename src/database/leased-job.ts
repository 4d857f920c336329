import { BackgroundLoop } from "../base/background-loop.ts";
import type { Database } from "./database.ts";
import { Lease } from "./lease.ts";

export interface LeasedJobOptions {
  /** The name of the lease. */
  readonly name: string;
  /** How long another server waits for one that has crashed, in milliseconds; `LEASE_MS` by default. */
  readonly duration?: number;
  /** See `BackgroundLoop`. */
  readonly pauseBefore?: number;
  /** Milliseconds from the start to the first run; 0 by default. */
  readonly firstDelay?: number;
  /** Milliseconds from a failed run to the next one. */
  readonly retryDelay: number;
}

/**
 * Work that is repeated in the background; of several servers, only the one that holds a lease does it. A run first
 * looks whether there is something to do, because acquiring the lease is a write. Then it calls `acquire`, does the
 * work in short transactions, calls `pause` between them, and ends with `release`; or it calls `hold`. What each server
 * must do itself, because it is about the server or its memory, uses `BackgroundLoop`.
 */
export class LeasedJob {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #options: LeasedJobOptions;
  readonly #lease: Lease;
  readonly #loop: BackgroundLoop;
  #onError: (error: unknown) => void = () => {};

  constructor(database: Database, clock: () => number, options: LeasedJobOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#options = options;
    this.#lease = this.#leaseOf(options.name);
    this.#loop = new BackgroundLoop(options.pauseBefore);
  }

  /** Aborted when the job is closed. */
  get signal(): AbortSignal {
    return this.#loop.signal;
  }

  /** Repeats `run`, which returns the milliseconds until its next run. `onError` receives the error of a failed one. */
  start(run: () => Promise<number>, onError: (error: unknown) => void): void {
    const { firstDelay = 0, retryDelay } = this.#options;
    this.#onError = onError;
    const tryRun = async () => {
      try {
        return await run();
      } catch (error) {
        onError(error);
        return retryDelay;
      }
    };
    this.#loop.start(tryRun, firstDelay);
  }

  /** Lets the next run begin soon. */
  wake(): void {
    this.#loop.wake();
  }

  /** Acquires or renews the lease. False while another server holds it. */
  acquire(): Promise<boolean> {
    return this.#lease.acquire();
  }

  /** Lets another server do the work. */
  release(): Promise<void> {
    return this.#lease.release();
  }

  /**
   * Does work that may take longer than the lease lasts, and releases the lease. A `part` of the work has a lease of
   * its own, so that several servers can do different parts. Undefined while another server holds the lease.
   */
  async hold<T>(work: () => Promise<T>, part?: string): Promise<T | undefined> {
    const lease = part === undefined ? this.#lease : this.#leaseOf(`${this.#options.name} ${part}`);
    if (!(await lease.acquire())) return undefined;
    try {
      return await lease.renewDuring(work);
    } finally {
      await lease.release().catch(this.#onError);
    }
  }

  /** Waits between two transactions. False once the job is closed, or another server holds the lease. */
  async pause(milliseconds: number): Promise<boolean> {
    return (await this.#loop.pause(milliseconds)) && (await this.acquire());
  }

  /** Waits without renewing the lease. False once the job is closed. */
  sleep(milliseconds: number): Promise<boolean> {
    return this.#loop.pause(milliseconds);
  }

  /** Resolves when the job waits for its next run, and nothing has woken it. */
  settled(): Promise<void> {
    return this.#loop.settled();
  }

  /** Ends after the current transaction, and releases the lease. */
  async close(): Promise<void> {
    await this.#loop.close();
    await this.release().catch(this.#onError);
  }

  #leaseOf(name: string): Lease {
    return new Lease(this.#database, this.#clock, name, this.#options.duration);
  }
}
