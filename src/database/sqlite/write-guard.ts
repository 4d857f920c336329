import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import type Sqlite from "better-sqlite3";
import { unavailable } from "../failures.ts";
import { FileIdentity, walOf } from "./file-identity.ts";
import { WalLimiter } from "./wal-limiter.ts";

/** Minimum milliseconds between checks of the files. The three `stat` calls of a check take 10 µs. */
const CHECK_INTERVAL_MS = 100;

/** Bytes of the log from which a thread copies it after a long transaction: more than it has between checkpoints. */
const MIN_SIZE_FOR_THREAD = 2 * 1024 * 1024;

/** Checks the files of a database before writes, and records that a write has failed. */
export class WriteGuard {
  readonly #path: string;
  readonly #identity: FileIdentity;
  readonly #walLimiter: WalLimiter;
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** Set when a write fails. The health check resets it once it has committed a write itself. */
  hasFailed = false;

  constructor(path: string, writer: Sqlite.Database) {
    this.#path = path;
    this.#identity = new FileIdentity(path);
    this.#walLimiter = new WalLimiter(path, writer);
  }

  /**
   * Call it before each transaction. Throws `unavailable` if a file was deleted or replaced, so that no
   * write to it is acknowledged.
   */
  beforeTransaction(): void {
    const now = performance.now();
    if (now - this.#checkedAt < CHECK_INTERVAL_MS) return;
    this.assertFilesUnchanged();
    this.#walLimiter.observe(statSync(walOf(this.#path), { throwIfNoEntry: false })?.size ?? 0);
    // Only after success: while the file is missing, every write checks again.
    this.#checkedAt = now;
  }

  /** Throws `unavailable` if a file was deleted or replaced. */
  assertFilesUnchanged(): void {
    try {
      this.#identity.assertUnchanged();
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  /**
   * Call it before a commit that may have much to write. Flushes the log to the disk without blocking
   * the event loop, and leaves copying a large log to the database to a thread; otherwise the commit
   * would do both, and block for up to 200 ms. Throws `unavailable` if the disk fails, or if a file was
   * deleted or replaced: the thread would open the new file.
   */
  async beforeLongCommit(): Promise<void> {
    this.assertFilesUnchanged();
    try {
      const log = await open(walOf(this.#path));
      try {
        await log.datasync();
        const { size } = await log.stat();
        if (size > MIN_SIZE_FOR_THREAD) this.#walLimiter.start();
      } finally {
        await log.close();
      }
    } catch (error) {
      this.hasFailed = true;
      throw unavailable(error);
    }
  }

  close(): Promise<void> {
    return this.#walLimiter.close();
  }
}
