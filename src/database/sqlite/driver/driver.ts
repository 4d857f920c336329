import { setTimeout } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  type TransactionSettings,
  UpdateQueryNode,
} from "kysely";
import { overloaded } from "../../core/failures.ts";
import { RETRY_DELAY_MS } from "./busy-timeout.ts";
import type { Connections } from "./connections.ts";
import { type Executor, LocalExecutor } from "./executor.ts";
import { RetryingConnection } from "./retrying-connection.ts";
import { SerialConnection } from "./serial-connection.ts";
import { ThreadExecutor } from "./thread-executor.ts";
import { type OpenTransaction, TransactionGroups } from "./transaction-groups.ts";
import { WriteBatcher } from "./write-batcher.ts";
import type { WriteGuard } from "./write-guard.ts";

/**
 * Maximum number of waiting writes: statements of the batcher, transactions, and other callers of the
 * writer's mutex. At 2,000 to 15,000 writes a second (docs/performance/history.md) 1,000 take at most
 * 0.5 s, so the queue fills only if something blocks the writing connection.
 */
export const MAX_WAITING_WRITES = 1000;

/** Maximum statements of a batch that this thread executes, which blocks the event loop. */
const MAX_LOCAL_BATCH = 64;

/** Maximum statements of a batch that another thread executes, which only keeps others from writing. */
const MAX_THREAD_BATCH = 500;

/**
 * Milliseconds after which a long transaction should let others write. They wait for its last statements and its commit
 * too, which on a slow disk take as long again.
 */
const MAX_HOLD_MS = 30;

/** How many times as long it may hold the connection while nobody in this process waits; other processes may. */
const ALONE_FACTOR = 7;

/** How transactions share the writing connection. */
export interface Fairness {
  /** For whom the next transaction is, such as an account; transactions of different callers take turns. */
  readonly callerOf?: (() => string) | undefined;
  /** Milliseconds after which `shouldPause` is true while others wait. */
  readonly maxHold?: number | undefined;
}

/** The connections of an open database, and what batches writes on `writer`. */
interface OpenConnections {
  readonly writer: SerialConnection;
  readonly batcher: WriteBatcher;
  readonly groups: TransactionGroups;
  readonly reader: RetryingConnection | undefined;
  readonly snapshots: SerialConnection | undefined;
}

