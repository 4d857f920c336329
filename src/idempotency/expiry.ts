import { tracedJob } from "../base/instrumentation.ts";
import type { Database } from "../database/database.ts";
import { LeasedJob } from "../database/leased-job.ts";
import { LIFETIME_MS } from "./stored-responses.ts";

/** Delay between two runs, in milliseconds. */
const INTERVAL_MS = 60_000;

/** Delay between two batches of a run, in milliseconds: leaves time for requests. */
const PAUSE_MS = 10;

/** Rows that one statement deletes, which takes a few milliseconds. */
const BATCH_SIZE = 100;

/**
 * Deletes up to `maxRows` expired keys, and up to `maxRows` that a wrong clock stored with a time
 * a lifetime or more ahead. Returns whether there may be more.
 */
export async function deleteExpired(database: Database, clock: () => number, maxRows = BATCH_SIZE): Promise<boolean> {
  const now = clock();
  const mayHaveExpired = await deleteBatch(database, "<=", now - LIFETIME_MS, maxRows);
  const mayHaveFuture = await deleteBatch(database, ">=", now + LIFETIME_MS, maxRows);
  return mayHaveExpired || mayHaveFuture;
}

/** Counts the expired keys that await deletion, at most `max`. */
export async function countExpired(database: Database, clock: () => number, max: number): Promise<number> {
  const expired = await database
    .selectFrom("stored_responses")
    .select("id")
    .where("created_at", "<=", clock() - LIFETIME_MS)
    .limit(max)
    .execute();
  return expired.length;
}

/** Returns whether there may be more rows to delete. */
async function deleteBatch(database: Database, operator: "<=" | ">=", time: number, maxRows: number) {
  const { numDeletedRows } = await database
    .deleteFrom("stored_responses")
    .where("id", "in", (from) =>
      from.selectFrom("stored_responses").select("id").where("created_at", operator, time).limit(maxRows),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(maxRows);
}

/**
 * Deletes expired keys in the background, in small batches, once a minute. Of several servers, only the one that holds
 * the lease does.
 */
export class ExpiryWorker {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #interval: number;
  readonly #job: LeasedJob;

  /** `interval`: the delay between two runs, in milliseconds. */
  constructor(database: Database, clock: () => number, interval = INTERVAL_MS) {
    this.#database = database;
    this.#clock = clock;
    this.#interval = interval;
    const delays = { firstDelay: interval, retryDelay: interval };
    this.#job = new LeasedJob(database, clock, { name: "idempotency keys", ...delays });
  }

  /** Starts the worker. `onError` receives the error of a failed batch, which the next run tries again. */
  start(onError: (error: unknown) => void): void {
    this.#job.start(() => this.#run(), onError);
  }

  /** Stops after the current batch. */
  async close(): Promise<void> {
    await this.#job.close();
  }

  async #run(): Promise<number> {
    if ((await this.#hasExpired()) && (await this.#job.acquire())) {
      while ((await this.#deleteBatch()) && (await this.#job.pause(PAUSE_MS)));
      await this.#job.release();
    }
    return this.#interval;
  }

  async #hasExpired(): Promise<boolean> {
    const now = this.#clock();
    const expired = await this.#database
      .selectFrom("stored_responses")
      .select("id")
      .where(({ eb, or }) => or([eb("created_at", "<=", now - LIFETIME_MS), eb("created_at", ">=", now + LIFETIME_MS)]))
      .limit(1)
      .executeTakeFirst();
    return expired !== undefined;
  }

  #deleteBatch(): Promise<boolean> {
    return tracedJob("expire idempotency keys", () => deleteExpired(this.#database, this.#clock));
  }
}
