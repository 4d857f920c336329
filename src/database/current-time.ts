import { type Kysely, type RawBuilder, sql } from "kysely";
import { engineOf } from "./engine.ts";
import type { Schema } from "./schema/schema.ts";

/**
 * The current time in a statement, in milliseconds since 1970; the same wherever the statement uses it. The database reads
 * its own clock when it executes the statement, because the clocks of several servers differ, and because on SQLite a
 * statement may have waited for other processes. Tests replace it with a `clock` of their own.
 */
export function currentTime(database: Kysely<Schema>, clock: () => number): RawBuilder<number> {
  const sent = sentTime(clock);
  return sent === null ? engineOf(database).now : sql<number>`cast(${sent} as bigint)`;
}

/** The time that a prepared statement should use, see `timeFrom`; null for the clock of the database. */
export function sentTime(clock: () => number): number | null {
  return clock === Date.now ? null : clock();
}

/** `currentTime` in a prepared statement. `sent` is the placeholder for the result of `sentTime`. */
export function timeFrom(database: Kysely<Schema>, sent: RawBuilder<number | null>): RawBuilder<number> {
  return sql<number>`coalesce(cast(${sent} as bigint), ${engineOf(database).now})`;
}

/**
 * Like `currentTime`, but read when each row is checked: later, if the statement waited for a lock. For conditions on
 * times that another statement may write meanwhile.
 */
export function timeOfCheck(database: Kysely<Schema>, clock: () => number): RawBuilder<number> {
  return clock === Date.now ? engineOf(database).timeOfCheck : currentTime(database, clock);
}
