import type { Database } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import type { LoginClient } from "./login/login-history.ts";
import { clientColumns, hashOf } from "./session-row.ts";
import type { SignedInUser } from "./sessions.ts";

const MINUTE_MS = 60_000;

/** Maximum writes that run concurrently. A use that would need another one is not recorded. */
const MAX_PENDING = 100;

/** Stores the time of a use, rounded down to the minute, and what else is known about it. */
type Write<Id, Use> = (id: Id, minute: Time, use: Use) => Promise<unknown>;

/**
 * Records when API keys or sessions are used: at most once a minute for each, because a write per request
 * would be slow. Best effort: requests do not wait for the write, nor fail if it fails, so that they can
 * still read while the disk is full.
 */
class UseRecorder<Id, Use = void> {
  readonly #store: Write<Id, Use>;
  /** Called at most once a minute with the error of a failed write. */
  #report: (error: unknown) => void;
  readonly #pending = new Set<Promise<void>>();
  /** Ids that get no further write in `#minute`: one is in progress, failed, or is not needed. */
  readonly #skipped = new Set<Id>();
  /** Start of the minute of the latest use. */
  #minute: Time = 0;
  /** Whether a failed write was reported in `#minute`. */
  #hasReported = false;

  constructor(store: Write<Id, Use>, report: (error: unknown) => void = () => {}) {
    this.#store = store;
    this.#report = report;
  }

  /** Reports failed writes from now on. */
  start(report: (error: unknown) => void): void {
    this.#report = report;
  }

  /**
   * Records a use. `lastUsedAt` is the stored time. Writes nothing if it is in the current or the next
   * minute: the clock of another server may be ahead.
   */
  record(id: Id, lastUsedAt: Time | null, now: Time, use: Use): void {
    const minute = now - (now % MINUTE_MS);
    if (minute !== this.#minute) this.#startMinute(minute);
    if (this.#skipped.has(id) || this.#pending.size >= MAX_PENDING) return;
    this.#skipped.add(id);
    if (lastUsedAt !== null && lastUsedAt >= minute && lastUsedAt <= minute + MINUTE_MS) return;
    const write = this.#write(id, minute, use).finally(() => this.#pending.delete(write));
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

  async #write(id: Id, minute: Time, use: Use): Promise<void> {
    try {
      await this.#store(id, minute, use);
      this.#skipped.delete(id);
    } catch (error) {
      if (!this.#hasReported) this.#report(error);
      this.#hasReported = true;
    }
  }
}

/** Records when API keys are used, by id. */
export class KeyUseRecorder extends UseRecorder<number> {
  constructor(database: Database, report: (error: unknown) => void) {
    super(
      (id, minute) => database.updateTable("api_keys").set({ last_used_at: minute }).where("id", "=", id).execute(),
      report,
    );
  }
}

/** Records when and from where sessions are used, at most once a minute for each. */
export class SessionUseRecorder {
  readonly #uses: UseRecorder<string, LoginClient>;

  constructor(database: Database) {
    this.#uses = new UseRecorder((tokenHash, minute, client) =>
      database
        .updateTable("sessions")
        .set({ last_used_at: minute, ...clientColumns(client) })
        .where("token_hash", "=", tokenHash)
        .execute(),
    );
  }

  /** Reports failed writes from now on, at most once a minute. */
  start(report: (error: unknown) => void): void {
    this.#uses.start(report);
  }

  /** Records a request with a session's token, without waiting for the write. */
  record(token: string, { last_used_at }: Pick<SignedInUser, "last_used_at">, client: LoginClient, now: Time): void {
    this.#uses.record(hashOf(token), last_used_at, now, client);
  }

  /** Waits until all uses are written, or have failed. */
  async close(): Promise<void> {
    await this.#uses.close();
  }
}
