import { type Kysely, type RawBuilder, sql } from "kysely";
import { isPostgres } from "./engine.ts";
import type { Schema } from "./schema.ts";

const SERVER_TIME = sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`;

/**
 * The current time in a statement, in milliseconds since 1970; the same wherever the statement uses it. On PostgreSQL
 * the time of its server, because the clocks of several servers differ. Tests replace it with a `clock` of their own.
 */
export function currentTime(database: Kysely<Schema>, clock: () => number): RawBuilder<number> {
  const sent = sentTime(database, clock);
  return sent === null ? SERVER_TIME : sql<number>`cast(${sent} as bigint)`;
}

/** The time for a statement to use as the current one; null if it should use that of the database's server. */
export function sentTime(database: Kysely<Schema>, clock: () => number): number | null {
  return isPostgres(database) && clock === Date.now ? null : clock();
}

/** `currentTime` in a prepared statement, from the parameter whose value is `sentTime`. */
export function timeFrom(database: Kysely<Schema>, sent: RawBuilder<number | null>): RawBuilder<number> {
  const time = sql<number>`cast(${sent} as bigint)`;
  return isPostgres(database) ? sql<number>`coalesce(${time}, ${SERVER_TIME})` : time;
}

/**
 * The same time, but as of when a row is checked: later than `currentTime` if the statement waited for a lock. For
 * conditions on times that another statement may write meanwhile.
 */
export function timeOfCheck(database: Kysely<Schema>, clock: () => number): RawBuilder<number> {
  if (!isPostgres(database) || clock !== Date.now) return currentTime(database, clock);
  return sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;
}
