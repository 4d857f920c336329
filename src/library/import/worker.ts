import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { Failure } from "#contract/failure";
import { BackgroundLoop } from "../../base/background-loop.ts";
import { tracedJob } from "../../base/instrumentation.ts";
import { currentTime, type Database, inTransaction, timeOfCheck } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Schema } from "../../database/schema/schema.ts";
import * as imports from "./imports.ts";
import { store } from "./store.ts";
import * as storedFile from "./stored-file.ts";

/** Milliseconds between searches for imports that other servers accepted, or did not finish. */
const SEARCH_INTERVAL_MS = 5_000;

/**
 * Milliseconds that a server may prepare an import before others suppose that it crashed; while it stores the import, a
 * lock keeps them off.
 */
const CLAIM_MS = 60_000;

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
 * Imports files in the background, one at a time. All bookmarks of a file and the end of its import are one change, see
 * `library/journal/long-changes.ts`: what an import that is interrupted has stored is reverted, and any server begins it
 * again. Its claim keeps others from that, and while its transaction is open also a lock, however long it takes.
 */
export class ImportWorker {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #maxBytes: number;
  readonly #loop = new BackgroundLoop();

  constructor(database: Database, clock: () => number, { accountQuota }: ImportWorkerOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#maxBytes = accountQuota;
  }

  /** Starts the worker. `onError` receives what is no fault of a file; the worker tries again. */
  start(onError: (error: unknown) => void): void {
    this.#loop.start(async () => {
      await this.run().catch(onError);
      return SEARCH_INTERVAL_MS;
    });
  }

  /** Searches for imports soon. */
  wake(): void {
    this.#loop.wake();
  }

  /** Interrupts a running import, which another server or the next start begins again. */
  async close(): Promise<void> {
    await this.#loop.close();
  }

  /** Deletes expired imports, and begins each running one that no other server works on. */
  async run(): Promise<void> {
    const now = this.#clock();
    const found = await this.#search(now);
    if (found.some(({ expires_at }) => expires_at <= now))
      while (await imports.removeExpired(this.#database, this.#clock));
    for (const { account_id, id, into_id, expires_at } of found) {
      if (this.#loop.signal.aborted) return;
      if (expires_at <= now) continue;
      const claimed = await this.#claim({ accountId: account_id, id, into: into_id ?? undefined });
      if (claimed !== undefined) await tracedJob("import", () => this.#import(claimed));
    }
  }

  /** Unclaimed running imports, those with the fewest attempts first, and expired imports. */
  async #search(now: number) {
    const time = currentTime(this.#database, this.#clock);
    return this.#database
      .selectFrom("imports")
      .select(["account_id", "id", "into_id", "expires_at"])
      .where(({ eb }) =>
        eb.or([eb.and([eb("state", "=", sql.lit("running")), isUnclaimed(eb, time)]), eb("expires_at", "<=", now)]),
      )
      .orderBy("attempts")
      .orderBy("expires_at")
      .execute();
  }

  /**
   * Claims an import and counts the attempt. Ends it after too many. Returns undefined if there is nothing to do here.
   */
  async #claim(next: imports.RunningImport): Promise<ClaimedImport | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      const free = await transaction
        .selectFrom("imports")
        .select("id")
        .where("account_id", "=", next.accountId)
        .where("id", "=", next.id)
        .where("state", "=", "running")
        .where((eb) => isUnclaimed(eb, timeOfCheck(transaction, this.#clock)))
        .forUpdate()
        .executeTakeFirst();
      // Only a free import is locked: the server that has just claimed it needs the lock to store it.
      if (free === undefined || !(await engineOf(transaction).tryLock(transaction, lockOf(next)))) return undefined;
      const time = currentTime(transaction, this.#clock);
      const claimed = await transaction
        .updateTable("imports")
        .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), stored: 0, claimed_until: claimEnd(time) }))
        .where("account_id", "=", next.accountId)
        .returning(["attempts", "claimed_until"])
        .executeTakeFirstOrThrow();
      if (claimed.attempts <= MAX_ATTEMPTS) return { ...next, claimedUntil: claimed.claimed_until };
      await imports.end(transaction, next, UNKNOWN_CAUSE);
      return undefined;
    });
  }

  async #import(claimed: ClaimedImport): Promise<void> {
    const { signal } = this.#loop;
    try {
      await this.#store(claimed);
    } catch (error) {
      if (signal.aborted || error instanceof LostImport) return this.#release(claimed, { isCounted: false });
      if (error instanceof Failure && error.kind !== "unavailable") {
        const { message, reason, values } = error;
        const problem = { message, reason, values };
        await inTransaction(this.#database, (transaction) => imports.end(transaction, claimed, problem));
        return;
      }
      // The import is not to blame for an outage.
      await this.#release(claimed, { isCounted: !(error instanceof Failure) });
      throw error;
    }
  }

  async #store(claimed: imports.RunningImport): Promise<void> {
    const { accountId, into } = claimed;
    const entries = await storedFile.open(this.#database, claimed);
    let saving: Promise<void> | undefined;
    let next = PROGRESS_STEP;
    const onProgress = (stored: number): void => {
      this.#loop.signal.throwIfAborted();
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
    const options = { into, maxBytes: this.#maxBytes, onProgress };
    try {
      await inTransaction(this.#database, async (transaction) => {
        // Before `store`, which would wait for the library until another server has stored the import.
        if (!(await engineOf(transaction).tryLock(transaction, lockOf(claimed)))) throw new LostImport();
        if (!(await imports.isRunning(transaction, claimed))) throw new LostImport();
        const result = await store(transaction, this.#clock, accountId, entries, options);
        if (!(await imports.end(transaction, claimed, { result }))) throw new LostImport();
      });
    } finally {
      await saving;
    }
  }

  /**
   * Lets any server begin the import, unless one has taken it over. `isCounted`: whether the attempt may have failed
   * because of the import itself.
   */
  async #release(
    { accountId, id, claimedUntil }: ClaimedImport,
    { isCounted }: { readonly isCounted: boolean },
  ): Promise<void> {
    await this.#database
      .updateTable("imports")
      .set(({ eb }) => ({ attempts: eb("attempts", "-", isCounted ? 0 : 1), claimed_until: 0 }))
      .where("account_id", "=", accountId)
      .where("id", "=", id)
      .where("state", "=", "running")
      .where("claimed_until", "=", claimedUntil)
      .execute();
  }
}

/** An import that this server works on. */
interface ClaimedImport extends imports.RunningImport {
  readonly claimedUntil: number;
}

function claimEnd(time: Expression<number>): Expression<number> {
  return sql<number>`${time} + cast(${CLAIM_MS} as bigint)`;
}

/**
 * Like a `Lease`, a claim that ends later than one of now was written by a clock that was ahead, and does not count.
 */
function isUnclaimed(eb: ExpressionBuilder<Schema, "imports">, time: Expression<number>): Expression<SqlBool> {
  return eb.or([eb("claimed_until", "<=", time), eb("claimed_until", ">", claimEnd(time))]);
}

/** Unique also if several installations share a database server, where names of locks are not separated. */
function lockOf({ id }: imports.RunningImport): string {
  return `import ${id}`;
}

/** Rolls back an import that another server works on or has ended, or that was deleted. */
class LostImport extends Error {}
