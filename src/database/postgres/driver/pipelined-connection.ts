import { Socket } from "node:net";
import type { Client, ClientConfig, QueryResult } from "pg";
import { clientTimeout, isMissingStatement, isReadOnlyServer, isStaleStatement } from "./errors.ts";
import { rejectIfSlow } from "./slow-query.ts";

/** What this needs of the module pg, which is loaded with the pool. */
export interface Driver {
  readonly Client: new (config: ClientConfig) => Client;
}

/** A statement. With a name it is prepared on each connection at its first execution. */
export interface Statement {
  readonly text: string;
  readonly values?: unknown[];
  readonly name?: string;
}

/** Milliseconds after which a statement counts as slow, and others stop waiting for it. */
export const SLOW_STATEMENT_MS = 100;

/** A statement without a response. */
interface Sent {
  readonly reject: (error: Error) => void;
  /** Resolves the promise before the response; undefined if the caller has to wait for the response. */
  readonly abandon: (() => void) | undefined;
}

/** The longest delay that `setTimeout` supports. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * A connection that sends a statement without waiting for the responses to earlier ones. The server executes them in
 * this order. Statements of one turn of the event loop leave in one packet.
 */
export class PipelinedConnection {
  readonly #client: Client;
  readonly #socket: Socket;
  /** How long to wait for the response to the first statement of `#sent`, in milliseconds. */
  readonly #timeout: number;
  /** In the order in which they were sent. */
  readonly #sent: Sent[] = [];
  /** When the server could start with the first statement of `#sent`. */
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isSlow = false;
  #isOpen = true;

  private constructor(client: Client, socket: Socket, timeout: number) {
    this.#client = client;
    this.#socket = socket;
    this.#timeout = timeout;
  }

  /**
   * Throws if the server cannot be reached or accepts no writes. Does not leave `query_timeout` to pg, which sets a timer
   * for each statement: then V8 moves the rows to its old generation, a third of the time of reading 100 rows.
   */
  static async open({ Client }: Driver, { query_timeout, ...config }: ClientConfig): Promise<PipelinedConnection> {
    const timeout = query_timeout ?? MAX_TIMER_MS;
    const socket = new Socket();
    const client = new Client({ ...config, stream: () => socket, pipeline: true });
    const connection = new PipelinedConnection(client, socket, timeout);
    // Without this listener, the event of a broken connection would end the process. Its statements reject.
    client.on("error", () => connection.#stop());
    client.once("end", () => connection.#stop());
    try {
      await client.connect();
      await rejectIfSlow(assertWritable(client), timeout);
    } catch (error) {
      connection.#stop();
      socket.destroy();
      throw error;
    }
    return connection;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether a statement has been executing for `SLOW_STATEMENT_MS`. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** The number of statements without a response. */
  get inFlight(): number {
    return this.#sent.length;
  }

  send(statement: Statement): Promise<QueryResult> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
    this.#send(statement, resolve, reject);
    return promise;
  }

  /** Resolves to undefined, perhaps before the response, if a statement that was sent earlier is slow. */
  sendUnlessSlow(statement: Statement): Promise<QueryResult | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult | undefined>();
    this.#send(statement, resolve, reject, () => resolve(undefined));
    return promise;
  }

  /** Closes the connection after the last response, or when one does not come in time. */
  async close(): Promise<void> {
    this.#stop();
    await this.#client.end().catch(() => {});
  }

  #stop(): void {
    this.#isOpen = false;
  }

  /** Writes nothing before the end of this turn. Without effect on TLS, which does not write through the socket. */
  #cork(): void {
    if (this.#socket.writableCorked > 0) return;
    this.#socket.cork();
    setImmediate(() => this.#socket.uncork());
  }

  #send(
    statement: Statement,
    resolve: (result: QueryResult) => void,
    reject: (error: Error) => void,
    abandon?: () => void,
  ): void {
    if (this.#sent.length === 0) this.#startedAt = performance.now();
    this.#sent.push({ reject, abandon });
    this.#cork();
    void this.#client.query(statement, (error: Error | null, result) => {
      this.#receive();
      if (!error) return resolve(result);
      // On the next connection the statement is prepared again, and the server accepts writes.
      if (isMissingStatement(error) || isStaleStatement(error) || isReadOnlyServer(error)) void this.close();
      reject(error);
    });
    this.#timer ??= setTimeout(() => this.#checkAfterReading(), SLOW_STATEMENT_MS).unref();
  }

  #receive(): void {
    this.#sent.shift();
    this.#startedAt = performance.now();
    this.#isSlow = false;
  }

  /** After a long turn of the event loop, timers run before responses are read. */
  #checkAfterReading(): void {
    setImmediate(() => this.#check());
  }

  #check(): void {
    this.#timer = undefined;
    if (this.#sent.length === 0) return;
    const left = SLOW_STATEMENT_MS - (performance.now() - this.#startedAt);
    this.#timer = setTimeout(() => this.#checkAfterReading(), left > 0 ? left : SLOW_STATEMENT_MS).unref();
    if (left > 0) return;
    if (performance.now() - this.#startedAt >= this.#timeout) this.#expire();
    else this.#letOthersGo();
  }

  #letOthersGo(): void {
    this.#isSlow = true;
    for (const { abandon } of this.#sent.slice(1)) abandon?.();
  }

  /** Gives up the first statement. The server may still execute it; the others reject because the connection ends. */
  #expire(): void {
    this.#stop();
    this.#sent[0]?.reject(clientTimeout());
    this.#socket.destroy();
  }
}

/**
 * A proxy may lead to a standby for a moment. Connections of the pool are replaced when a write fails; one that only
 * reads would return old data for as long as it is open.
 */
async function assertWritable(client: Client): Promise<void> {
  const { rows } = await client.query<{ readOnly: string }>(
    "select current_setting('transaction_read_only') as \"readOnly\"",
  );
  if (rows[0]?.readOnly !== "off") throw new Error("The PostgreSQL server accepts no writes.");
}
