import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver } from "kysely";
import type { Pool } from "pg";
import { tellFailures, unavailable } from "../failures.ts";

/** A pool of connections, in which 64-bit integers are numbers: ids and times stay below 2^53. */
export async function openPool(url: string, lockTimeout: number): Promise<Pool> {
  const { default: pg } = await import("pg");
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "triptych",
    max: 10,
    connectionTimeoutMillis: lockTimeout,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types,
  });
  // A connection that breaks also says so in an event, which would end the process if nobody listened. Whoever uses it learns it from
  // the query; one that nobody uses is replaced at the next use.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

function ignore(): void {}

/** Kysely on a pool of pg, which is opened, and loaded, at its first use: who has SQLite needs neither. */
export class PostgresPoolDialect extends PostgresDialect {
  readonly #open: () => Promise<Pool>;

  constructor(open: () => Promise<Pool>) {
    super({ pool: open });
    this.#open = open;
  }

  override createDriver(): Driver {
    return new PooledDriver({ pool: this.#open });
  }
}

class PooledDriver extends PostgresDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    try {
      return tellFailures(await super.acquireConnection());
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  /** A connection that can't roll back is thrown away, and its transaction with it; to say so would hide why it had to. */
  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver["rollbackTransaction"]>
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(ignore);
  }
}
