import { sql } from "kysely";
import pg from "pg";
import type { Database } from "../../src/database/database.ts";
import type { EngineMeter, EngineWork } from "./engine-meter.ts";

/** Rows that were looked at along an index and without one, by PostgreSQL's own statistics. */
const ROWS = sql<{
  rows: string;
}>`select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0) as rows
  from pg_stat_user_tables where schemaname = current_schema()`;

/** Lets few thousand rows be read as many are: along an index, where there is one. Without, the plans of small tables would hide what large ones cost. */
const AS_OF_MANY =
  "set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_memoize = off";

/** Counts on PostgreSQL. What triggers and foreign keys read counts too. */
export function installPostgresMeter(): EngineMeter {
  let statements = 0;
  const query: (this: pg.Client, ...parameters: unknown[]) => Promise<unknown> = pg.Client.prototype.query;
  const clients = new Set<pg.Client>();

  function meet(client: pg.Client): void {
    clients.add(client);
    client.once("end", () => clients.delete(client));
    query.call(client, AS_OF_MANY).catch(() => {});
  }

  Object.defineProperty(pg.Client.prototype, "query", {
    value(this: pg.Client, ...parameters: unknown[]) {
      statements += 1;
      if (!clients.has(this)) meet(this);
      return query.apply(this, parameters);
    },
  });

  /** Each connection tells what it has done only now and then, unless it is asked to. */
  async function rowsOf(database: Database): Promise<number> {
    for (const client of clients) await query.call(client, "select pg_stat_force_next_flush()");
    const { rows } = await ROWS.execute(database);
    return Number(rows[0]?.rows);
  }

  let before: EngineWork = { statements: 0, rows: 0 };
  return {
    async begin(database) {
      const rows = await rowsOf(database);
      before = { statements, rows };
    },
    async end(database) {
      const sent = statements - before.statements;
      return { statements: sent, rows: (await rowsOf(database)) - before.rows };
    },
  };
}
