import { BackgroundLoop } from "../../background-loop.ts";
import type { Database } from "../../database/database.ts";
import { LEASE_MS, Lease } from "../../database/lease.ts";
import { tracedJob } from "../../instrumentation.ts";
import { isDue } from "./making.ts";
import { findLastBackup } from "./records.ts";

/** Longest time between two checks whether a backup is due, in milliseconds. */
const CHECK_INTERVAL_MS = 60_000;

/** Delay after the first failure, in milliseconds. It doubles with each further one, up to an hour. */
const RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;

export interface ScheduleOptions {
  readonly database: Database;
  readonly clock: () => number;
  /** `Target.location`. */
  readonly target: string;
  /** Milliseconds between two backups. */
  readonly every: number;
  /** Makes a backup outside of this process. Must end soon after the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Called after a failure, with the milliseconds until the next attempt. */
  readonly onError: (error: unknown, retryAfter: number) => void;
  /** For tests. */
  readonly retryDelay?: number;
}

/**
 * Makes backups while a server runs. Of several servers, the one that holds the lease makes it. A backup that
 * is due at the start is made at once.
 */
export class BackupSchedule {
  readonly #options: ScheduleOptions;
  readonly #lease: Lease;
  readonly #loop = new BackgroundLoop();
  #failures = 0;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#lease = new Lease(options.database, options.clock, "server backup");
  }

  start(): void {
    this.#loop.start(() => this.#check());
  }

  /** Stops a running backup, and makes no more. */
  close(): Promise<void> {
    return this.#loop.close();
  }

  /** Makes a backup if one is due. Returns the milliseconds until the next check; never throws. */
  async #check(): Promise<number> {
    try {
      await this.#makeIfDue();
      this.#failures = 0;
      return Math.min(CHECK_INTERVAL_MS, this.#options.every);
    } catch (error) {
      if (this.#loop.signal.aborted) return 0;
      const { retryDelay = RETRY_MS, every } = this.#options;
      const retryAfter = Math.min(retryDelay * 2 ** this.#failures, Math.max(every, retryDelay), MAX_RETRY_MS);
      this.#failures += 1;
      this.#options.onError(error, retryAfter);
      return retryAfter;
    }
  }

  async #makeIfDue(): Promise<void> {
    const { database, target, run } = this.#options;
    const last = await findLastBackup(database, target);
    if (last !== undefined && !isDue(last, this.#options)) return;
    if (!(await this.#lease.acquire())) return;
    // If renewing fails, another server may start one too, which then finds the maintenance locked.
    const renewal = setInterval(() => void this.#lease.acquire().catch(() => {}), LEASE_MS / 3).unref();
    try {
      await tracedJob("backup", () => run(this.#loop.signal));
    } finally {
      clearInterval(renewal);
      await this.#lease.release();
    }
  }
}
