import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type TransactionSettings,
} from "kysely";
import type { ClientBase, Pool } from "pg";
import { Failure } from "../../errors.ts";
import { retryConflicts, toUnavailable, unavailable } from "../failures.ts";
import type { DatabaseStatus } from "../status.ts";
import { ConnectionShares } from "./connection-shares.ts";
import { isClientTimeout } from "./errors.ts";
import { PreparedPool } from "./prepared-pool.ts";
import { announcePresence } from "./presence.ts";
import { StatementNames } from "./statement-names.ts";

/** Settings of a connection pool. Times in milliseconds. */
export interface PoolOptions {
  /** Maximum number of connections. */
  readonly size: number;
  /** How long to wait for a connection. */
  readonly lockTimeout: number;
  /** How long a statement may take, measured by the server and by this process. */
  readonly statementTimeout: number;
  /** Whether repeated statements are prepared under a name. A pooler between must support that. */
  readonly preparesStatements?: boolean;
  /** Called for each new connection, which is not used if it rejects; by default announces the presence of a server. */
  readonly onConnect?: (client: ClientBase) => Promise<void>;
}

/** Maximum milliseconds for closing the pool, because a frozen server never responds. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Opens a connection pool. Parses 64-bit integers as numbers: ids and times stay below 2^53. */
export async function openPool(
  url: string,
  { size, lockTimeout, statementTimeout, onConnect = announcePresence }: PoolOptions,
): Promise<Pool> {
  const { default: pg } = await import("pg");
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "triptych",
    max: size,
    connectionTimeoutMillis: lockTimeout,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout,
    keepAlive: true,
    types,
    onConnect,
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
  readonly #open: () => Promise<PostgresPool>;
  readonly #shares: ConnectionShares;
  #pool: Pool | undefined;

  constructor(url: string, options: PoolOptions) {
    const open = async () => {
      this.#pool = await openPool(url, options);
      return options.preparesStatements ? new PreparedPool(this.#pool, new StatementNames()) : this.#pool;
    };
    super({ pool: open });
    this.#open = open;
    this.#shares = new ConnectionShares(options.size, options.lockTimeout);
  }

  override createDriver(): Driver {
    return new PooledDriver({ pool: this.#open }, this.#shares);
  }

  override createAdapter(): DialectAdapter {
    return new PostgresPoolAdapter(() => {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = this.#pool ?? {};
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount + this.#shares.waiting };
    });
  }
}

/** Kysely's adapter, which gives every handle of a database access to the state of the pool. */
export class PostgresPoolAdapter extends PostgresAdapter {
  readonly status: () => NonNullable<DatabaseStatus["pool"]>;

  constructor(status: () => NonNullable<DatabaseStatus["pool"]>) {
    super();
    this.status = status;
  }
}

/** A pool connection in use. `release` frees its place in the share of its table group. */
interface Reserved {
  readonly connection: DatabaseConnection;
  readonly release: () => void;
}

/**
 * Gives Kysely virtual connections. Each acquires a connection of the pool at its first query, because
 * the query's table decides which group's share of the pool it uses (see `ConnectionShares`).
 */
class PooledDriver implements Driver {
  readonly #inner: Driver;
  readonly #shares: ConnectionShares;
  /** Settings of the open transactions. A transaction begins with its first query. */
  readonly #settings = new Map<DatabaseConnection, TransactionSettings>();
  readonly #reserved = new Map<DatabaseConnection, Reserved>();
  /** Connections whose `executeQuery` is wrapped. */
  readonly #translated = new WeakSet<DatabaseConnection>();
  /** Connections with a query that timed out. Not used again: the server may still execute it. */
  readonly #stuck = new WeakSet<DatabaseConnection>();

  constructor(config: ConstructorParameters<typeof PostgresDriver>[0], shares: ConnectionShares) {
    this.#inner = new PostgresDriver(config);
    this.#shares = shares;
  }

  async init(): Promise<void> {
    await this.#inner.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const virtual: DatabaseConnection = {
      executeQuery: (query, options) => this.#execute(virtual, query, options),
      streamQuery: () => {
        throw new Error("Streaming is not supported: read long lists in pages.");
      },
    };
    return virtual;
  }

  async releaseConnection(virtual: DatabaseConnection): Promise<void> {
    const reserved = this.#reserved.get(virtual);
    this.#settings.delete(virtual);
    this.#reserved.delete(virtual);
    if (reserved === undefined) return;
    const { connection, release } = reserved;
    // This rollback fails, so Kysely closes the connection instead of returning it to the pool.
    if (this.#stuck.has(connection)) await this.#inner.rollbackTransaction(connection).catch(ignore);
    await this.#inner.releaseConnection(connection);
    release();
  }

  async beginTransaction(virtual: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    this.#settings.set(virtual, settings);
  }

  async commitTransaction(virtual: DatabaseConnection): Promise<void> {
    const reserved = this.#reserved.get(virtual);
    if (reserved !== undefined) await this.#inner.commitTransaction(reserved.connection);
  }

  /** Ignores a failed rollback: the connection is lost, and the error would hide the cause. */
  async rollbackTransaction(virtual: DatabaseConnection): Promise<void> {
    const reserved = this.#reserved.get(virtual);
    if (reserved !== undefined) await this.#inner.rollbackTransaction(reserved.connection).catch(ignore);
  }

  async destroy(): Promise<void> {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref());
    await Promise.race([this.#inner.destroy(), timeout]);
  }

  /** Retries after a conflict only outside a transaction, where a statement is its own transaction. */
  async #execute<Row>(virtual: DatabaseConnection, query: CompiledQuery, options?: AbortableOperationOptions) {
    const { connection } = this.#reserved.get(virtual) ?? (await this.#reserve(virtual, query));
    const execute = () => connection.executeQuery<Row>(query, options);
    return this.#settings.has(virtual) ? execute() : retryConflicts(execute);
  }

  async #reserve(virtual: DatabaseConnection, { query }: CompiledQuery): Promise<Reserved> {
    const release = await this.#shares.acquire(query);
    try {
      const connection = this.#translateErrors(await this.#inner.acquireConnection());
      const reserved = { connection, release };
      this.#reserved.set(virtual, reserved);
      const settings = this.#settings.get(virtual);
      if (settings !== undefined) await this.#inner.beginTransaction(connection, settings);
      return reserved;
    } catch (cause) {
      if (!this.#reserved.has(virtual)) release();
      throw cause instanceof Failure ? cause : unavailable(cause);
    }
  }

  /** Wraps `executeQuery` once: Kysely returns the same object for the same pool connection. */
  #translateErrors(connection: DatabaseConnection): DatabaseConnection {
    if (this.#translated.has(connection)) return connection;
    this.#translated.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <Row>(query: CompiledQuery, options?: AbortableOperationOptions) => {
      if (this.#stuck.has(connection)) throw unavailable(new Error("A query of this connection timed out."));
      try {
        return await execute<Row>(query, options);
      } catch (error) {
        if (isClientTimeout(error)) this.#stuck.add(connection);
        throw toUnavailable(error);
      }
    };
    return connection;
  }
}
