import type { Registry } from "./registry.ts";

/** Minimum milliseconds between two readings of the database. */
const INTERVAL_MS = 15_000;

/** Milliseconds after which a reading is outdated. */
const MAX_AGE_MS = 2 * INTERVAL_MS;

/** Rows that are counted at most. */
export const MAX_ROWS = 1_000;

/** What is read from the database. */
export interface Reading {
  /** Rows that await the cleanup, by kind. */
  readonly backlog: Readonly<Record<string, number>>;
  /** When the last backup was completed, in milliseconds since 1970; undefined if never. */
  readonly lastBackup: number | undefined;
  /** Events that wait to be delivered to webhooks. */
  readonly waitingEvents: number;
  /** Pages that wait to be read, at most 10,000. */
  readonly waitingPages: number;
  /** How long the first of them has been due, in milliseconds; 0 if none is. */
  readonly pageDelay: number;
}

/**
 * Reads the database in the background, so that scrapes, however frequent, send no queries and need not wait for a
 * database that does not respond.
 */
export class Sampler {
  readonly #read: () => Promise<Reading>;
  readonly #registry: Registry;
  readonly #timer: NodeJS.Timeout;
  #isRunning = false;
  #reading: Reading | undefined;
  #hasFailed = false;
  /** When `#reading` was read, by `performance.now()`; at first the start. */
  #readAt = performance.now();

  /** `interval` is for tests. */
  constructor(read: () => Promise<Reading>, registry: Registry, interval = INTERVAL_MS) {
    this.#read = read;
    this.#registry = registry;
    this.#timer = setInterval(() => void this.#sample(), interval).unref();
    void this.#sample();
  }

  /** The last reading; undefined if it is more than 30 seconds old. */
  get reading(): Reading | undefined {
    return performance.now() - this.#readAt > MAX_AGE_MS ? undefined : this.#reading;
  }

  /** 1 if the last reading succeeded within the last 30 seconds, else 0; undefined before the first reading ends. */
  get up(): number | undefined {
    const isOutdated = performance.now() - this.#readAt > MAX_AGE_MS;
    if (this.#hasFailed || isOutdated) return 0;
    return this.#reading === undefined ? undefined : 1;
  }

  /** Stops reading. Does not wait for a reading: the database may not respond. */
  close(): void {
    clearInterval(this.#timer);
  }

  async #sample(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      this.#reading = await this.#read();
      this.#readAt = performance.now();
      this.#hasFailed = false;
    } catch {
      this.#hasFailed = true;
      this.#registry.countError();
    } finally {
      this.#isRunning = false;
    }
  }
}
