import { sql } from "kysely";
import { BackgroundLoop } from "../background-loop.ts";
import { type Database, inTransaction, tryLock } from "../database/database.ts";
import { Failure } from "../errors.ts";
import { tracedJob } from "../instrumentation.ts";
import type { Bookmark } from "./bookmark.ts";
import * as imports from "./imports.ts";
import { MAX_BOOKMARKS } from "./preview.ts";
import { readBookmarks } from "./reader.ts";
import { store } from "./store.ts";

/** Milliseconds between searches for imports that other servers accepted, or did not finish. */
const SEARCH_INTERVAL_MS = 5_000;

/** How often an import is begun that ends a server, or fails for an unknown reason. */
const MAX_ATTEMPTS = 3;

/** Bookmarks between two updates of the progress. */
const PROGRESS_STEP = 500;

const UNKNOWN_CAUSE = "Something went wrong on the server.";

export interface ImportOptions {
  /** Bytes that an account may store. */
  readonly accountQuota: number;
}

/**
 * Imports files in the background, one at a time, because other changes wait meanwhile. All bookmarks of a file and the
 * end of its import are one transaction: an import that is interrupted has stored nothing, and any server begins it
 * again. While its transaction is open, a lock keeps others from that.
 */
export class ImportWorker {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #maxBytes: number;
  readonly #loop = new BackgroundLoop();

  constructor(database: Database, clock: () => number, { accountQuota }: ImportOptions) {
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
      const next: imports.RunningImport = { accountId: account_id, id, into: into_id ?? undefined };
      if (expires_at > now && (await this.#claim(next))) await tracedJob("import", () => this.#import(next));
    }
  }

  /** The running imports, first those that were begun least often, and the expired ones. */
  async #search(now: number) {
    return this.#database
      .selectFrom("imports")
      .select(["account_id", "id", "into_id", "expires_at"])
      .where(({ eb }) => eb.or([eb("state", "=", sql.lit("running")), eb("expires_at", "<=", now)]))
      .orderBy("attempts")
      .orderBy("expires_at")
      .execute();
  }

  /** Counts an attempt. Returns false if another server works on the import, or if there were too many attempts. */
  async #claim(next: imports.RunningImport): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      if (!(await tryLock(transaction, lockOf(next)))) return false;
      const claimed = await transaction
        .updateTable("imports")
        .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), stored: 0 }))
        .where("account_id", "=", next.accountId)
        .where("id", "=", next.id)
        .where("state", "=", "running")
        .returning("attempts")
        .executeTakeFirst();
      if (claimed === undefined) return false;
      if (claimed.attempts <= MAX_ATTEMPTS) return true;
      await imports.end(transaction, next, { message: UNKNOWN_CAUSE });
      return false;
    });
  }

  async #import(claimed: imports.RunningImport): Promise<void> {
    const { signal } = this.#loop;
    try {
      await this.#store(claimed);
    } catch (error) {
      const isOutage = error instanceof Failure && error.kind === "unavailable";
      const isLeft = signal.aborted || error instanceof LostImport;
      if (isOutage || isLeft) await this.#uncount(claimed);
      if (isLeft) return;
      if (isOutage || !(error instanceof Failure)) throw error;
      const { message } = error;
      await inTransaction(this.#database, (transaction) => imports.end(transaction, claimed, { message }));
    }
  }

  async #store(claimed: imports.RunningImport): Promise<void> {
    const { accountId, into } = claimed;
    const file = await imports.readFile(this.#database, accountId);
    const bookmarks: Bookmark[] = [];
    for await (const bookmark of readBookmarks(file, MAX_BOOKMARKS)) bookmarks.push(bookmark);
    let saving: Promise<void> | undefined;
    const onProgress = (stored: number): void => {
      this.#loop.signal.throwIfAborted();
      if (stored % PROGRESS_STEP !== 0 || saving !== undefined) return;
      // Not awaited: a database with one writer writes it after the import, where it has no effect.
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
        if (!(await tryLock(transaction, lockOf(claimed)))) throw new LostImport();
        if (!(await imports.isRunning(transaction, claimed))) throw new LostImport();
        const result = await store(transaction, this.#clock, accountId, bookmarks, options);
        if (!(await imports.end(transaction, claimed, { result }))) throw new LostImport();
      });
    } finally {
      await saving;
    }
  }

  /** Takes back an attempt that was no fault of the import. */
  async #uncount({ accountId, id }: imports.RunningImport): Promise<void> {
    await this.#database
      .updateTable("imports")
      .set(({ eb }) => ({ attempts: eb("attempts", "-", 1) }))
      .where("account_id", "=", accountId)
      .where("id", "=", id)
      .where("state", "=", "running")
      .execute();
  }
}

/** Unique also if several installations share a database server, where names of locks are not separated. */
function lockOf({ id }: imports.RunningImport): string {
  return `import ${id}`;
}

/** Rolls back an import that another server works on or has ended, or that was deleted. */
class LostImport extends Error {}
