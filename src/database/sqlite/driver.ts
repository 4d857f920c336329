import type Sqlite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  SelectQueryNode,
  type TransactionSettings,
  UpdateQueryNode,
} from "kysely";
import { SqliteConnection } from "./connection.ts";
import { type Release, SerialConnection } from "./serial-connection.ts";
import { WriteBatcher } from "./write-batcher.ts";

/** The connections to one database of SQLite. */
export interface Connections {
  readonly writer: Sqlite.Database;
  /** For reading alone, where the database is a file; a database in memory has one connection. */
  readonly reader?: Sqlite.Database;
  /** For what is read at one moment in several statements; the same. */
  readonly snapshots?: Sqlite.Database;
}

interface Lanes {
  readonly writer: SerialConnection;
  readonly writes: WriteBatcher;
  readonly reader: SqliteConnection | undefined;
  readonly snapshots: SerialConnection | undefined;
}

interface OpenTransaction {
  readonly lane: SerialConnection;
  readonly release: Release;
}

/**
 * Lets writers take turns, each with the write lock from the beginning of its transaction: two that go from reading to writing would refuse
 * each other at once. What only reads has a connection of its own, sees what is committed, and waits for nobody; transactions that only
 * read have another one.
 */
export class SqliteDriver implements Driver {
  readonly #connections: Connections;
  readonly #lockTimeout: number;
  readonly #open = new Map<DatabaseConnection, OpenTransaction>();
  readonly #idle: DatabaseConnection[] = [];
  #lanes: Lanes | undefined;

  /** `lockTimeout`: how long to wait for the lock of another process, in milliseconds. */
  constructor(connections: Connections, lockTimeout: number) {
    this.#connections = connections;
    this.#lockTimeout = lockTimeout;
  }

  async init(): Promise<void> {
    const { writer, reader, snapshots } = this.#connections;
    const connect = (database: Sqlite.Database) => SqliteConnection.on(database, this.#lockTimeout);
    const lane = new SerialConnection(await connect(writer));
    this.#lanes = {
      writer: lane,
      writes: new WriteBatcher(lane),
      reader: reader && (await connect(reader)),
      snapshots: snapshots && new SerialConnection(await connect(snapshots)),
    };
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#idle.pop() ?? this.#lend();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#idle.push(connection);
  }

  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    const { writer, snapshots } = this.#opened;
    const isSnapshot = accessMode === "read only" && snapshots !== undefined;
    const lane = isSnapshot ? snapshots : writer;
    const release = await lane.takeTurn();
    try {
      await lane.connection.executeQuery(CompiledQuery.raw(isSnapshot ? "begin" : "begin immediate"));
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
      if (this.#open.get(connection)?.lane.connection.isInTransaction)
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

  /** Stands for one of the connections; for which one, each query tells. */
  #lend(): DatabaseConnection {
    const borrowed: DatabaseConnection = {
      executeQuery: (query) => this.#execute(borrowed, query),
      streamQuery: () => {
        throw new Error("Long lists are read in pages, not with a cursor.");
      },
    };
    return borrowed;
  }

  #execute<Row>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const transaction = this.#open.get(connection);
    if (transaction !== undefined) return transaction.lane.connection.executeQuery(query);
    const { reader, writes } = this.#opened;
    if (reader !== undefined && SelectQueryNode.is(query.query)) return reader.executeQuery(query);
    return isWrite(query) ? writes.execute(query) : this.#executeInTurn(query);
  }

  async #executeInTurn<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer } = this.#opened;
    const release = await writer.takeTurn();
    try {
      return await writer.connection.executeQuery(query);
    } finally {
      release();
    }
  }

  get #opened(): Lanes {
    if (this.#lanes === undefined) throw new Error("The database is not open.");
    return this.#lanes;
  }

  #end(connection: DatabaseConnection): void {
    this.#open.get(connection)?.release();
    this.#open.delete(connection);
  }
}

function isWrite({ query }: CompiledQuery): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
}
