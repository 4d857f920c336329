import { CompiledQuery, type DatabaseConnection, type QueryResult } from "kysely";
import { FairQueue } from "#contract/fair-queue";
import { unavailable } from "../../core/failures.ts";
import { RolledBackWithOthers } from "./errors.ts";
import type { RetryingConnection } from "./retrying-connection.ts";
import type { SerialConnection } from "./serial-connection.ts";
import { pauseAfter } from "./write-batcher.ts";

/** A transaction that may execute statements. Call either `commit` or `rollback`, once. */
export interface OpenTransaction extends DatabaseConnection {
  /** Resolves once it is durable. */
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
  /** When it executed its first statement, by `performance.now()`; undefined before. */
  readonly startedAt: () => number | undefined;
  /** The number of transactions that have ended and wait for its end, because they share its commit. */
  readonly heldUp: () => number;
}

/** A transaction that waits to begin, with its caller's promise. */
interface QueuedTransaction {
  /** By `performance.now()`. */
  readonly queuedAt: number;
  /** Whether it is known to take long, so that none should wait for its end to be committed. */
  readonly isLong: boolean;
  readonly resolve: (transaction: OpenTransaction) => void;
}

/** Maximum transactions of a group. */
const MAX_TRANSACTIONS = 64;

/** Milliseconds after which no transaction joins a group. One that joined before may still take longer. */
const MAX_DURATION_MS = 20;

const BEGIN = "begin immediate";
const SAVE = "savepoint joined";
const RELEASE = "release joined";
const ROLLBACK_TO_SAVEPOINT = "rollback to joined";

/**
 * Group commit for transactions: those that wait for each other run one after the other in one transaction of SQLite,
 * each after the first in a savepoint, so that they wait for the disk once. Of those that wait, the next is always one
 * of another caller, if there is one: many transactions of one caller delay those of others by one.
 *
 * A transaction that is rolled back leaves the others of its group alone. One that has ended waits for the commit of
 * the group even if it was rolled back, because it may have read what others had not committed yet. If the group fails
 * as a whole, for example because the disk is full, nothing is written: its transactions get an error after which
 * `retryConflicts` repeats them, each alone.
 *
 * A transaction locks the database from its first statement on, not before.
 *
 * A long transaction, such as an import, delays the responses of those before it in its group: at most 63, which ran in
 * the 20 ms before it began. Once it has let others write, it joins no group.
 */
export class TransactionGroups {
  readonly #writer: SerialConnection;
  readonly #maxDuration: number;
  readonly #queue = new FairQueue<QueuedTransaction>();
  #isRunning = false;
  /** How many of the next transactions run alone. */
  #alone = 0;
  /** Duration of the last commit that several transactions shared, in milliseconds; 0 after the pause that follows it. */
  #sharedCommitMs = 0;

  /** `maxDuration`: the milliseconds after which no transaction joins a group. */
  constructor(writer: SerialConnection, maxDuration = MAX_DURATION_MS) {
    this.#writer = writer;
    this.#maxDuration = maxDuration;
  }

  /** The number of queued transactions. */
  get queued(): number {
    return this.#queue.size;
  }

  /** The number of queued transactions of a caller. */
  queuedOf(caller: string): number {
    return this.#queue.sizeOf(caller);
  }

  /**
   * Waits until the transactions before it have ended. `caller`: for whom it is, such as an account. `isLong`: whether it
   * must not share the commit of those before it.
   */
  begin(caller = "", { isLong = false } = {}): Promise<OpenTransaction> {
    const { promise, resolve } = Promise.withResolvers<OpenTransaction>();
    this.#queue.push(caller, { queuedAt: performance.now(), isLong, resolve });
    if (!this.#isRunning) void this.#runAll();
    return promise;
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let first = this.#queue.shift(); first !== undefined; first = this.#queue.shift()) {
      const transaction = first;
      await this.#writer.runExclusive((connection) => this.#runGroup(connection, transaction), transaction.queuedAt);
    }
    this.#isRunning = false;
  }

  async #runGroup(connection: RetryingConnection, first: QueuedTransaction): Promise<void> {
    const isAlone = this.#alone > 0;
    if (isAlone) this.#alone -= 1;
    const group = new Group(connection);
    const endsAt = performance.now() + this.#maxDuration;
    let canJoin = (await group.run(first)) && !isAlone;
    while (canJoin && group.size < MAX_TRANSACTIONS && performance.now() < endsAt) {
      if (this.#queue.size === 0) await this.#pause();
      if (this.#queue.peek()?.isLong) break;
      const next = this.#queue.shift();
      canJoin = next !== undefined && (await group.run(next));
    }
    const startedAt = performance.now();
    const isCommitted = await group.commit();
    if (group.started < 2) return;
    this.#sharedCommitMs = performance.now() - startedAt;
    if (!isCommitted) this.#alone = group.size;
  }

  /** Lets other requests queue transactions. After a slow shared commit, waits for the next ones of its clients. */
  async #pause(): Promise<void> {
    const duration = this.#sharedCommitMs;
    this.#sharedCommitMs = 0;
    await pauseAfter(duration);
  }
}

