import type { Database } from "../database/database.ts";
import type { Time } from "../database/schema.ts";

const MINUTE_MS = 60_000;

/** Maximum writes that run concurrently. A use that would need another one is not recorded. */
const MAX_PENDING = 100;

/**
 * Records when API keys are used: at most once a minute per key, because a write per request would
 * be slow. Best effort: requests do not wait for the write, nor fail if it fails, so that requests with
 * a key can still read while the disk is full.
 */
export class KeyUseRecorder {
  readonly #database: Database;
  /** Called at most once a minute with the error of a failed write. */
  readonly #report: (error: unknown) => void;
  readonly #pending = new Set<Promise<void>>();
  /** Ids of keys that get no further write in `#minute`: one is in progress, failed, or is not needed. */
  readonly #skipped = new Set<number>();
  /** Start of the minute of the latest use. */
  #minute: Time = 0;
  /** Whether a failed write was reported in `#minute`. */
  #hasReported = false;

  constructor(database: Database, report: (error: unknown) => void) {
    this.#database = database;
    this.#report = report;
  }

  /**
   * Records a use. `lastUsedAt` is the stored time. Writes nothing if it is in the current or the next
   * minute: the clock of another server may be ahead.
   */
  record(id: number, lastUsedAt: Time | null, now: Time): void {
    const minute = now - (now % MINUTE_MS);
    if (minute !== this.#minute) this.#startMinute(minute);
    if (this.#skipped.has(id) || this.#pending.size >= MAX_PENDING) return;
    this.#skipped.add(id);
    if (lastUsedAt !== null && lastUsedAt >= minute && lastUsedAt <= minute + MINUTE_MS) return;
    const write = this.#write(id, minute).finally(() => this.#pending.delete(write));
    this.#pending.add(write);
  }

  /** Waits until all uses are written, or have failed. */
  async close(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #startMinute(minute: Time): void {
    this.#minute = minute;
    this.#skipped.clear();
    this.#hasReported = false;
  }

  async #write(id: number, minute: Time): Promise<void> {
    try {
      await this.#database.updateTable("api_keys").set({ last_used_at: minute }).where("id", "=", id).execute();
      this.#skipped.delete(id);
    } catch (error) {
      if (!this.#hasReported) this.#report(error);
      this.#hasReported = true;
    }
  }
}
