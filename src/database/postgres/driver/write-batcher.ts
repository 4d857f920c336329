import type { QueryResult } from "pg";
import { unavailable } from "../../core/failures.ts";
import { ACQUIRE_LOCKS, inLockOrder } from "./advisory-locks.ts";
import type { ConnectionSlot } from "./connection-slot.ts";
import { isRejected } from "./errors.ts";
import { type PipelinedConnection, SLOW_STATEMENT_MS, type Statement } from "./pipelined-connection.ts";
import type { StatementNames } from "./statement-names.ts";

/** A statement in the queue, with its caller's promise. */
interface QueuedWrite {
  readonly statement: Statement;
  readonly locks: readonly string[];
  readonly resolve: (result: QueryResult | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** Bounds how long the locks of one batch are held. */
const MAX_BATCH_SIZE = 64;

/** Maximum statements that wait for the batch that is being written. */
const MAX_QUEUED = 512;

const BEGIN = `begin; set local lock_timeout = ${SLOW_STATEMENT_MS}`;

/**
 * Group commit, as on SQLite: executes writes that run outside a transaction in batches, one transaction and one round
 * trip per batch. A batch starts at the end of the turn of the event loop in which its first statement was queued, or
 * when the batch before it is committed.
 *
 * A caller's promise settles only after the commit. If the server rejects a statement, or it waits for a lock longer
 * than `SLOW_STATEMENT_MS`, the batch is rolled back, and every caller gets undefined, to execute its statement on the
 * pool, alone. If the connection is lost, the batch may have been committed, so all callers get `unavailable`.
 */
export class WriteBatcher {
  readonly #slot: ConnectionSlot;
  readonly #names: StatementNames;
  #queue: QueuedWrite[] = [];
  #isWriting = false;

  constructor(slot: ConnectionSlot, names: StatementNames) {
    this.#slot = slot;
    this.#names = names;
  }

  /**
   * Executes a statement while its batch holds the advisory locks with these names. Returns undefined if it was not
   * executed, because there is no connection, too many statements wait, or the batch was rolled back.
   */
  async execute(statement: Statement, locks: readonly string[]): Promise<QueryResult | undefined> {
    if (this.#slot.connection === undefined || this.#queue.length === MAX_QUEUED) return undefined;
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult | undefined>();
    this.#queue.push({ statement, locks, resolve, reject });
    if (!this.#isWriting) {
      this.#isWriting = true;
      setImmediate(() => void this.#writeAll());
    }
    return promise;
  }

  async #writeAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, MAX_BATCH_SIZE);
      const { connection } = this.#slot;
      if (connection === undefined) for (const { resolve } of batch) resolve(undefined);
      else await write(connection, batch, this.#lockAll(batch));
    }
    this.#isWriting = false;
  }

  /** The statement that acquires the locks of a batch; undefined if it needs none. */
  #lockAll(batch: readonly QueuedWrite[]): Statement | undefined {
    const locks = inLockOrder(batch.flatMap(({ locks }) => locks));
    if (locks.length === 0) return undefined;
    const name = this.#names.nameOf(ACQUIRE_LOCKS);
    return { text: ACQUIRE_LOCKS, values: [locks], ...(name !== undefined && { name }) };
  }
}

/** Executes a batch in one transaction, and settles the promises of its callers. */
async function write(
  connection: PipelinedConnection,
  batch: readonly QueuedWrite[],
  lock: Statement | undefined,
): Promise<void> {
  // If one of them fails, `commit` rolls back.
  connection.send({ text: BEGIN }).catch(() => {});
  if (lock !== undefined) connection.send(lock).catch(() => {});
  const executed = batch.map(({ statement }) => connection.send(statement));
  const committed = connection.send({ text: "commit" });
  const outcomes = await Promise.allSettled(executed);
  try {
    // In a transaction with a failed statement, `commit` succeeds and rolls back.
    const { command } = await committed;
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index];
      if (command !== "COMMIT") resolve(undefined);
      else if (outcome?.status === "fulfilled") resolve(outcome.value);
      else reject(outcome?.reason);
    }
  } catch (error) {
    for (const { resolve, reject } of batch) {
      if (isRejected(error)) resolve(undefined);
      else reject(unavailable(error));
    }
  }
}
