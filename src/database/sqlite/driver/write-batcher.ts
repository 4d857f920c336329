import { setImmediate, setTimeout } from "node:timers/promises";
import type { CompiledQuery, QueryResult } from "kysely";
import type { Outcome } from "./executor.ts";
import type { RetryingConnection } from "./retrying-connection.ts";
import type { SerialConnection } from "./serial-connection.ts";

/** A statement in the queue, with its caller's promise. */
interface QueuedStatement {
  readonly query: CompiledQuery;
  /** By `performance.now()`. */
  readonly queuedAt: number;
  readonly resolve: (result: QueryResult<unknown>) => void;
  readonly reject: (reason: unknown) => void;
}

/** Milliseconds that a batch takes on a slow disk; after it, the next one waits. */
const SLOW_BATCH_MS = 4;

/** The longest that a batch waits for more statements after a slow one, in milliseconds. */
const MAX_PAUSE_MS = 5;

/**
 * Group commit: executes inserts, updates and deletes that run outside a transaction in batches,
 * one transaction per batch.
 *
 * Why: a commit waits until the disk has written it, which takes much longer than executing a
 * statement. A batch waits once.
 *
 * When: a batch starts one turn of the event loop after its first statement was queued, so that it
 * holds the statements of all requests read in that turn. A full batch starts at once. Statements that
 * are queued while a batch waits for the connection's mutex still join it. After a slow batch the next
 * one waits for a tenth of that time, at most 5 ms: for the clients that respond to the slow one with their next
 * request. Otherwise they would form two groups, each of which waits while the other's batch is written.
 *
 * Failures: a caller's promise settles only after the commit, so an acknowledged write is durable.
 * A statement that violates a constraint rejects alone; the rest of the batch commits. If the
 * transaction as a whole fails, for example because the disk is full, it is rolled back and its
 * statements are executed one by one. If another process holds the lock until the lock timeout, the
 * whole batch rejects. Later batches whose oldest statement has waited that long then reject at once.
 */
export class WriteBatcher {
  readonly #writer: SerialConnection;
  readonly #maxBatchSize: number;
  #queue: QueuedStatement[] = [];
  #isWriting = false;

  /** `maxBatchSize` bounds how long a batch blocks other writers, and the event loop if it runs in this thread. */
  constructor(writer: SerialConnection, maxBatchSize: number) {
    this.#writer = writer;
    this.#maxBatchSize = maxBatchSize;
  }

  /** The number of queued statements. */
  get queued(): number {
    return this.#queue.length;
  }

  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
    this.#queue.push({
      query,
      queuedAt: performance.now(),
      // A cast, because only the caller knows the rows of its query.
      resolve: (result) => resolve(result as QueryResult<Row>),
      reject,
    });
    if (this.#queue.length === 1) void this.#writeInNextTurn();
    // A full batch starts at once: under load one turn reads thousands of requests, and otherwise the
    // queue would hold them all.
    else if (this.#queue.length === this.#maxBatchSize) void this.#writeBatches();
    return promise;
  }

  async #writeInNextTurn(): Promise<void> {
    await setImmediate();
    await this.#writeBatches();
  }

  /** Writes until the queue is empty. */
  async #writeBatches(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    while (this.#queue.length > 0) {
      const duration = await this.#writeNextBatch();
      if (this.#queue.length < this.#maxBatchSize) await pauseAfter(duration);
    }
    this.#isWriting = false;
  }

  /** Returns how long the batch took, in milliseconds. */
  #writeNextBatch(): Promise<number> {
    return this.#writer.runExclusive(async (connection) => {
      const batch = this.#queue.splice(0, this.#maxBatchSize);
      const startedAt = performance.now();
      try {
        await write(connection, batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      return performance.now() - startedAt;
    }, this.#queue[0]?.queuedAt);
  }
}

/** Waits for more writes after one that took `duration` milliseconds. */
export async function pauseAfter(duration: number): Promise<void> {
  await (duration > SLOW_BATCH_MS ? setTimeout(Math.min(MAX_PAUSE_MS, duration / 10)) : setImmediate());
}

/**
 * Writes a batch in one transaction or, if that fails, each statement in its own. Throws, with
 * nothing written, if the transaction can't begin or can't roll back.
 */
async function write(connection: RetryingConnection, batch: readonly QueuedStatement[]): Promise<void> {
  // A single statement commits by itself, in a transaction that SQLite opens.
  const outcomes = batch.length > 1 ? await connection.executeBatch(batch.map(({ query }) => query)) : undefined;
  if (outcomes === undefined) return writeOneByOne(connection, batch);
  for (const [index, statement] of batch.entries()) settle(statement, outcomes[index], connection);
}

function settle(
  { resolve, reject }: QueuedStatement,
  outcome: Outcome | undefined,
  connection: RetryingConnection,
): void {
  if (outcome === undefined) throw new Error("A batch must have one outcome per statement.");
  if ("result" in outcome) resolve(outcome.result);
  else reject(connection.toFailure(outcome.error));
}

async function writeOneByOne(connection: RetryingConnection, batch: readonly QueuedStatement[]): Promise<void> {
  for (const { query, resolve, reject } of batch) await connection.executeQuery(query).then(resolve, reject);
}
