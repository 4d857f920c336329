import { sql } from "kysely";
import { Failure } from "#contract/failure";
import { tracedJob } from "../../base/instrumentation.ts";
import { type Database, inTransaction } from "../../database/database.ts";
import { LeasedJob } from "../../database/leased-job.ts";
import * as accountIcons from "../links/account-icons.ts";
import * as imports from "./imports.ts";
import * as keptPages from "./kept-pages.ts";
import { store } from "./store.ts";
import * as storedFile from "./stored-file.ts";

/** Milliseconds between searches for imports that other servers accepted, or did not finish. */
const SEARCH_INTERVAL_MS = 5_000;

/** How long other servers wait for one that has crashed, in milliseconds. */
const LEASE_MS = 60_000;

/** Maximum attempts of an import that crashes its server or fails for an unknown reason. */
const MAX_ATTEMPTS = 3;

/** Bookmarks between two updates of the progress. */
const PROGRESS_STEP = 500;

const UNKNOWN_CAUSE = { message: "Something went wrong on the server.", reason: "internal" };

export interface ImportWorkerOptions {
  /** Bytes that an account may store. */
  readonly accountQuota: number;
}

/**
 * Imports files in the background: one at a time, but several servers different ones, because each import has a lease.
 * All bookmarks of a file and the end of its import are one change, see `library/journal/long-changes.ts`: what an
 * import that is interrupted has stored is reverted, and any server begins it again.
 */
export class ImportWorker {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #maxBytes: number;
  readonly #job: LeasedJob;

  constructor(database: Database, clock: () => number, { accountQuota }: ImportWorkerOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#maxBytes = accountQuota;
    const options = { name: "import", duration: LEASE_MS, retryDelay: SEARCH_INTERVAL_MS };
    this.#job = new LeasedJob(database, clock, options);
  }

  /** Starts the worker. `onError` receives what is no fault of a file; the worker tries again. */
  start(onError: (error: unknown) => void): void {
    this.#job.start(async () => {
      await this.run();
      return (await this.#decodeIcons()) ? 0 : SEARCH_INTERVAL_MS;
    }, onError);
  }

  /** Searches for imports soon. */
  wake(): void {
    this.#job.wake();
  }

  /** Interrupts a running import, which another server or the next start begins again. */
  async close(): Promise<void> {
    await this.#job.close();
  }

  /** Deletes expired imports, and begins each running one that no other server works on. */
  async run(): Promise<void> {
    const now = this.#clock();
    const found = await this.#search(now);
    if (found.some(({ expires_at }) => expires_at <= now))
      while (await imports.removeExpired(this.#database, this.#clock));
    for (const { account_id, id, into_id, expires_at } of found) {
      if (this.#job.signal.aborted) return;
      if (expires_at <= now) continue;
      const next = { accountId: account_id, id, into: into_id ?? undefined };
      await this.#job.hold(async () => {
        const attempt = await this.#countAttempt(next);
        if (attempt !== undefined) await tracedJob("import", () => this.#import(next, attempt));
      }, id);
    }
  }

  /** Decodes some icons of imported files. Returns whether there were any. */
  async #decodeIcons(): Promise<boolean> {
    if (!(await accountIcons.areWaiting(this.#database))) return false;
    const work = async () => {
      await accountIcons.decodeSome(this.#database);
      return true;
    };
    return (await this.#job.hold(work, "icons")) === true;
  }

  /** Running imports, those with the fewest attempts first, and expired imports. */
  async #search(now: number) {
    return this.#database
      .selectFrom("imports")
      .select(["account_id", "id", "into_id", "expires_at"])
      .where(({ eb }) => eb.or([eb("state", "=", sql.lit("running")), eb("expires_at", "<=", now)]))
      .orderBy("attempts")
      .orderBy("expires_at")
      .execute();
  }

  /** Returns the number of this attempt. Ends the import after too many; then, or if it has ended, returns undefined. */
  async #countAttempt(next: imports.RunningImport): Promise<number | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      const counted = await transaction
        .updateTable("imports")
        .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), stored: 0 }))
        .where("account_id", "=", next.accountId)
        .where("id", "=", next.id)
        .where("state", "=", "running")
        .returning("attempts")
        .executeTakeFirst();
      if (counted === undefined || counted.attempts <= MAX_ATTEMPTS) return counted?.attempts;
      await imports.end(transaction, next, UNKNOWN_CAUSE);
      return undefined;
    });
  }

  async #import(next: imports.RunningImport, attempt: number): Promise<void> {
    try {
      await this.#store(next, attempt);
    } catch (error) {
      if (this.#job.signal.aborted) return this.#uncount(next, attempt);
      if (error instanceof LostImport) return;
      if (error instanceof Failure && error.kind !== "unavailable") {
        const { message, reason, values } = error;
        const problem = { message, reason, values };
        await inTransaction(this.#database, (transaction) => imports.end(transaction, next, problem));
        return;
      }
      // The import is not to blame for an outage.
      if (error instanceof Failure) await this.#uncount(next, attempt);
      throw error;
    }
  }

  async #store(running: imports.RunningImport, attempt: number): Promise<void> {
    const { accountId, into } = running;
    const entries = await storedFile.open(this.#database, running);
    const pages = await this.#cleanPages(running);
    let saving: Promise<void> | undefined;
    let next = PROGRESS_STEP;
    const onProgress = (stored: number): void => {
      this.#job.signal.throwIfAborted();
      if (stored < next || saving !== undefined) return;
      next = stored + PROGRESS_STEP;
      // Not awaited: a database with one writer runs it when the import pauses or has ended; then it matches no row.
      saving = imports
        .saveProgress(this.#database, accountId, stored)
        .catch(() => {})
        .finally(() => {
          saving = undefined;
        });
    };
    const options = { into, maxBytes: this.#maxBytes, onProgress, pages };
    try {
      await inTransaction(this.#database, async (transaction) => {
        // Before `store`, which would wait for the library until another server has stored the import.
        if (!(await imports.isRunning(transaction, running, attempt))) throw new LostImport();
        const result = await store(transaction, this.#clock, accountId, entries, options);
        if (!(await imports.end(transaction, running, { result }))) throw new LostImport();
      });
    } finally {
      await saving;
    }
  }

  /** The pages of a file, cleaned before the transaction that stores it, because that takes long. */
  async #cleanPages(running: imports.RunningImport): Promise<keptPages.KeptPages | undefined> {
    const [database, clock] = [this.#database, this.#clock];
    const kept = await storedFile.findPages(database, running.accountId);
    if (kept === undefined) return undefined;
    const options = { database, clock, accountId: running.accountId, maxBytes: this.#maxBytes };
    const cleaned = await keptPages.clean(kept, options, this.#job.signal);
    if (kept.areClean) return cleaned;
    await storedFile.setPages(database, running, cleaned);
    await keptPages.release(database, kept);
    return cleaned;
  }

  /** Does not count an attempt that the import did not fail, unless another server has begun the next one. */
  async #uncount({ accountId, id }: imports.RunningImport, attempt: number): Promise<void> {
    await this.#database
      .updateTable("imports")
      .set(({ eb }) => ({ attempts: eb("attempts", "-", 1) }))
      .where("account_id", "=", accountId)
      .where("id", "=", id)
      .where("state", "=", "running")
      .where("attempts", "=", attempt)
      .execute();
  }
}

/** Rolls back an import that another server works on or has ended, or that was deleted. */
class LostImport extends Error {}
