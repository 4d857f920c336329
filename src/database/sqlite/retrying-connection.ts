import type Sqlite from "better-sqlite3";
import { type CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver } from "kysely";
import { toUnavailable } from "../failures.ts";
import { retryWhileBusy } from "./busy-timeout.ts";
import { isBusy } from "./errors.ts";
import { withStatementCache } from "./statement-cache.ts";

/**
 * Kysely's connection to SQLite with a statement cache. Retries queries while another process holds
 * the database lock.
 */
export class RetryingConnection implements DatabaseConnection {
  readonly #database: Sqlite.Database;
  readonly #inner: DatabaseConnection;
  readonly #lockTimeout: number;

  private constructor(database: Sqlite.Database, inner: DatabaseConnection, lockTimeout: number) {
    this.#database = database;
    this.#inner = inner;
    this.#lockTimeout = lockTimeout;
  }

  /** `lockTimeout`: how long to retry, in milliseconds. */
  static async open(database: Sqlite.Database, lockTimeout: number): Promise<RetryingConnection> {
    const driver = new SqliteDriver({ database: withStatementCache(database) });
    await driver.init();
    return new RetryingConnection(database, await driver.acquireConnection(), lockTimeout);
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Throws `unavailable` if the database can't work at the moment. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const execute = () => this.#inner.executeQuery<Row>(query);
    try {
      return await execute();
    } catch (error) {
      if (!isBusy(error)) throw toUnavailable(error);
      return retryWhileBusy(execute, this.#lockTimeout).catch((failed: unknown) => {
        throw toUnavailable(failed);
      });
    }
  }

  streamQuery(): never {
    throw new Error("Streaming is not supported: read long lists in pages.");
  }
}
