import { statSync } from "node:fs";
import {
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import type { DatabaseStatus, StatementObserver } from "../../core/status.ts";
import type { TableVersions } from "../../schema/table-groups.ts";
import type { Connections } from "./connections.ts";
import { type Fairness, MAX_WAITING_WRITES, SqliteFileDriver } from "./driver.ts";
import { walOf } from "./file-identity.ts";
import { hasFreePages, releaseFreePages } from "./free-pages.ts";
import { checkHealth } from "./health.ts";
import { SqliteFileQueryCompiler } from "./query-compiler.ts";
import { SyncReader } from "./sync-reader.ts";
import { tableVersionReader } from "./table-version-reader.ts";
import { WriteGuard } from "./write-guard.ts";

/** Kysely's dialect for SQLite, with our driver, adapter and query compiler. */
export class SqliteFileDialect extends SqliteDialect {
  readonly #connections: Connections;
  readonly #lockTimeout: number;
  readonly #guard: WriteGuard | undefined;
  readonly #onStatement: StatementObserver | undefined;
  readonly #fairness: Fairness;
  #driver: SqliteFileDriver | undefined;

  /** `lockTimeout`: how long to wait for another process's lock, in milliseconds. */
  constructor(
    connections: Connections,
    lockTimeout = 0,
    { onStatement, ...fairness }: Fairness & { readonly onStatement?: StatementObserver | undefined } = {},
  ) {
    super({ database: connections.writer });
    this.#connections = connections;
    this.#lockTimeout = lockTimeout;
    this.#onStatement = onStatement;
    this.#fairness = fairness;
    this.#guard = connections.path === undefined ? undefined : new WriteGuard(connections.path);
  }

  override createDriver(): Driver {
    this.#driver = new SqliteFileDriver(this.#connections, this.#lockTimeout, this.#guard, this.#fairness);
    return this.#driver;
  }

  override createAdapter(): DialectAdapter {
    return new SqliteFileAdapter(this.#connections, {
      guard: this.#guard,
      driver: () => this.#driver,
      onStatement: this.#onStatement,
    });
  }

  override createQueryCompiler(): QueryCompiler {
    return new SqliteFileQueryCompiler();
  }
}

interface AdapterOptions {
  readonly guard?: WriteGuard | undefined;
  readonly driver?: () => SqliteFileDriver | undefined;
  readonly onStatement?: StatementObserver | undefined;
}

/**
 * Kysely's adapter with additions that are not part of its interface. They are here because
 * every handle of a database, transactions included, gives access to the same adapter.
 */
export class SqliteFileAdapter extends SqliteAdapter {
  readonly tableVersions: () => TableVersions | undefined;
  /** Undefined for an in-memory database. */
  readonly syncReader: SyncReader | undefined;
  /** Throws `unavailable` if the database can't be read or written. */
  readonly checkHealth: () => Promise<void>;
  readonly status: () => Pick<DatabaseStatus, "walBytes" | "writes">;
  /** Whether the file has free pages, and returns some of them to the disk; see `free-pages.ts`. */
  readonly hasFreePages: () => boolean;
  readonly releaseFreePages: () => Promise<boolean>;
  /** See `SqliteFileDriver`. */
  readonly shouldPause: (transaction: DatabaseConnection) => boolean;
  readonly pause: (transaction: DatabaseConnection) => Promise<void>;

  constructor(connections: Connections, { guard, driver = () => undefined, onStatement }: AdapterOptions) {
    super();
    const { path, reader } = connections;
    this.tableVersions = tableVersionReader(connections);
    this.syncReader = reader && new SyncReader(reader, onStatement);
    this.checkHealth = () => checkHealth(connections, driver(), guard);
    this.status = () => ({
      writes: { waiting: driver()?.waitingWrites ?? 0, limit: MAX_WAITING_WRITES },
      ...(path !== undefined && { walBytes: statSync(walOf(path), { throwIfNoEntry: false })?.size ?? 0 }),
    });
    this.shouldPause = (transaction) => driver()?.shouldPause(transaction) === true;
    this.pause = async (transaction) => driver()?.pause(transaction);
    this.hasFreePages = () => reader !== undefined && hasFreePages(reader);
    this.releaseFreePages = async () => {
      const opened = driver();
      if (reader === undefined || opened === undefined) return false;
      return releaseFreePages(reader, (steps) => opened.runExclusive((connection) => connection.executeBatch(steps)));
    };
  }

  /** Keeps Kysely from serialising all queries: the driver serialises only those that need it. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** The adapter of a database of this engine. */
export function adapterOf<DB>(database: Kysely<DB>): SqliteFileAdapter {
  const { adapter } = database.getExecutor();
  if (!(adapter instanceof SqliteFileAdapter)) throw new Error("The database is not an SQLite database.");
  return adapter;
}

/**
 * The reader for synchronous selects; undefined inside a transaction, for an in-memory database, and with Kysely
 * plugins, which it would bypass.
 */
export function syncReaderOf<DB>(database: Kysely<DB>): SyncReader | undefined {
  const isBypassed = !database.isTransaction && database.getExecutor().plugins.length === 0;
  return isBypassed ? adapterOf(database).syncReader : undefined;
}
