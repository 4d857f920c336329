import type Sqlite from "better-sqlite3";
import { type CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver } from "kysely";
import { toUnavailable } from "../failures.ts";
import { isBusy, retryWhileBusy } from "./busy-timeout.ts";
import { withStatementCache } from "./statement-cache.ts";

/** A connection of SQLite: it prepares each statement once, and waits a while for the locks of other processes. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: Sqlite.Database;
  readonly #inner: DatabaseConnection;
  readonly #lockTimeout: number;

  private constructor(database: Sqlite.Database, inner: DatabaseConnection, lockTimeout: number) {
    this.#database = database;
    this.#inner = inner;
    this.#lockTimeout = lockTimeout;
  }

  /** `lockTimeout`: how long to wait for the lock of another process, in milliseconds. */
  static async on(database: Sqlite.Database, lockTimeout: number): Promise<SqliteConnection> {
    const driver = new SqliteDriver({ database: withStatementCache(database) });
    await driver.init();
    return new SqliteConnection(database, await driver.acquireConnection(), lockTimeout);
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Throws `unavailable` where the database can't answer. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#inner.executeQuery<Row>(query);
    } catch (error) {
      if (!isBusy(error)) throw toUnavailable(error);
      return this.#waitFor(query);
    }
  }

  async #waitFor<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await retryWhileBusy(() => this.#inner.executeQuery<Row>(query), this.#lockTimeout);
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  streamQuery(): never {
    throw new Error("Long lists are read in pages, not with a cursor.");
  }
}
