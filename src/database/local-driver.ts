import type Sqlite from "better-sqlite3";
import {
  type AbortableOperationOptions,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteDriver,
} from "kysely";
import { tellFailures } from "./failures.ts";
import { waitForLocks } from "./patience.ts";
import { withStatementCache } from "./statement-cache.ts";

/** The connections to one database of SQLite. */
export interface Connections {
  readonly writer: Sqlite.Database;
  /** For reading alone, where the database is a file; a database in memory has one connection. */
  readonly reader: Sqlite.Database | undefined;
}

type Release = () => void;

/**
 * Lets writers take turns, each with the write lock from the beginning of its transaction: two that go from reading to writing would refuse
 * each other at once. What only reads has a connection of its own, sees what is committed, and waits for nobody.
 */
export class LocalDriver implements Driver {
  readonly #connections: Connections;
  readonly #patience: number;
  readonly #open = new Map<DatabaseConnection, Release>();
  #writer: DatabaseConnection | undefined;
  #reader: DatabaseConnection | undefined;
  #lastTurn: Promise<void> = Promise.resolve();

  /** `patience`: how long to wait for the lock of another process, in milliseconds. */
  constructor(connections: Connections, patience: number) {
    this.#connections = connections;
    this.#patience = patience;
  }

  async init(): Promise<void> {
    const { writer, reader } = this.#connections;
    this.#writer = await this.#connect(writer);
    this.#reader = reader && (await this.#connect(reader));
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const borrowed: DatabaseConnection = {
      executeQuery: (query, options) => this.#execute(borrowed, query, options),
      streamQuery: () => {
        throw new Error("Long lists are read in pages, not with a cursor.");
      },
    };
    return borrowed;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const release = await this.#takeTurn();
    try {
      await this.#writer?.executeQuery(CompiledQuery.raw("begin immediate"));
      this.#open.set(connection, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
    this.#end(connection);
  }

  /** When the disk is full SQLite rolls back by itself; a second rollback would fail and hide why. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      if (this.#connections.writer.inTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
    } finally {
      this.#end(connection);
    }
  }

  async destroy(): Promise<void> {
    this.#connections.reader?.close();
    this.#connections.writer.close();
  }

  async #connect(database: Sqlite.Database): Promise<DatabaseConnection> {
    const driver = new SqliteDriver({ database: withStatementCache(database) });
    await driver.init();
    return tellFailures(waitForLocks(await driver.acquireConnection(), this.#patience));
  }

  async #execute<Row>(
    connection: DatabaseConnection,
    query: CompiledQuery,
    options?: AbortableOperationOptions,
  ): Promise<QueryResult<Row>> {
    const isInTransaction = this.#open.has(connection);
    if (!isInTransaction && this.#reader && SelectQueryNode.is(query.query)) {
      return this.#reader.executeQuery<Row>(query, options);
    }
    if (this.#writer === undefined) throw new Error("The database is not open.");
    if (isInTransaction) return this.#writer.executeQuery<Row>(query, options);
    const release = await this.#takeTurn();
    try {
      return await this.#writer.executeQuery<Row>(query, options);
    } finally {
      release();
    }
  }

  /** Waits until those who came before are done. */
  async #takeTurn(): Promise<Release> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    return resolve;
  }

  #end(connection: DatabaseConnection): void {
    this.#open.get(connection)?.();
    this.#open.delete(connection);
  }
}
