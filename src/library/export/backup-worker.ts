import { setTimeout } from "node:timers/promises";
import { Failure } from "#contract/failure";
import { tracedJob } from "../../base/instrumentation.ts";
import type { Database } from "../../database/database.ts";
import { make, type StartedBackup } from "./backup-making.ts";

/** Backups that may wait, of all accounts. */
export const MAX_WAITING = 100;

/** Delay before each backup, in milliseconds: leaves time for requests. */
const PAUSE_MS = 10;

/**
 * Makes backups in the background, one at a time. A backup that is waiting or being made when the server
 * stops is lost: it is never listed, and deleted after a later one.
 */
export class BackupWorker {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #waiting: StartedBackup[] = [];
  #running: Promise<void> | undefined;
  #onError: ((error: unknown) => void) | undefined;

  constructor(database: Database, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Accepts backups from now on. Reports those that failed, except for the quota. */
  start(onError: (error: unknown) => void): void {
    this.#onError = onError;
  }

  /** Throws `unavailable` if too many backups are waiting. */
  assertRoom(): void {
    if (this.#waiting.length < MAX_WAITING) return;
    throw new Failure("unavailable", "Too many backups are waiting. Try again in a minute.", {
      reason: "backups-waiting",
      retryAfter: 60,
      limit: "exports",
    });
  }

  /** The number of backups that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Makes a backup after those that were added before. */
  add(started: StartedBackup): void {
    if (this.#onError === undefined) return;
    this.#waiting.push(started);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when no backup is waiting or being made. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** Accepts no more backups, and waits for the one that is being made. */
  async close(): Promise<void> {
    this.#waiting.length = 0;
    await this.settled();
    this.#onError = undefined;
  }

  async #run(): Promise<void> {
    for (;;) {
      await setTimeout(PAUSE_MS);
      const next = this.#waiting.shift();
      if (next === undefined) return;
      try {
        await tracedJob("export", () => make(this.#database, this.#clock, next));
      } catch (error) {
        if (!(error instanceof Failure && error.limit === "quota")) this.#onError?.(error);
      }
    }
  }
}
