import { randomBytes } from "node:crypto";
import type { Context } from "../../../context.ts";
import { Failure } from "../../../errors.ts";
import type { Bookmark, SkipReason } from "../../../import/bookmark.ts";
import { MAX_BOOKMARKS, type PreviewCounts, preview } from "../../../import/preview.ts";
import { readBookmarks } from "../../../import/reader.ts";
import { type ImportResult, store } from "../../../import/store.ts";
import { recorded } from "../../../undo/recorded.ts";

/** How long a file waits for its import, and a report can be read, in milliseconds. */
const LIFETIME_MS = 60 * 60 * 1000;

/** Bytes of the files that wait, of all accounts. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Skipped entries that a report lists; all are counted. */
const MAX_LISTED = 50;

/** Characters of a skipped link that a report shows. */
const MAX_LINK = 200;

/** An entry of a file that can't become a bookmark. */
export interface SkippedEntry {
  readonly link: string;
  readonly reason: SkipReason;
}

/** What happened so far to an import. */
export type ImportState =
  | { readonly kind: "ready" }
  | { readonly kind: "running"; readonly done: number }
  | { readonly kind: "done"; readonly result: ImportResult; readonly step: number | undefined }
  | { readonly kind: "failed"; readonly message: string };

/** A file that somebody imports. */
export interface ImportJob {
  readonly id: string;
  readonly accountId: number;
  readonly createdAt: number;
  readonly counts: PreviewCounts;
  readonly skippedCount: number;
  /** The first skipped entries. */
  readonly skipped: readonly SkippedEntry[];
  readonly state: ImportState;
}

interface StoredJob extends ImportJob {
  state: ImportState;
  /** Undefined when the import has ended. */
  file: Buffer | undefined;
}

/**
 * The imports of all accounts, one of each. They are in memory: a file waits there until its owner has seen the
 * preview, and the import continues when the request has ended. An import stores all bookmarks or none, so a server
 * that stops leaves nothing half done.
 */
export class ImportJobs {
  readonly #context: Context;
  readonly #onError: (error: unknown) => void;
  readonly #jobs = new Map<number, StoredJob>();
  #last: Promise<void> = Promise.resolve();

  /** `onError` gets what is no fault of the file. */
  constructor(context: Context, onError: (error: unknown) => void) {
    this.#context = context;
    this.#onError = onError;
  }

  /** The account's import with this id. Throws `notFound`. */
  get(accountId: number, id: string): ImportJob {
    return this.#find(accountId, id);
  }

  /** The import of an account; undefined without one. */
  find(accountId: number): ImportJob | undefined {
    this.#dropOld();
    return this.#jobs.get(accountId);
  }

  /**
   * Reads a file and keeps it for `start`, instead of the account's last one. Throws `invalid` for a file without
   * bookmarks or with too many, `conflict` while an import of the account runs, and `unavailable` while too many files
   * wait.
   */
  async add(accountId: number, file: Buffer): Promise<ImportJob> {
    this.#assertIdle(accountId);
    const skipped: SkippedEntry[] = [];
    let skippedCount = 0;
    const { counts } = await preview(this.#context.database, accountId, file, ({ link }, reason) => {
      skippedCount++;
      if (skipped.length < MAX_LISTED) skipped.push({ link: link.trim().slice(0, MAX_LINK).toWellFormed(), reason });
    });
    this.#assertIdle(accountId);
    this.#assertRoom(accountId, file.length);
    const [id, createdAt] = [randomBytes(12).toString("hex"), this.#context.clock()];
    const job: StoredJob = { id, accountId, createdAt, counts, skippedCount, skipped, state: { kind: "ready" }, file };
    this.#jobs.set(accountId, job);
    return job;
  }

  /**
   * Begins to import a file, below the collection `into` or at the top level. Returns at once; `get` tells how far it
   * is. Does nothing if it has begun. Throws `notFound`.
   */
  start(accountId: number, id: string, into: number | undefined): void {
    const job = this.#find(accountId, id);
    const { file } = job;
    if (file === undefined || job.state.kind !== "ready") return;
    job.state = { kind: "running", done: 0 };
    // One after the other, because other changes wait while the bookmarks are stored.
    this.#last = this.#last.then(() => this.#run(job, file, into));
  }

  /** Forgets a file that is not imported yet, or a report. Throws `notFound`, and `conflict` while the import runs. */
  remove(accountId: number, id: string): void {
    this.#find(accountId, id);
    this.#assertIdle(accountId);
    this.#jobs.delete(accountId);
  }

  /** Resolves when no import runs. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #run(job: StoredJob, file: Buffer, into: number | undefined): Promise<void> {
    const { database, clock, config } = this.#context;
    try {
      const bookmarks: Bookmark[] = [];
      for await (const bookmark of readBookmarks(file, MAX_BOOKMARKS)) bookmarks.push(bookmark);
      const onProgress = (done: number): void => {
        job.state = { kind: "running", done };
      };
      const options = { into, maxBytes: config.accountQuota, onProgress };
      const { result, step } = await recorded(database, job.accountId, (handle) =>
        store(handle, clock, job.accountId, bookmarks, options),
      );
      job.state = { kind: "done", result, step };
    } catch (error) {
      if (!(error instanceof Failure)) this.#onError(error);
      const message = error instanceof Failure ? error.message : "Something went wrong on the server.";
      job.state = { kind: "failed", message };
    } finally {
      job.file = undefined;
    }
  }

  #find(accountId: number, id: string): StoredJob {
    this.#dropOld();
    const job = this.#jobs.get(accountId);
    if (job?.id === id) return job;
    throw new Failure("notFound", "This import is not known any more. Choose the file again.");
  }

  #assertIdle(accountId: number): void {
    if (this.#jobs.get(accountId)?.state.kind !== "running") return;
    throw new Failure("conflict", "Another import is running. Wait until it is done.");
  }

  /** The file replaces the last one of the account. */
  #assertRoom(accountId: number, bytes: number): void {
    this.#dropOld();
    const others = [...this.#jobs.values()].filter((job) => job.accountId !== accountId);
    const used = others.reduce((sum, { file }) => sum + (file?.length ?? 0), 0);
    if (used + bytes <= MAX_BYTES) return;
    throw new Failure("unavailable", "Too many imports are in progress. Try again in a moment.", {
      retryAfter: 60,
      limit: "imports",
    });
  }

  #dropOld(): void {
    const oldest = this.#context.clock() - LIFETIME_MS;
    for (const [accountId, { createdAt, state }] of this.#jobs)
      if (createdAt < oldest && state.kind !== "running") this.#jobs.delete(accountId);
  }
}
