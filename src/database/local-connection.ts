import type Sqlite from "better-sqlite3";
import { type CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver } from "kysely";
import { orUnavailable } from "./failures.ts";
import { isBusy, waitForLock } from "./patience.ts";
import { withStatementCache } from "./statement-cache.ts";

/** A connection of SQLite: it prepares each statement once, and waits a while for the locks of other processes. */
export class LocalConnection implements DatabaseConnection {
  readonly #database: Sqlite.Database;
  readonly #inner: DatabaseConnection;
  readonly #patience: number;

  private constructor(database: Sqlite.Database, inner: DatabaseConnection, patience: number) {
    this.#database = database;
    this.#inner = inner;
    this.#patience = patience;
  }

  /** `patience`: how long to wait for the lock of another process, in milliseconds. */
  static async on(database: Sqlite.Database, patience: number): Promise<LocalConnection> {
    const driver = new SqliteDriver({ database: withStatementCache(database) });
    await driver.init();
    return new LocalConnection(database, await driver.acquireConnection(), patience);
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Throws `unavailable` where the database can't answer. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#inner.executeQuery<Row>(query);
    } catch (error) {
      if (!isBusy(error)) throw orUnavailable(error);
      return this.#waitFor(query);
    }
  }

  async #waitFor<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await waitForLock(() => this.#inner.executeQuery<Row>(query), this.#patience);
    } catch (error) {
      throw orUnavailable(error);
    }
  }

  streamQuery(): never {
    throw new Error("Long lists are read in pages, not with a cursor.");
  }
}
