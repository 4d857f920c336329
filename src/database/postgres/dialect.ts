import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
} from "kysely";
import type { Pool } from "pg";
import { toUnavailable, unavailable } from "../failures.ts";

const MAX_CONNECTIONS = 10;
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Opens a connection pool. 64-bit integers are parsed as numbers: ids and times stay below 2^53.
 * `lockTimeout` in milliseconds.
 */
export async function openPool(url: string, lockTimeout: number): Promise<Pool> {
  const { default: pg } = await import("pg");
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "triptych",
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: lockTimeout,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    types,
  });
  // A broken connection also emits an error event, which would end the process if it had no
  // listener. Nothing is lost: the connection's query rejects, and the pool replaces an idle
  // connection at its next use.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

function ignore(): void {}

/** Kysely's dialect, on a pool that is opened at the first query: only then is pg loaded. */
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
  /** Connections that already translate errors: Kysely reuses the object of a pooled client. */
  readonly #translated = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    try {
      return this.#translateErrors(await super.acquireConnection());
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  /** Ignores a failed rollback: the connection is lost, and the error would hide the cause. */
  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver["rollbackTransaction"]>
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(ignore);
  }

  #translateErrors(connection: DatabaseConnection): DatabaseConnection {
    if (this.#translated.has(connection)) return connection;
    this.#translated.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <Row>(query: CompiledQuery, options?: AbortableOperationOptions) => {
      try {
        return await execute<Row>(query, options);
      } catch (error) {
        throw toUnavailable(error);
      }
    };
    return connection;
  }
}
