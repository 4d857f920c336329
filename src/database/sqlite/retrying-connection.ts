import type Sqlite from "better-sqlite3";
import { type CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver } from "kysely";
import { toUnavailable } from "../failures.ts";
import { LockRetry } from "./busy-timeout.ts";
import { isBusy } from "./errors.ts";
import { withStatementCache } from "./statement-cache.ts";
import type { WriteGuard } from "./write-guard.ts";

/**
 * Kysely's connection to SQLite with a statement cache. Retries queries while another process holds
 * the database lock.
 */
export class RetryingConnection implements DatabaseConnection {
  readonly #database: Sqlite.Database;
  readonly #inner: DatabaseConnection;
  readonly #lock: LockRetry;
  readonly #guard: WriteGuard | undefined;
  /** When the holder of the mutex began to wait for it, by `performance.now()`; undefined without a mutex. */
  waitingSince: number | undefined;

  private constructor(
    database: Sqlite.Database,
    inner: DatabaseConnection,
    lockTimeout: number,
    guard: WriteGuard | undefined,
  ) {
    this.#database = database;
    this.#inner = inner;
    this.#lock = new LockRetry(lockTimeout);
    this.#guard = guard;
  }

  /** `lockTimeout`: how long to retry, in ms. `guard`: only for the writing connection to a file. */
  static async open(database: Sqlite.Database, lockTimeout: number, guard?: WriteGuard): Promise<RetryingConnection> {
    const driver = new SqliteDriver({ database: withStatementCache(database) });
    await driver.init();
    return new RetryingConnection(database, await driver.acquireConnection(), lockTimeout, guard);
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Throws `unavailable` if the database can't work at the moment. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      if (this.#guard !== undefined && !this.isInTransaction) this.#guard.beforeTransaction();
      if (!this.#lock.isLocked) return await this.#inner.executeQuery<Row>(query);
    } catch (error) {
      if (!isBusy(error)) throw this.#toFailure(error);
      this.#lock.recordFailure(error);
    }
    return this.#retry(query);
  }

  async #retry<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const waitingSince = this.waitingSince ?? performance.now();
      return await this.#lock.run(() => this.#inner.executeQuery<Row>(query), waitingSince);
    } catch (error) {
      throw this.#toFailure(error);
    }
  }

  #toFailure(error: unknown): unknown {
    const failure = toUnavailable(error);
    if (this.#guard !== undefined && failure !== error) this.#guard.hasFailed = true;
    return failure;
  }

  /** Reads the rows of a select in chunks, which may be consumed in several turns of the event loop. */
  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    try {
      // Not a cached statement: while its rows are being read, nobody else can execute it.
      const statement = this.#database.prepare<unknown[], Row>(query.sql);
      const rows = statement.iterate(query.parameters);
      let chunk: Row[] = [];
      for (const row of rows) {
        chunk.push(row);
        if (chunk.length < chunkSize) continue;
        yield { rows: chunk };
        chunk = [];
      }
      if (chunk.length > 0) yield { rows: chunk };
    } catch (error) {
      throw this.#toFailure(error);
    }
  }
}
