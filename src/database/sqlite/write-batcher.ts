import { setImmediate } from "node:timers/promises";
import { CompiledQuery, type QueryResult } from "kysely";
import type { RetryingConnection } from "./retrying-connection.ts";
import type { SerialConnection } from "./serial-connection.ts";

/** Settles the promise of a statement's caller. */
type Settle = () => void;

/** A statement in the queue, with its caller's promise. */
interface QueuedStatement {
  /** Executes the statement. Returns the function to call after the commit. */
  readonly execute: (connection: RetryingConnection) => Promise<Settle>;
  /** By `performance.now()`. */
  readonly queuedAt: number;
  readonly reject: (reason: unknown) => void;
}

/** Bounds how long one batch blocks the event loop and other writers. */
const MAX_BATCH_SIZE = 64;

/**
 * Group commit: executes inserts, updates and deletes that run outside a transaction in batches,
 * one transaction per batch.
 *
 * Why: a commit waits until the disk has written it, which takes much longer than executing a
 * statement. A batch waits once.
 *
 * When: a batch starts one turn of the event loop after its first statement was queued, so that it
 * holds the statements of all requests read in that turn. A full batch starts at once. Statements that
 * are queued while a batch waits for the connection's mutex still join it.
 *
 * Failures: a caller's promise settles only after the commit, so an acknowledged write is durable.
 * A statement that violates a constraint rejects alone; the rest of the batch commits. If the
 * transaction as a whole fails, for example because the disk is full, it is rolled back and its
 * statements are executed one by one. If another process holds the lock until the lock timeout, the
 * whole batch rejects. Later batches whose oldest statement has waited that long then reject at once.
 */
export class WriteBatcher {
  readonly #writer: SerialConnection;
  #queue: QueuedStatement[] = [];

  constructor(writer: SerialConnection) {
    this.#writer = writer;
  }

  /** The number of queued statements. */
  get queued(): number {
    return this.#queue.length;
  }

  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
    this.#queue.push({
      async execute(connection) {
        const result = await connection.executeQuery<Row>(query);
        return () => resolve(result);
      },
      queuedAt: performance.now(),
      reject,
    });
    // A queue that was not empty has a batch scheduled already.
    if (this.#queue.length === 1) void this.#writeInNextTurn();
    // A full batch starts at once: under load one turn reads thousands of requests, and otherwise the
    // queue would hold them all.
    else if (this.#queue.length % MAX_BATCH_SIZE === 0) void this.#writeNextBatch();
    return promise;
  }

  async #writeInNextTurn(): Promise<void> {
    await setImmediate();
    await this.#writeNextBatch();
  }

  async #writeNextBatch(): Promise<void> {
    if (this.#queue.length === 0) return;
    await this.#writer.runExclusive(async (connection) => {
      const batch = this.#queue.splice(0, MAX_BATCH_SIZE);
      if (this.#queue.length > 0) void this.#writeInNextTurn();
      try {
        // A single statement commits by itself.
        await (batch.length > 1 ? writeInOneTransaction(connection, batch) : writeOneByOne(connection, batch));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }, this.#queue[0]?.queuedAt);
  }
}

/**
 * Writes a batch in one transaction or, if that fails, each statement in its own. Throws, with
 * nothing written, if the transaction can't begin or can't roll back.
 */
async function writeInOneTransaction(connection: RetryingConnection, batch: readonly QueuedStatement[]): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  try {
    const settles = await executeAll(connection, batch);
    await connection.executeQuery(CompiledQuery.raw("commit"));
    for (const settle of settles) settle();
  } catch {
    if (connection.isInTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
    await writeOneByOne(connection, batch);
  }
}

/**
 * Executes all statements inside the open transaction. Throws when SQLite has rolled it back, as it
 * does when the disk is full.
 */
async function executeAll(connection: RetryingConnection, batch: readonly QueuedStatement[]): Promise<Settle[]> {
  const settles: Settle[] = [];
  for (const { execute, reject } of batch) {
    try {
      settles.push(await execute(connection));
    } catch (error) {
      if (!connection.isInTransaction) throw error;
      settles.push(() => reject(error));
    }
  }
  return settles;
}

/** Executes each statement in a transaction of its own, which SQLite opens implicitly. */
async function writeOneByOne(connection: RetryingConnection, batch: readonly QueuedStatement[]): Promise<void> {
  for (const { execute, reject } of batch) {
    try {
      const settle = await execute(connection);
      settle();
    } catch (error) {
      reject(error);
    }
  }
}
