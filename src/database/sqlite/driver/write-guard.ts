import { unavailable } from "../../core/failures.ts";
import { FileIdentity } from "./file-identity.ts";

/** Minimum milliseconds between checks of the files. The `stat` calls of a check take microseconds. */
const CHECK_INTERVAL_MS = 100;

/** Checks the files of a database before writes, and records that a write has failed. */
export class WriteGuard {
  readonly #identity: FileIdentity;
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** Set when a write fails. The health check resets it once it has committed a write itself. */
  hasFailed = false;

  constructor(path: string) {
    this.#identity = new FileIdentity(path);
  }

  /**
   * Call it before each transaction. Throws `unavailable` if a file was deleted or replaced, so that no
   * write to it is acknowledged.
   */
  beforeTransaction(): void {
    const now = performance.now();
    if (now - this.#checkedAt < CHECK_INTERVAL_MS) return;
    this.assertFilesUnchanged();
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
}
