import { type RawBuilder, sql } from "kysely";
import { currentTime, type Database, sentTime, timeFrom } from "../database/database.ts";
import { engineOf } from "../database/engine.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Time } from "../database/schema/columns.ts";
import type { Window } from "./windows.ts";

/** A change of a caller's stored count. */
export interface Change {
  /** The name of the count, the `network` of its row. */
  readonly key: string;
  /** Requests to add, of which those within the limit are counted; if negative, requests to subtract. */
  readonly requests: number;
  /** The stored end of the window from which to subtract; null to add to the current window. */
  readonly endsAt: Time | null;
}

/** A stored count after a change. */
export interface StoredCount {
  /** Requests in this window, with the counted ones. */
  readonly count: number;
  /** How many of the added requests were counted, because they are within the limit. */
  readonly counted: number;
  /** Identifies the window, together with the key. */
  readonly endsAt: Time;
  readonly remainingMs: number;
}

interface CountRules {
  readonly clock: () => number;
  readonly limit: number;
  readonly window: Window;
}

/**
 * Changes several counts in one statement. `changes` must be in ascending order of their keys, so that two servers do
 * not deadlock. Returns the new counts by key.
 */
type ChangeCounts = (database: Database, changes: readonly Change[]) => Promise<ReadonlyMap<string, StoredCount>>;

interface Values {
  /** JSON of a table with the changes. */
  readonly changes: string;
  readonly now: number | null;
}

interface Row {
  readonly key: string;
  readonly counted: number;
  readonly count: number;
  readonly ends_at: Time;
  readonly now: Time;
}

/** Creates the function that changes counts by these rules, with a prepared statement. */
export function countChanger(rules: CountRules): ChangeCounts {
  const upsert = prepare((database, value: ValueOf<Values>) => upsertOf(database, value, rules));
  return async (database, changes) => {
    const table = changes.map(({ key, requests, endsAt }) => [key, Math.min(requests, rules.limit), endsAt]);
    const rows = await upsert(database, { changes: JSON.stringify(table), now: sentTime(rules.clock) });
    return new Map(
      rows.map(({ key, counted, count, ends_at, now }) => {
        return [key, { count, counted, endsAt: ends_at, remainingMs: ends_at - now }];
      }),
    );
  };
}

/**
 * The database decides when a window ends. Nothing is subtracted if the window has ended or an administrator deleted the
 * count. A row stores how many requests were last counted, because an upsert can return only new values.
 */
function upsertOf(database: Database, value: ValueOf<Values>, { limit, window }: CountRules): RawBuilder<Row> {
  const now = timeFrom(database, value("now"));
  const columns = { key: "text", requests: "integer", ends_at: "bigint" } as const;
  const isLive = sql`request_counts.ends_at > ${now}`;
  const count = sql`case when ${isLive} then request_counts.count else 0 end`;
  const room = sql`${sql.lit(limit)} - (${count})`;
  const counted = sql`case when excluded.granted < 0 or excluded.granted < ${room} then excluded.granted
    when ${room} > 0 then ${room} else 0 end`;
  // A stored end that is more than a window beyond that of a new one comes from a clock that was ahead. If it is less,
  // this statement may be late: its time is from before the stored window began.
  const endsAt = sql`case when ${isLive} and request_counts.ends_at <= excluded.ends_at + ${sql.lit(window.milliseconds)}
    then request_counts.ends_at else excluded.ends_at end`;
  return sql<Row>`
    insert into request_counts (network, count, ends_at, granted)
    select key, case when requests > 0 then requests else 0 end, coalesce(ends_at, ${window.endOf(now)}), requests
    from ${engineOf(database).tableOf(columns, value("changes"))} as changes ${engineOf(database).withoutSync}
    on conflict (network) do update set
      count = (${count}) + (${counted}), granted = ${counted}, ends_at = ${endsAt}
    where excluded.granted >= 0 or (${isLive} and request_counts.ends_at = excluded.ends_at
      and request_counts.count + excluded.granted >= 0)
    returning network as key, granted as counted, count, ends_at, ${now} as now`;
}

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
