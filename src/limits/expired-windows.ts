import { sql } from "kysely";
import { currentTime, type Database } from "../database/database.ts";

/** Minimum milliseconds between two deletions. */
const INTERVAL_MS = 1_000;

/** Minimum rows that a deletion may delete. */
const MIN_DELETED = 100;

/** Deletes the counts of windows that have ended, a few at a time and twice as fast as new ones are inserted. */
export class ExpiredWindows {
  readonly #database: Database;
  readonly #clock: () => number;
  #inserted = 0;
  #nextAt = 0;
  #deleting: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(database: Database, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Adds to the number of windows that were inserted since the last deletion, at most. */
  addInserted(inserted: number): void {
    this.#inserted += inserted;
  }

  /** Deletes in the background if windows were inserted since the last deletion, which was a second ago. */
  deleteSome(): void {
    const now = performance.now();
    if (this.#isClosed || this.#inserted === 0 || now < this.#nextAt) return;
    const max = Math.max(MIN_DELETED, 2 * this.#inserted);
    this.#inserted = 0;
    this.#nextAt = now + INTERVAL_MS;
    this.#deleting = deleteExpired(this.#database, this.#clock, max).catch(() => {});
  }

  /** Waits for a deletion that is running, and starts no other. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#deleting;
  }
}

/** Not those that ended less than a minute ago, because their callers may be about to begin the next window. */
async function deleteExpired(database: Database, clock: () => number, max: number): Promise<void> {
  const expired = database
    .selectFrom("request_counts")
    .select("network")
    .where("ends_at", "<=", sql<number>`${currentTime(database, clock)} - 60000`)
    .orderBy("ends_at")
    .limit(max);
  await database.deleteFrom("request_counts").where("network", "in", expired).execute();
}
