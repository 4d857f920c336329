import type { ClientConfig } from "pg";
import { type Driver, PipelinedConnection } from "./pipelined-connection.ts";

/** Milliseconds before the next attempt after a connection could not be opened. */
const RETRY_MS = 1_000;

/** At most one connection. It is opened at its first use, and again after it was closed or lost. */
export class ConnectionSlot {
  readonly #driver: Driver;
  readonly #config: ClientConfig;
  #connection: PipelinedConnection | undefined;
  #opening: Promise<void> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(driver: Driver, config: ClientConfig) {
    this.#driver = driver;
    this.#config = config;
  }

  /** The open connection; undefined while there is none. Then starts to open one, unless that failed a moment ago. */
  get connection(): PipelinedConnection | undefined {
    if (this.#connection?.isOpen) return this.#connection;
    if (!this.#isClosed && performance.now() - this.#failedAt > RETRY_MS) this.#opening ??= this.#open();
    return undefined;
  }

  /** Statements without a response; undefined without a connection. */
  get inFlight(): number | undefined {
    return this.#connection?.isOpen ? this.#connection.inFlight : undefined;
  }

  /** Waits for the responses to statements that were sent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening;
    await this.#connection?.close();
  }

  async #open(): Promise<void> {
    const old = this.#connection;
    this.#connection = undefined;
    // Before the next one is opened, because the number of connections is bounded.
    await old?.close();
    try {
      this.#connection = await PipelinedConnection.open(this.#driver, this.#config);
    } catch {
      this.#failedAt = performance.now();
    }
    this.#opening = undefined;
  }
}
