import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type { Pool, PoolClient } from "pg";
import { isMissingStatement, isStaleStatement } from "./errors.ts";
import type { StatementNames } from "./statement-names.ts";

/** A pool whose connections prepare repeated statements under a name: PostgreSQL parses and plans them once. */
export class PreparedPool implements PostgresPool {
  readonly #pool: Pool;
  readonly #names: StatementNames;
  /** One object per connection, because Kysely keeps its own object for each. */
  readonly #clients = new WeakMap<PoolClient, PreparedClient>();

  constructor(pool: Pool, names: StatementNames) {
    this.#pool = pool;
    this.#names = names;
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    let prepared = this.#clients.get(client);
    if (prepared === undefined) {
      prepared = new PreparedClient(client, this.#names);
      this.#clients.set(client, prepared);
    }
    return prepared;
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }
}

/** A connection of a `PreparedPool`. */
class PreparedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  readonly #version: number;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
    this.#version = names.version;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    sql: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof sql !== "string") throw new Error("Cursors are not supported: read long lists in pages.");
    return this.#execute<R>(sql, parameters);
  }

  /** Closes a connection whose prepared statements are invalid. */
  release(destroy?: boolean): void {
    this.#client.release(destroy === true || this.#isOutdated());
  }

  /**
   * If the prepared statement is missing or stale, executes the text without a name. Inside a transaction, which the
   * error aborted, rejects instead: the caller may retry the transaction, see `retryConflicts`.
   */
  async #execute<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = this.#isOutdated() ? undefined : this.#names.nameOf(text);
    if (name === undefined) return this.#send(text, values);
    const isInTransaction = this.#client.getTransactionStatus() !== "I";
    try {
      return await this.#send(text, values, name);
    } catch (error) {
      if (isMissingStatement(error)) this.#names.disable();
      else if (!isStaleStatement(error)) throw error;
      else if (!this.#isOutdated()) this.#names.invalidate();
      if (isInTransaction) throw error;
    }
    return this.#send(text, values);
  }

  async #send<R>(text: string, values: readonly unknown[], name?: string): Promise<PostgresQueryResult<R>> {
    const result = await this.#client.query({ text, values: [...values], ...(name !== undefined && { name }) });
    // A cast, because the types of Kysely name only the commands that it distinguishes.
    return result as PostgresQueryResult<R>;
  }

  #isOutdated(): boolean {
    return this.#version !== this.#names.version;
  }
}
