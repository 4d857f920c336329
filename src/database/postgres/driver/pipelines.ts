import type { ClientConfig, QueryResult } from "pg";
import type { StatementObserver } from "../../core/status.ts";
import { ConnectionSlot } from "./connection-slot.ts";
import { isStatementTimeout, toUnavailable } from "./errors.ts";
import type { Driver, PipelinedConnection, Statement } from "./pipelined-connection.ts";
import type { StatementNames } from "./statement-names.ts";
import { WriteBatcher } from "./write-batcher.ts";

const READERS = 2;

/** The connections that `Pipelines` opens: those for reads, and one for writes. */
export const PIPELINED_CONNECTIONS = READERS + 1;

/** Maximum statements without a response on a connection for reads. */
const MAX_IN_FLIGHT = 128;

/** A short statement outside a transaction. */
export interface ShortStatement {
  readonly sql: string;
  readonly values: unknown[];
  /** Names of the advisory locks that a write needs. */
  readonly locks?: readonly string[];
  /** Whether it only reads, so that it may be executed twice. */
  readonly isRead: boolean;
}

/**
 * Connections beside the pool for short, frequent statements outside transactions. Only prepared statements: a pooler
 * that can't prepare may not support pipelining either.
 *
 * Reads share two connections and do not wait for each other's responses. A statement that waits longer than
 * `SLOW_STATEMENT_MS` behind another one is executed on the pool. Writes are batched, see `WriteBatcher`.
 */
export class Pipelines {
  readonly #names: StatementNames;
  readonly #onStatement: StatementObserver | undefined;
  readonly #readers: readonly ConnectionSlot[];
  readonly #writer: ConnectionSlot;
  readonly #batcher: WriteBatcher;

  constructor(driver: Driver, config: ClientConfig, names: StatementNames, onStatement?: StatementObserver) {
    this.#names = names;
    this.#onStatement = onStatement;
    this.#readers = Array.from({ length: READERS }, () => new ConnectionSlot(driver, config));
    this.#writer = new ConnectionSlot(driver, config);
    this.#batcher = new WriteBatcher(this.#writer, names);
  }

  /** The open connections, and how many of them have a statement without a response. */
  get status(): { readonly used: number; readonly idle: number } {
    const open = [...this.#readers, this.#writer].flatMap(({ inFlight }) => inFlight ?? []);
    const used = open.filter((inFlight) => inFlight > 0).length;
    return { used, idle: open.length - used };
  }

  /**
   * Executes a statement. Returns undefined if it is to be executed on the pool: it is not prepared yet, no connection
   * is open or free, or it failed in a way that allows a repetition.
   */
  async execute<Row>({ sql, values, locks = [], isRead }: ShortStatement): Promise<Row[] | undefined> {
    const name = this.#names.find(sql);
    if (name === undefined) return undefined;
    const startedAt = performance.now();
    const report = (outcome: { readonly error?: unknown }) =>
      this.#onStatement?.({ engine: "postgresql", sql, milliseconds: performance.now() - startedAt, ...outcome });
    try {
      const statement = { text: sql, values, name };
      const result = await (isRead ? this.#read(statement) : this.#batcher.execute(statement, locks));
      if (result !== undefined) report({});
      // A cast, because only the caller knows the columns of its statement.
      return result?.rows as Row[] | undefined;
    } catch (error) {
      report({ error });
      throw toUnavailable(error);
    }
  }

  /** Waits for the responses to statements that were sent. */
  async close(): Promise<void> {
    await Promise.all([...this.#readers, this.#writer].map((slot) => slot.close()));
  }

  async #read(statement: Statement): Promise<QueryResult | undefined> {
    try {
      return await this.#chooseReader()?.sendUnlessSlow(statement);
    } catch (error) {
      if (isStatementTimeout(error)) throw error;
      return undefined;
    }
  }

  /** The connection with the fewest statements in flight; undefined if none may get another one. */
  #chooseReader(): PipelinedConnection | undefined {
    let best: PipelinedConnection | undefined;
    let fewest = MAX_IN_FLIGHT;
    for (const { connection } of this.#readers) {
      if (connection === undefined || connection.isSlow || connection.inFlight >= fewest) continue;
      best = connection;
      fewest = connection.inFlight;
    }
    return best;
  }
}