/**
 * Routes each query to one of three connections:
 *
 * - in a read-only transaction: to `snapshots`, whose mutex stays locked until the transaction ends.
 * - in any other transaction: to `writer`, in a group (`TransactionGroups`) that starts with `begin
 *   immediate`, because SQLite rejects one of two transactions that both read and then write. The
 *   mutex stays locked until the group has ended.
 * - a select outside a transaction, also one in SQL: to `reader`. Under WAL it reads the last commit, never waiting
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
  readonly #callerOf: () => string;
  readonly #maxHold: number;
  readonly #transactions = new Map<DatabaseConnection, OpenTransaction>();
  readonly #idle: DatabaseConnection[] = [];
  #open: OpenConnections | undefined;
  #thread: ThreadExecutor | undefined;

  /** `lockTimeout`: how long to wait for another process's lock, in milliseconds. */
  constructor(
    connections: Connections,
    lockTimeout: number,
    guard?: WriteGuard,
    { callerOf = () => "", maxHold = MAX_HOLD_MS }: Fairness = {},
  ) {
    this.#connections = connections;
    this.#lockTimeout = lockTimeout;
    this.#guard = guard;
    this.#callerOf = callerOf;
    this.#maxHold = maxHold;
  }

  /** Statements of the batcher, and transactions, that wait for the writing connection or use it. */
  get waitingWrites(): number {
    return this.#open === undefined ? 0 : countWaiting(this.#open);
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
      groups: new TransactionGroups(writer),
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
    const { groups, snapshots } = this.#opened;
    if (accessMode === "read only" && snapshots !== undefined) {
      this.#transactions.set(virtual, await beginSnapshot(snapshots));
      return;
    }
    const caller = this.#callerOf();
    // The fuller the queue is, the less of it one caller may have.
    this.#assertQueueHasRoom(groups.queuedOf(caller));
    this.#transactions.set(virtual, await groups.begin(caller));
  }

  /** Whether the transaction of a connection has held the writing connection for so long that others should have it. */
  shouldPause(virtual: DatabaseConnection): boolean {
    const transaction = this.#transactions.get(virtual);
    const startedAt = transaction?.startedAt();
    if (transaction === undefined || startedAt === undefined) return false;
    // The transaction itself is one of those that are counted.
    const isAwaited = this.waitingWrites > 1 || transaction.heldUp() > 0;
    return performance.now() - startedAt >= (isAwaited ? this.#maxHold : ALONE_FACTOR * this.#maxHold);
  }

  /** Commits the transaction of a connection, lets those that wait write, and begins another one. */
  async pause(virtual: DatabaseConnection): Promise<void> {
    await this.commitTransaction(virtual);
    // Another process would ask for the lock of a file at this interval.
    if (this.waitingWrites === 0 && this.#connections.path !== undefined) await setTimeout(2 * RETRY_DELAY_MS);
    this.#transactions.set(virtual, await this.#opened.groups.begin(this.#callerOf(), { isLong: true }));
  }

  async commitTransaction(virtual: DatabaseConnection): Promise<void> {
    await this.#endTransaction(virtual)?.commit();
  }

  /** Does nothing after a commit that failed. */
  async rollbackTransaction(virtual: DatabaseConnection): Promise<void> {
    await this.#endTransaction(virtual)?.rollback();
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
        return transaction.streamQuery(query, chunkSize);
      },
    };
    return virtual;
  }

  #route<Row>(virtual: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const transaction = this.#transactions.get(virtual);
    if (transaction !== undefined) return transaction.executeQuery(query);
    const { writer, batcher, reader } = this.#opened;
    if (reader !== undefined && isSelect(query)) return reader.executeQuery(query);
    if (isWrite(query)) {
      this.#assertQueueHasRoom();
      return batcher.execute(query);
    }
    return writer.runExclusive((connection) => connection.executeQuery(query));
  }

  /** Throws `unavailable` if too many writes are waiting already. `ofCaller`: those of the caller count twice. */
  #assertQueueHasRoom(ofCaller = 0): void {
    if (this.waitingWrites + ofCaller >= MAX_WAITING_WRITES) throw overloaded();
  }

  get #opened(): OpenConnections {
    if (this.#open === undefined) throw new Error("The database is not open.");
    return this.#open;
  }

  #endTransaction(virtual: DatabaseConnection): OpenTransaction | undefined {
    const transaction = this.#transactions.get(virtual);
    this.#transactions.delete(virtual);
    return transaction;
  }
}

/** One in SQL counts if it begins as a select. The reading connection would reject a write. */
function isSelect({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (RawNode.is(query) && /^\s*select\b/i.test(sql));
}

function countWaiting({ writer, batcher, groups }: OpenConnections): number {
  return writer.callers + batcher.queued + groups.queued;
}

async function beginSnapshot(snapshots: SerialConnection): Promise<OpenTransaction> {
  const { connection } = snapshots;
  const release = await snapshots.acquire();
  const execute = async (sql: string) => {
    await connection.executeQuery(CompiledQuery.raw(sql));
  };
  const end = (sql: string) => execute(sql).finally(release);
  try {
    await execute("begin");
  } catch (error) {
    release();
    throw error;
  }
  return {
    executeQuery: (query) => connection.executeQuery(query),
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    commit: () => end("commit"),
    rollback: () => end("rollback"),
    startedAt: () => undefined,
    heldUp: () => 0,
  };
}

function isWrite({ query }: CompiledQuery): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
}
