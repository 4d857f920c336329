import type Sqlite from "better-sqlite3";
import {
  type AbortableOperationOptions,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteDriver,
  type TransactionSettings,
} from "kysely";
import { tellFailures } from "./failures.ts";
import { waitForLocks } from "./patience.ts";
import { withStatementCache } from "./statement-cache.ts";

/** The connections to one database of SQLite. */
export interface Connections {
  readonly writer: Sqlite.Database;
  /** For reading alone, where the database is a file; a database in memory has one connection. */
  readonly reader?: Sqlite.Database;
  /** For what is read at one moment in several statements; the same. */
  readonly snapshots?: Sqlite.Database;
}

type Release = () => void;

/** A connection with one transaction after the other. */
class Lane {
  readonly #database: Sqlite.Database;
  #lastTurn: Promise<void> = Promise.resolve();
  readonly connection: DatabaseConnection;

  constructor(database: Sqlite.Database, connection: DatabaseConnection) {
    this.#database = database;
    this.connection = connection;
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Waits until those who came before are done. */
  async takeTurn(): Promise<Release> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    return resolve;
  }
}

interface OpenTransaction {
  readonly lane: Lane;
  readonly release: Release;
}

/**
 * Lets writers take turns, each with the write lock from the beginning of its transaction: two that go from reading to writing would refuse
 * each other at once. What only reads has a connection of its own, sees what is committed, and waits for nobody; transactions that only
 * read have another one.
 */
export class LocalDriver implements Driver {
  readonly #connections: Connections;
  readonly #patience: number;
  readonly #open = new Map<DatabaseConnection, OpenTransaction>();
  #writer: Lane | undefined;
  #reader: Lane | undefined;
  #snapshots: Lane | undefined;

  /** `patience`: how long to wait for the lock of another process, in milliseconds. */
  constructor(connections: Connections, patience: number) {
    this.#connections = connections;
    this.#patience = patience;
  }

  async init(): Promise<void> {
    const { writer, reader, snapshots } = this.#connections;
    this.#writer = await this.#connect(writer);
    this.#reader = reader && (await this.#connect(reader));
    this.#snapshots = snapshots && (await this.#connect(snapshots));
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

  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    const snapshots = accessMode === "read only" ? this.#snapshots : undefined;
    const lane = snapshots ?? this.#theWriter();
    const release = await lane.takeTurn();
    try {
      await lane.connection.executeQuery(CompiledQuery.raw(snapshots ? "begin" : "begin immediate"));
      this.#open.set(connection, { lane, release });
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
      if (this.#open.get(connection)?.lane.isInTransaction)
        await connection.executeQuery(CompiledQuery.raw("rollback"));
    } finally {
      this.#end(connection);
    }
  }

  async destroy(): Promise<void> {
    this.#connections.snapshots?.close();
    this.#connections.reader?.close();
    this.#connections.writer.close();
  }

  async #connect(database: Sqlite.Database): Promise<Lane> {
    const driver = new SqliteDriver({ database: withStatementCache(database) });
    await driver.init();
    return new Lane(database, tellFailures(waitForLocks(await driver.acquireConnection(), this.#patience)));
  }

  async #execute<Row>(
    connection: DatabaseConnection,
    query: CompiledQuery,
    options?: AbortableOperationOptions,
  ): Promise<QueryResult<Row>> {
    const transaction = this.#open.get(connection);
    if (transaction !== undefined) return transaction.lane.connection.executeQuery<Row>(query, options);
    if (this.#reader && SelectQueryNode.is(query.query)) {
      return this.#reader.connection.executeQuery<Row>(query, options);
    }
    const writer = this.#theWriter();
    const release = await writer.takeTurn();
    try {
      return await writer.connection.executeQuery<Row>(query, options);
    } finally {
      release();
    }
  }

  #theWriter(): Lane {
    if (this.#writer === undefined) throw new Error("The database is not open.");
    return this.#writer;
  }

  #end(connection: DatabaseConnection): void {
    this.#open.get(connection)?.release();
    this.#open.delete(connection);
  }
}
