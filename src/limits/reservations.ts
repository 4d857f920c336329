import { sql } from "kysely";
import { currentTime, type Database } from "../database/database.ts";
import { engineOf } from "../database/engine.ts";
import type { Time } from "../database/schema/columns.ts";
import type { Window } from "./windows.ts";

/** What a server asks of a counter: `wanted` requests, or as many as are left. */
export interface Wanted {
  /** The name of the counter, the `network` of its row. */
  readonly key: string;
  readonly wanted: number;
  /** Whether some of them have not arrived yet. */
  readonly holdsSome: boolean;
}

/** What a server got, and the state of the counter. */
export interface Reservation {
  readonly key: string;
  readonly granted: number;
  /** Requests in this window, with those reserved by any server. */
  readonly count: number;
  /** Identifies the window, together with the key. */
  readonly endsAt: Time;
  readonly remainingMs: number;
  /** Milliseconds in which another server may return some that it holds; 0 if no other server holds any. */
  readonly heldMs: number;
}

export interface ReservationRules {
  readonly clock: () => number;
  readonly limit: number;
  readonly window: Window;
  /** How long a server may hold requests, with the time to return them. */
  readonly holdMs: number;
}

/**
 * Reserves requests of several counters in one statement, in ascending order of their keys, so that two servers do not
 * deadlock. The database decides when a window ends. A row stores the size of the last grant, because an upsert can
 * return only new values.
 */
export async function reserve(
  database: Database,
  server: string,
  wanted: readonly Wanted[],
  { clock, limit, window, holdMs }: ReservationRules,
): Promise<Reservation[]> {
  const now = currentTime(database, clock);
  const rows = wanted.map(
    ({
      key,
      wanted,
      holdsSome,
    }) => sql`(cast(${key} as text), cast(${Math.min(wanted, limit)} as integer), ${window.endOf(now)},
      ${holdsSome ? sql`${now} + cast(${holdMs} as bigint)` : sql`cast(0 as bigint)`}, cast(${server} as text))`,
  );
  const isLive = sql`request_counts.ends_at > ${now}`;
  const count = sql`case when ${isLive} then request_counts.count else 0 end`;
  const room = sql`cast(${limit} as integer) - (${count})`;
  const granted = sql`case when ${room} <= 0 then 0 when excluded.granted < ${room} then excluded.granted else ${room} end`;
  // A stored end that is more than a window beyond that of a new one comes from a clock that was ahead. If it is less,
  // this statement may be late: its time is from before the stored window began.
  const endsAt = sql`case when ${isLive} and request_counts.ends_at <= excluded.ends_at + ${sql.lit(window.milliseconds)}
    then request_counts.ends_at else excluded.ends_at end`;
  const isHeld = sql`${isLive} and request_counts.held_until > ${now}`;
  const reserved = await sql<{ key: string; granted: number; count: number; ends_at: Time; now: Time; held: Time }>`
    insert into request_counts (network, count, ends_at, granted, held_until, holder)
    select column1, column2, column3, column2, column4, column5
    from (values ${sql.join(rows)}) as wanted ${engineOf(database).withoutSync}
    on conflict (network) do update set
      count = (${count}) + (${granted}),
      granted = ${granted},
      ends_at = ${endsAt},
      held_until = case when ${isHeld} and request_counts.held_until > excluded.held_until
        then request_counts.held_until else excluded.held_until end,
      holder = case when not (${isHeld}) or request_counts.holder = excluded.holder then excluded.holder
        when excluded.held_until = 0 then request_counts.holder else '' end
    returning network as key, granted, count, ends_at, ${now} as now,
      case when holder = ${server} then 0 else held_until end as held`.execute(database);
  return reserved.rows.map(({ key, granted, count, ends_at, now, held }) => ({
    key,
    granted,
    count,
    endsAt: ends_at,
    remainingMs: ends_at - now,
    heldMs: Math.max(0, held - now),
  }));
}

/** Reserved requests of a window that did not arrive. */
export interface Returned {
  readonly key: string;
  readonly endsAt: Time;
  readonly requests: number;
}

/**
 * Returns requests of several counters in one statement, in ascending order of their keys. An upsert, because an update
 * may lock its rows in any order. A row that was deleted meanwhile is inserted with a count of 0.
 */
export async function returnUnused(database: Database, returned: readonly Returned[]): Promise<void> {
  const rows = returned.map(
    ({ key, endsAt, requests }) => sql`(cast(${key} as text), cast(${endsAt} as bigint), cast(${requests} as integer))`,
  );
  await sql`
    insert into request_counts (network, count, ends_at, granted)
    select column1, 0, column2, column3 from (values ${sql.join(rows)}) as returned ${engineOf(database).withoutSync}
    on conflict (network) do update set count = request_counts.count - excluded.granted
    where request_counts.ends_at = excluded.ends_at and request_counts.count >= excluded.granted`.execute(database);
}
