import { type DialectAdapter, type Driver, type QueryCompiler, SqliteAdapter, SqliteDialect } from "kysely";
import type { Connections } from "./connections.ts";
import { dataVersionReader } from "./data-version.ts";
import { SqliteFileDriver } from "./driver.ts";
import { checkHealth } from "./health.ts";
import { SqliteFileQueryCompiler } from "./query-compiler.ts";
import { SyncReader } from "./sync-reader.ts";
import { WriteGuard } from "./write-guard.ts";

/** Kysely's dialect for SQLite, with our driver, adapter and query compiler. */
export class SqliteFileDialect extends SqliteDialect {
  readonly #connections: Connections;
  readonly #lockTimeout: number;
  readonly #guard: WriteGuard | undefined;

  /** `lockTimeout`: how long to wait for another process's lock, in milliseconds. */
  constructor(connections: Connections, lockTimeout = 0) {
    super({ database: connections.writer });
    this.#connections = connections;
    this.#lockTimeout = lockTimeout;
    this.#guard = connections.path === undefined ? undefined : new WriteGuard(connections.path, connections.writer);
  }

  override createDriver(): Driver {
    return new SqliteFileDriver(this.#connections, this.#lockTimeout, this.#guard);
  }

  override createAdapter(): DialectAdapter {
    return new SqliteFileAdapter(this.#connections, this.#guard);
  }

  override createQueryCompiler(): QueryCompiler {
    return new SqliteFileQueryCompiler();
  }
}

/**
 * Kysely's adapter with three additions that are not part of its interface. They are here because
 * every handle of a database, transactions included, gives access to the same adapter.
 */
export class SqliteFileAdapter extends SqliteAdapter {
  readonly dataVersion: () => string | undefined;
  /** Undefined for an in-memory database. */
  readonly syncReader: SyncReader | undefined;
  /** Throws `unavailable` if the database can't be read or written. */
  readonly checkHealth: () => Promise<void>;

  constructor(connections: Connections, guard: WriteGuard | undefined) {
    super();
    this.dataVersion = dataVersionReader(connections);
    this.syncReader = connections.reader && new SyncReader(connections.reader);
    this.checkHealth = () => checkHealth(connections, guard);
  }

  /** Keeps Kysely from serialising all queries: the driver serialises only those that need it. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
