import { Stream } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import type { Database } from "../../src/database/database.ts";
import type { EngineMeter } from "./engine-meter.ts";

/** Reads from PostgreSQL's statistics how many rows were read by sequential scans and through indexes. */
const ROWS = sql<{
  rows: string;
}>`select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0) as rows
  from pg_stat_user_tables where schemaname = current_schema()`;

/**
 * Makes the planner use an index wherever there is one, as it does for large tables. Where there is none, it then thinks
 * that the statement takes very long, so it would compile it.
 */
const PLAN_FOR_LARGE_TABLES = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_memoize", "jit"]
  .map((setting) => `set ${setting} = off`)
  .join("; ");

/** The meter for PostgreSQL. Includes what triggers and foreign keys read. */
export function installPostgresMeter(): EngineMeter {
  let statements = 0;
  let roundTrips = 0;
  let withoutResponse = 0;
  /** Statements of a connection whose responses have not arrived. */
  const inFlight = new WeakMap<pg.Client, number>();
  const query: (this: pg.Client, ...parameters: unknown[]) => Promise<unknown> = pg.Client.prototype.query;
  const end: (this: pg.Client, ...parameters: unknown[]) => Promise<void> = pg.Client.prototype.end;
  let isOn = false;
  let flushed: Promise<unknown> = Promise.resolve();
  const clients = new Set<pg.Client>();
  const configured = new WeakSet<pg.Client>();

  function track(client: pg.Client): void {
    clients.add(client);
    client.once("end", () => clients.delete(client));
  }

  /** Called only while the meter is on, so that other tests in this process keep their query plans. */
  function configure(client: pg.Client): void {
    configured.add(client);
    query.call(client, PLAN_FOR_LARGE_TABLES).catch(() => {});
  }

  // A pool closes clients that it has not used for some time, and does not know of the flushes.
  Object.defineProperty(pg.Client.prototype, "end", {
    async value(this: pg.Client, ...parameters: unknown[]) {
      clients.delete(this);
      await flushed;
      await end.apply(this, parameters);
    },
  });

  Object.defineProperty(pg.Client.prototype, "query", {
    value(this: pg.Client, ...parameters: unknown[]) {
      statements += 1;
      if (!clients.has(this)) track(this);
      if (isOn && !configured.has(this)) configure(this);
      // Streams of `copy` are queries themselves, and return no promise.
      if (parameters[0] instanceof Stream) return query.apply(this, parameters);
      const end = countRoundTrip(this);
      const callback = parameters.at(-1);
      if (typeof callback === "function") {
        const ending = (...results: unknown[]) => {
          end();
          Reflect.apply(callback, undefined, results);
        };
        return query.call(this, ...parameters.slice(0, -1), ending);
      }
      const result = query.apply(this, parameters);
      result.then(end, end);
      return result;
    },
  });

  /** Returns a function to be called when the response has arrived. */
  function countRoundTrip(client: pg.Client): () => void {
    const waiting = inFlight.get(client) ?? 0;
    if (waiting === 0) roundTrips += 1;
    inFlight.set(client, waiting + 1);
    withoutResponse += 1;
    return () => {
      inFlight.set(client, (inFlight.get(client) ?? 1) - 1);
      withoutResponse -= 1;
    };
  }

  /** The rows read so far. Requests a flush, because PostgreSQL delays the statistics of a connection. */
  async function rowsOf(database: Database): Promise<number> {
    for (const client of clients) {
      flushed = query.call(client, "select pg_stat_force_next_flush()");
      await flushed;
    }
    const { rows } = await ROWS.execute(database);
    return Number(rows[0]?.rows);
  }

  let before = { statements: 0, roundTrips: 0, rows: 0 };
  return {
    async begin(database) {
      // Requests do not wait until the use of their key is recorded.
      do await setTimeout(1);
      while (withoutResponse > 0);
      const rows = await rowsOf(database);
      before = { statements, roundTrips, rows };
      isOn = true;
    },
    async end(database) {
      isOn = false;
      const sent = { statements: statements - before.statements, roundTrips: roundTrips - before.roundTrips };
      return { ...sent, rows: (await rowsOf(database)) - before.rows };
    },
  };
}
