import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type TransactionSettings,
} from "kysely";
import type { ClientBase, ClientConfig, Pool } from "pg";
import { Failure } from "#contract/failure";
import { retryConflicts, unavailable } from "../../core/failures.ts";
import type { DatabaseStatus, StatementObserver } from "../../core/status.ts";
import { ConnectionShares } from "./connection-shares.ts";
import { isClientTimeout, isConflict, isReadOnlyServer, toUnavailable } from "./errors.ts";
import { PIPELINED_CONNECTIONS, Pipelines } from "./pipelines.ts";
import { PreparedPool } from "./prepared-pool.ts";
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
  /** Called for each new connection of the pool, which is not used if it rejects. */
  readonly onConnect?: (client: ClientBase) => Promise<void>;
  /** Whether the server is a standby. Then nothing is pipelined: those connections need a server that accepts writes. */
  readonly isStandby?: boolean;
}

/** Maximum milliseconds for closing the pool, because a frozen server never responds. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Fewer connections are all in the pool. */
const MIN_SIZE_WITH_PIPELINES = 2 * PIPELINED_CONNECTIONS;

/** Opens a connection pool. */
async function openPool(url: string, options: PoolOptions): Promise<Pool> {
  const { default: pg } = await import("pg");
  const { size, onConnect } = options;
  const pool = new pg.Pool({ ...(await configOf(url, options)), max: size, ...(onConnect && { onConnect }) });
  // A broken connection also emits an error event, which would end the process if it had no
  // listener. Nothing is lost: the connection's query rejects, and the pool replaces an idle
  // connection at its next use.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

/** The configuration of a connection. Parses 64-bit integers as numbers: ids and times stay below 2^53. */
async function configOf(url: string, { lockTimeout, statementTimeout }: PoolOptions): Promise<ClientConfig> {
  const { default: pg } = await import("pg");
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return {
    connectionString: url,
    application_name: "triptych",
    connectionTimeoutMillis: lockTimeout,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout,
    keepAlive: true,
    types,
  };
}

function ignore(): void {}

/** What a dialect opens at the first query: only then is pg loaded. */
interface Opened {
  readonly pool: Pool;
  readonly pipelines: Pipelines | undefined;
}

/** Kysely's dialect, on a pool and, for `prepare`d statements, on pipelined connections. */
export class PostgresPoolDialect extends PostgresDialect {
  readonly #open: () => Promise<PostgresPool>;
  readonly #shares: ConnectionShares;
  #opened: Opened | undefined;

  /** `onStatement` observes the statements of `PostgresPoolAdapter.pipelines`, which Kysely does not see. */
  constructor(url: string, options: PoolOptions, onStatement?: StatementObserver) {
    const { preparesStatements = false, isStandby = false } = options;
    const hasPipelines = preparesStatements && !isStandby && options.size >= MIN_SIZE_WITH_PIPELINES;
    const size = hasPipelines ? options.size - PIPELINED_CONNECTIONS : options.size;
    const open = async () => {
      const pool = await openPool(url, { ...options, size });
      const names = new StatementNames();
      const { default: pg } = await import("pg");
      const config = await configOf(url, options);
      this.#opened = { pool, pipelines: hasPipelines ? new Pipelines(pg, config, names, onStatement) : undefined };
      return options.preparesStatements ? new PreparedPool(pool, names) : pool;
    };
    super({ pool: open });
    this.#open = open;
    this.#shares = new ConnectionShares(size, options.lockTimeout);
  }

  override createDriver(): Driver {
    return new PooledDriver({ pool: this.#open }, this.#shares, async () => this.#opened?.pipelines?.close());
  }

  override createAdapter(): DialectAdapter {
    return new PostgresPoolAdapter(
      () => this.#status(),
      () => this.#opened?.pipelines,
    );
  }

  #status(): PoolStatus {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = this.#opened?.pool ?? {};
    const { used = 0, idle = 0 } = this.#opened?.pipelines?.status ?? {};
    return {
      used: totalCount - idleCount + used,
      idle: idleCount + idle,
      waiting: waitingCount + this.#shares.waiting,
    };
  }
}

type PoolStatus = NonNullable<DatabaseStatus["pool"]>;

/** Kysely's adapter, which gives every handle of a database access to its connections. */
export class PostgresPoolAdapter extends PostgresAdapter {
  readonly status: () => PoolStatus;
  /** Undefined before the first query, without prepared statements, and with few connections. */
  readonly pipelines: () => Pipelines | undefined;

  constructor(status: () => PoolStatus, pipelines: () => Pipelines | undefined) {
    super();
    this.status = status;
    this.pipelines = pipelines;
  }
}

/** The adapter of a database of this engine. */
export function adapterOf<DB>(database: Kysely<DB>): PostgresPoolAdapter {
  const { adapter } = database.getExecutor();
  if (!(adapter instanceof PostgresPoolAdapter)) throw new Error("The database is not a pool of PostgreSQL.");
  return adapter;
}

/**
 * The pipelined connections for short statements; undefined inside a transaction, and with Kysely plugins, which they
 * would bypass.
 */
export function pipelinesOf<DB>(database: Kysely<DB>): Pipelines | undefined {
  const isBypassed = !database.isTransaction && database.getExecutor().plugins.length === 0;
  return isBypassed ? adapterOf(database).pipelines() : undefined;
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
  readonly #closePipelines: () => Promise<void>;
  /** Settings of the open transactions. A transaction begins with its first query. */
  readonly #settings = new Map<DatabaseConnection, TransactionSettings>();
  readonly #reserved = new Map<DatabaseConnection, Reserved>();
  /** Connections whose `executeQuery` is wrapped. */
  readonly #translated = new WeakSet<DatabaseConnection>();
  /**
   * Connections that are not used again: with a query that timed out, because the server may still execute it; and to a
   * server that accepts no writes, because the address now leads to another one.
   */
  readonly #unusable = new WeakSet<DatabaseConnection>();

  constructor(
    config: ConstructorParameters<typeof PostgresDriver>[0],
    shares: ConnectionShares,
    closePipelines: () => Promise<void>,
  ) {
    this.#inner = new PostgresDriver(config);
    this.#shares = shares;
    this.#closePipelines = closePipelines;
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
    if (this.#unusable.has(connection)) await this.#inner.rollbackTransaction(connection).catch(ignore);
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
    await Promise.race([Promise.all([this.#closePipelines(), this.#inner.destroy()]), timeout]);
  }

  /** Retries after a conflict only outside a transaction, where a statement is its own transaction. */
  async #execute<Row>(virtual: DatabaseConnection, query: CompiledQuery, options?: AbortableOperationOptions) {
    const { connection } = this.#reserved.get(virtual) ?? (await this.#reserve(virtual, query));
    const execute = () => connection.executeQuery<Row>(query, options);
    return this.#settings.has(virtual) ? execute() : retryConflicts(execute, isConflict);
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
      if (this.#unusable.has(connection)) throw unavailable(new Error("A query of this connection failed before."));
      try {
        return await execute<Row>(query, options);
      } catch (error) {
        if (isClientTimeout(error) || isReadOnlyServer(error)) this.#unusable.add(connection);
        throw toUnavailable(error);
      }
    };
    return connection;
  }
}