/** Transactions that share a commit. `begin` or `savepoint` is sent together with the first statement of each. */
class Group {
  readonly #connection: RetryingConnection;
  /** The outcomes of those that wait for the commit. */
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  /** The number of transactions that have executed a statement. */
  started = 0;
  /** When the current transaction executed its first statement. */
  #startedAt: number | undefined;
  /** Resolves when the first statement of the current transaction has been executed, or has failed. */
  #begun: Promise<void> = Promise.resolve();
  /** Whether a savepoint is open. */
  #isSaved = false;
  /** The error of a transaction that could not be rolled back alone. */
  #failure: unknown;

  constructor(connection: RetryingConnection) {
    this.#connection = connection;
  }

  /** The number of transactions that wait for the commit. */
  get size(): number {
    return this.#waiting.length;
  }

  /** Runs a transaction until it ends. Returns whether others can join. */
  async run({ resolve }: QueuedTransaction): Promise<boolean> {
    this.#startedAt = undefined;
    const ended = Promise.withResolvers<"commit" | "rollback">();
    const outcome = Promise.withResolvers<void>();
    const end = (ending: "commit" | "rollback") => {
      ended.resolve(ending);
      return outcome.promise;
    };
    resolve({
      executeQuery: (query) => this.#executeQuery(query),
      streamQuery: (query, chunkSize) => this.#stream(query, chunkSize),
      commit: () => end("commit"),
      rollback: () => end("rollback"),
      startedAt: () => this.#startedAt,
      heldUp: () => this.size,
    });
    const isCommitted = (await ended.promise) === "commit";
    return this.#end(isCommitted, outcome);
  }

  /** Commits the group and settles the promises of its transactions. Returns false if the commit failed. */
  async commit(): Promise<boolean> {
    if (this.size === 0) return true;
    try {
      if (this.#failure !== undefined) throw this.#failure;
      await this.#execute("commit");
    } catch (error) {
      // If this fails too, the next transaction can't begin.
      await this.#rollBack().catch(() => {});
      const reason = this.started === 1 ? error : unavailable(new RolledBackWithOthers(error));
      for (const { reject } of this.#waiting) reject(reason);
      return false;
    }
    for (const { resolve } of this.#waiting) resolve();
    return true;
  }

  async #executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#startedAt === undefined) {
      const first = this.#connection.executeAfter<Row>(this.#beginning(), query);
      this.#begun = first.then(ignore, ignore);
      return first;
    }
    await this.#begun;
    this.#assertInTransaction();
    return this.#connection.executeQuery(query);
  }

  /** SQLite would commit a statement alone if the transaction could not begin, or was rolled back by SQLite itself. */
  #assertInTransaction(): void {
    if (!this.#connection.isInTransaction) throw unavailable(new Error("The transaction was rolled back."));
  }

  /** What to execute before the first statement of the current transaction. */
  #beginning(): readonly string[] {
    this.#startedAt = performance.now();
    this.started += 1;
    if (this.size === 0) return [BEGIN];
    const isSaved = this.#isSaved;
    this.#isSaved = true;
    return isSaved ? [RELEASE, SAVE] : [SAVE];
  }

  async #end(isCommitted: boolean, outcome: PromiseWithResolvers<void>): Promise<boolean> {
    if (this.#startedAt === undefined) {
      outcome.resolve();
      return true;
    }
    if (isCommitted) {
      this.#waiting.push(outcome);
      return this.#connection.isInTransaction;
    }
    if (!this.#connection.isInTransaction) {
      // SQLite has rolled back the group, or did not begin it, and the transaction throws the error.
      outcome.resolve();
      return false;
    }
    if (this.size === 0) {
      await this.#rollBack().then(outcome.resolve, outcome.reject);
    } else {
      this.#waiting.push(outcome);
      await this.#execute(ROLLBACK_TO_SAVEPOINT).catch((error) => {
        this.#failure = error;
      });
    }
    return this.#failure === undefined;
  }

  async *#stream<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    if (this.#startedAt === undefined) for (const sql of this.#beginning()) await this.#execute(sql);
    await this.#begun;
    this.#assertInTransaction();
    yield* this.#connection.streamQuery<Row>(query, chunkSize);
  }

  async #rollBack(): Promise<void> {
    if (this.#connection.isInTransaction) await this.#execute("rollback");
  }

  async #execute(sql: string): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw(sql));
  }
}

function ignore(): void {}
