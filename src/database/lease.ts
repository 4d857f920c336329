import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { currentTime, timeOfCheck } from "./current-time.ts";
import type { Database } from "./database.ts";

/** How long a lease lasts unless it is renewed, in milliseconds. */
export const LEASE_MS = 30_000;

/**
 * Ensures that only one of several servers that share a database carries out a task: a row that expires by the clock of
 * the database (on SQLite, of the machine). It is not tied to a connection, so a pooler may be between. The holder
 * measures from before its statement, so it stops before another server can start.
 */
export class Lease {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #name: string;
  readonly #duration: number;
  readonly #holder = randomUUID();
  /** When to renew the lease, by the clock; 0 if it is not held. */
  #renewAt = 0;
  /** The same as a time of `performance.now()`, which changes of the clock do not affect. */
  #renewAtLatest = 0;

  /** `duration`: how long it lasts unless it is renewed, in milliseconds; the same for all servers. */
  constructor(database: Database, clock: () => number, name: string, duration = LEASE_MS) {
    this.#database = database;
    this.#clock = clock;
    this.#name = name;
    this.#duration = duration;
  }

  /**
   * Acquires the lease, or renews it once half of its time has passed. Returns false while another
   * server holds it. A lease that ends more than its duration from now counts as expired, because it was
   * written by a server whose clock was ahead.
   */
  async acquire(): Promise<boolean> {
    const [now, startedAt] = [this.#clock(), performance.now()];
    const half = this.#duration / 2;
    if (now < this.#renewAt && now >= this.#renewAt - half && startedAt < this.#renewAtLatest) return true;
    const time = currentTime(this.#database, this.#clock);
    // Another server may have acquired it while this statement waited for the row.
    const checked = timeOfCheck(this.#database, this.#clock);
    const end = sql<number>`${time} + cast(${this.#duration} as bigint)`;
    const written = await this.#database
      .insertInto("leases")
      .values({ name: this.#name, holder: this.#holder, expires_at: end })
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet({ holder: this.#holder, expires_at: end })
          .where(({ eb }) =>
            eb.or([
              eb("leases.holder", "=", this.#holder),
              eb("leases.expires_at", "<=", checked),
              eb("leases.expires_at", ">", sql<number>`${checked} + cast(${this.#duration} as bigint)`),
            ]),
          ),
      )
      .returning(sql.lit(1).as("acquired"))
      .executeTakeFirst();
    this.#renewAt = written === undefined ? 0 : now + half;
    this.#renewAtLatest = startedAt + half;
    return written !== undefined;
  }

  /**
   * Renews the lease until `work` ends, however long it takes. If renewing fails for so long that the lease expires,
   * another server may begin the same work.
   */
  async renewDuring<T>(work: () => Promise<T>): Promise<T> {
    let renewal: Promise<unknown> | undefined;
    const renew = () => {
      renewal ??= this.acquire()
        .catch(() => {})
        .finally(() => {
          renewal = undefined;
        });
    };
    const timer = setInterval(renew, this.#duration / 3).unref();
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await renewal;
    }
  }

  /** Releases the lease, so that another server need not wait until it expires. */
  async release(): Promise<void> {
    if (this.#renewAt === 0) return;
    this.#renewAt = 0;
    await this.#database
      .deleteFrom("leases")
      .where("name", "=", this.#name)
      .where("holder", "=", this.#holder)
      .execute();
  }
}
