import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { LockRetry } from "./busy-timeout.ts";
import { isBusy, toUnavailable } from "./errors.ts";
import type { Executor, Outcome, Statement } from "./executor.ts";
import type { WriteGuard } from "./write-guard.ts";

/** Kysely's connection to SQLite. Retries while another process holds the database lock. */
export class RetryingConnection implements DatabaseConnection {
  readonly #executor: Executor;
  readonly #lock: LockRetry;
  readonly #guard: WriteGuard | undefined;
  /** When the holder of the mutex began to wait for it, by `performance.now()`; undefined without a mutex. */
  waitingSince: number | undefined;

  /** `lockTimeout`: how long to retry, in ms. `guard`: only for the writing connection to a file. */
  constructor(executor: Executor, lockTimeout: number, guard?: WriteGuard) {
    this.#executor = executor;
    this.#lock = new LockRetry(lockTimeout);
    this.#guard = guard;
  }

  get isInTransaction(): boolean {
    return this.#executor.isInTransaction;
  }

  /** Throws `unavailable` if the database can't work at the moment. */
  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.executeAfter([], query);
  }

  /** `before`: see `Executor`. Throws `unavailable` if the database can't work at the moment. */
  executeAfter<Row>(before: readonly string[], { sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // A cast, because only the caller knows the rows of its query.
    return this.#attempt(() => this.#executor.execute({ sql, parameters }, before) as Promise<QueryResult<Row>>);
  }

  /** See `Executor`. Throws `unavailable` if the database can't work at the moment. */
  executeBatch(statements: readonly Statement[]): Promise<Outcome[] | undefined> {
    return this.#attempt(() => this.#executor.executeBatch(statements));
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      if (this.#guard !== undefined && !this.isInTransaction) this.#guard.beforeTransaction();
      if (!this.#lock.isLocked) return await work();
    } catch (error) {
      if (!isBusy(error)) throw this.toFailure(error);
      this.#lock.recordFailure(error);
    }
    try {
      return await this.#lock.run(work, this.waitingSince ?? performance.now());
    } catch (error) {
      throw this.toFailure(error);
    }
  }

  /** Converts errors of a database that can't work to `unavailable`; returns others unchanged. */
  toFailure(error: unknown): unknown {
    const failure = toUnavailable(error);
    if (this.#guard !== undefined && failure !== error) this.#guard.hasFailed = true;
    return failure;
  }

  /** Reads the rows of a select in chunks, which may be consumed in several turns of the event loop. */
  async *streamQuery<Row>(
    { sql, parameters }: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    try {
      const rows = this.#executor.iterate({ sql, parameters }) as Iterable<Row>;
      let chunk: Row[] = [];
      for (const row of rows) {
        chunk.push(row);
        if (chunk.length < chunkSize) continue;
        yield { rows: chunk };
        chunk = [];
      }
      if (chunk.length > 0) yield { rows: chunk };
    } catch (error) {
      throw this.toFailure(error);
    }
  }
}
