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
import { overloaded } from "../failures.ts";
import type { Connections } from "./connections.ts";
import { type Executor, LocalExecutor } from "./executor.ts";
import { RetryingConnection } from "./retrying-connection.ts";
import { type Release, SerialConnection } from "./serial-connection.ts";
import { ThreadExecutor } from "./thread-executor.ts";
import { WriteBatcher } from "./write-batcher.ts";
import type { WriteGuard } from "./write-guard.ts";

/**
 * Maximum number of waiting writes: statements of the batcher, and transactions. In a load test on two
 * cores, about 2,500 products a second were written, so 1,000 writes take 0.4 s. Of 4,000 clients at
 * most 63 statements waited, so the queue fills only if something else blocks the writing connection.
 */
export const MAX_WAITING_WRITES = 1000;

/** Maximum statements of a batch that this thread executes, which blocks the event loop. */
const MAX_LOCAL_BATCH = 64;

/** Maximum statements of a batch that another thread executes, which only keeps others from writing. */
const MAX_THREAD_BATCH = 500;

/** The connections of an open database, and the batcher of the writing one. */
interface OpenConnections {
  readonly writer: SerialConnection;
  readonly batcher: WriteBatcher;
  readonly reader: RetryingConnection | undefined;
  readonly snapshots: SerialConnection | undefined;
}

interface OpenTransaction {
  readonly connection: RetryingConnection;
  /** Releases the mutex of the connection. */
  readonly release: Release;
}

/**
 * Routes each query to one of three connections:
 *
 * - in a transaction: to its connection, whose mutex stays locked until the transaction ends.
 *   Read-only transactions use `snapshots`. All others use `writer` and start with `begin
 *   immediate`, because SQLite rejects one of two transactions that both read and then write.
 * - a select outside a transaction: to `reader`. Under WAL it reads the last commit, never waiting
 *   for writers.
 * - an insert, update or delete outside a transaction: to `writer`, in a batch.
 * - anything else: to `writer`, one query at a time.
 *
 * An in-memory database has only the writer, which runs everything.
 */
export class SqliteFileDriver implements Driver {
  readonly #connections: Connections;
  readonly #lockTimeout: number;
  readonly #guard: WriteGuard | undefined;
  readonly #transactions = new Map<DatabaseConnection, OpenTransaction>();
  readonly #idle: DatabaseConnection[] = [];
  #open: OpenConnections | undefined;
  #thread: ThreadExecutor | undefined;

  /** `lockTimeout`: how long to wait for another process's lock, in milliseconds. */
  constructor(connections: Connections, lockTimeout: number, guard?: WriteGuard) {
    this.#connections = connections;
    this.#lockTimeout = lockTimeout;
    this.#guard = guard;
  }

  /** Statements of the batcher, and transactions, that wait for the writing connection or use it. */
  get waitingWrites(): number {
    return this.#open === undefined ? 0 : this.#open.writer.callers + this.#open.batcher.queued;
  }

  async init(): Promise<void> {
    const { reader, snapshots } = this.#connections;
    const connect = (executor: Executor, guard?: WriteGuard) =>
      new RetryingConnection(executor, this.#lockTimeout, guard);
    const executor = await this.#openWriter();
    const writer = new SerialConnection(connect(executor, this.#guard));
    this.#open = {
      writer,
      batcher: new WriteBatcher(writer, this.#thread === undefined ? MAX_LOCAL_BATCH : MAX_THREAD_BATCH),
      reader: reader && connect(new LocalExecutor(reader)),
      snapshots: snapshots && new SerialConnection(connect(new LocalExecutor(snapshots))),
    };
  }

  async #openWriter(): Promise<Executor> {
    const { path, writer, writesInThread } = this.#connections;
    if (path === undefined || !writesInThread) return new LocalExecutor(writer);
    this.#thread = await ThreadExecutor.open(path, this.#lockTimeout);
    writer.close();
    return this.#thread;
  }

  /** Runs `work` on the writing connection, outside of transactions of others. */
  runExclusive<T>(work: (connection: RetryingConnection) => Promise<T>): Promise<T> {
    return this.#opened.writer.runExclusive(work);
  }

  /** Whether a transaction is open on the writing connection. */
  get isInTransaction(): boolean {
    return this.#opened.writer.connection.isInTransaction;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#idle.pop() ?? this.#createVirtualConnection();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#idle.push(connection);
  }

  async beginTransaction(virtual: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    const { writer, snapshots } = this.#opened;
    const isSnapshot = accessMode === "read only" && snapshots !== undefined;
    const serial = isSnapshot ? snapshots : writer;
    if (!isSnapshot) this.#assertQueueHasRoom();
    const release = await serial.acquire();
    try {
      await serial.connection.executeQuery(CompiledQuery.raw(isSnapshot ? "begin" : "begin immediate"));
      this.#transactions.set(virtual, { connection: serial.connection, release });
    } catch (error) {
      release();
      throw error;
    }
  }

  async commitTransaction(virtual: DatabaseConnection): Promise<void> {
    await virtual.executeQuery(CompiledQuery.raw("commit"));
    this.#endTransaction(virtual);
  }

  /** On a full disk SQLite itself rolls back; a second rollback would fail and hide the cause. */
  async rollbackTransaction(virtual: DatabaseConnection): Promise<void> {
    try {
      if (this.#transactions.get(virtual)?.connection.isInTransaction)
        await virtual.executeQuery(CompiledQuery.raw("rollback"));
    } finally {
      this.#endTransaction(virtual);
    }
  }

  async destroy(): Promise<void> {
    this.#connections.snapshots?.close();
    this.#connections.reader?.close();
    this.#connections.writer.close();
    await this.#thread?.close();
  }

  /** Kysely acquires a connection before it knows the query. This connection routes each query. */
  #createVirtualConnection(): DatabaseConnection {
    const virtual: DatabaseConnection = {
      executeQuery: (query) => this.#route(virtual, query),
      streamQuery: (query, chunkSize) => {
        const transaction = this.#transactions.get(virtual);
        if (transaction === undefined) throw new Error("Only transactions can stream: read long lists in pages.");
        return transaction.connection.streamQuery(query, chunkSize);
      },
    };
    return virtual;
  }

  #route<Row>(virtual: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const transaction = this.#transactions.get(virtual);
    if (transaction !== undefined) return transaction.connection.executeQuery(query);
    const { writer, batcher, reader } = this.#opened;
    if (reader !== undefined && SelectQueryNode.is(query.query)) return reader.executeQuery(query);
    if (isWrite(query)) {
      this.#assertQueueHasRoom();
      return batcher.execute(query);
    }
    return writer.runExclusive((connection) => connection.executeQuery(query));
  }

  /** Throws `unavailable` if too many writes are waiting already. */
  #assertQueueHasRoom(): void {
    if (this.waitingWrites >= MAX_WAITING_WRITES) throw overloaded();
  }

  get #opened(): OpenConnections {
    if (this.#open === undefined) throw new Error("The database is not open.");
    return this.#open;
  }

  #endTransaction(virtual: DatabaseConnection): void {
    this.#transactions.get(virtual)?.release();
    this.#transactions.delete(virtual);
  }
}

function isWrite({ query }: CompiledQuery): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
}
