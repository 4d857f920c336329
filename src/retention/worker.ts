import * as auditRemoval from "../audit/removal.ts";
import type { Database } from "../database/database.ts";
import { engineOf } from "../database/engine.ts";
import { LeasedJob } from "../database/leased-job.ts";
import { erase, findDue, postpone } from "./erasure.ts";
import { deleteExpired, hasExpired, type KeepingTimes } from "./expired-rows.ts";

/** Delay between two runs, in milliseconds. */
const INTERVAL_MS = 60_000;

/** Delay between two transactions of a run, in milliseconds: leaves time for requests. */
const PAUSE_MS = 10;

export interface RetentionOptions extends KeepingTimes {
  /** Days after its deletion that an account is erased. */
  readonly eraseAfterDays: number;
  /** Days for which events of the audit log are kept; undefined: for ever. */
  readonly auditDays: number | undefined;
  /** Delay between two runs, in milliseconds. For tests. */
  readonly interval?: number;
}

/**
 * Erases deleted accounts, deletes expired rows and old events of the audit log, and gives free pages of the database
 * file back to the disk, once a minute, in short transactions. Of several servers, only the one that holds the lease
 * does.
 */
export class RetentionWorker {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #options: RetentionOptions;
  readonly #job: LeasedJob;
  #onError: (error: unknown) => void = () => {};

  constructor(database: Database, clock: () => number, options: RetentionOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#options = options;
    const { interval = INTERVAL_MS } = options;
    this.#job = new LeasedJob(database, clock, { name: "retention", firstDelay: interval, retryDelay: interval });
  }

  /** Starts the worker. `onError` receives the errors of a run; the next one tries again. */
  start(onError: (error: unknown) => void): void {
    this.#onError = onError;
    const { interval = INTERVAL_MS } = this.#options;
    this.#job.start(async () => {
      await this.run();
      return interval;
    }, onError);
  }

  /** Stops after the current transaction. The next start resumes. */
  async close(): Promise<void> {
    await this.#job.close();
  }

  /** One run. Writes nothing if there is nothing to do, or while another server holds the lease. */
  async run(): Promise<void> {
    if (!(await this.#hasWork()) || !(await this.#job.acquire())) return;
    await this.#eraseAccounts();
    while ((await deleteExpired(this.#database, this.#clock, this.#options)) && (await this.#pause()));
    while ((await this.#deleteAuditEvents()) && (await this.#pause()));
    while ((await engineOf(this.#database).releaseFreePages(this.#database)) && (await this.#pause()));
    await this.#job.release();
  }

  async #hasWork(): Promise<boolean> {
    if (engineOf(this.#database).hasFreePages(this.#database)) return true;
    if (await hasExpired(this.#database, this.#clock, this.#options)) return true;
    const { auditDays, eraseAfterDays } = this.#options;
    if (auditDays !== undefined && (await auditRemoval.hasExpired(this.#database, this.#clock, auditDays))) return true;
    return (await findDue(this.#database, this.#clock, eraseAfterDays)) !== undefined;
  }

  /** Returns whether it deleted any. */
  async #deleteAuditEvents(): Promise<boolean> {
    const { auditDays } = this.#options;
    return auditDays !== undefined && auditRemoval.deleteExpired(this.#database, this.#clock, auditDays);
  }

  async #eraseAccounts(): Promise<void> {
    for (;;) {
      const id = await findDue(this.#database, this.#clock, this.#options.eraseAfterDays);
      if (id === undefined) return;
      try {
        if (!(await erase(this.#database, this.#clock, id, { pause: () => this.#pause() }))) return;
      } catch (error) {
        this.#onError(error);
        await postpone(this.#database, this.#clock, id);
      }
    }
  }

  #pause(): Promise<boolean> {
    return this.#job.pause(PAUSE_MS);
  }
}
