import { type DialectAdapter, type Driver, type QueryCompiler, SqliteAdapter, SqliteDialect } from "kysely";
import type { Connections } from "./connections.ts";
import { dataVersionReader } from "./data-version.ts";
import { SqliteFileDriver } from "./driver.ts";
import { SqliteFileQueryCompiler } from "./query-compiler.ts";
import { SyncReader } from "./sync-reader.ts";

/** Kysely's dialect for SQLite, with our driver, adapter and query compiler. */
export class SqliteFileDialect extends SqliteDialect {
  readonly #connections: Connections;
  readonly #lockTimeout: number;

  /** `lockTimeout`: how long to wait for another process's lock, in milliseconds. */
  constructor(connections: Connections, lockTimeout = 0) {
    super({ database: connections.writer });
    this.#connections = connections;
    this.#lockTimeout = lockTimeout;
  }

  override createDriver(): Driver {
    return new SqliteFileDriver(this.#connections, this.#lockTimeout);
  }

  override createAdapter(): DialectAdapter {
    return new SqliteFileAdapter(this.#connections);
  }

  override createQueryCompiler(): QueryCompiler {
    return new SqliteFileQueryCompiler();
  }
}

/**
 * Also holds what `dialect.ts` needs beyond Kysely's interface, because the adapter can be reached
 * from every handle of a database, transactions included.
 */
export class SqliteFileAdapter extends SqliteAdapter {
  readonly dataVersion: () => string | undefined;
  /** Undefined for an in-memory database. */
  readonly syncReader: SyncReader | undefined;

  constructor(connections: Connections) {
    super();
    this.dataVersion = dataVersionReader(connections);
    this.syncReader = connections.reader && new SyncReader(connections.reader);
  }

  /** Keeps Kysely from serialising all queries: the driver serialises only those that need it. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
