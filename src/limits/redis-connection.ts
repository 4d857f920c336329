import { createClient } from "@redis/client";
import { Failure } from "#contract/failure";
import type { ReportOutage } from "./request-counter.ts";

/** Default timeout of a connection attempt and of a command, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** Delay before the first attempt to reconnect, in milliseconds. Doubles up to the timeout. */
const FIRST_DELAY_MS = 50;

export type RedisClient = ReturnType<typeof createRedisClient>;

/**
 * A connection to Redis that is replaced when it is lost, or when a command takes longer than the
 * timeout. The client's own timeouts end neither the handshake nor a command that was
 * already sent, so a frozen Redis would never be noticed.
 */
export class RedisConnection {
  readonly #url: string;
  readonly #timeoutMs: number;
  #report: ReportOutage = () => {};
  /** The connected client; undefined while Redis is unavailable. */
  #client: RedisClient | undefined;
  #connecting: RedisClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `url`: `redis://…` or `rediss://…`. */
  constructor(url: string, timeoutMs = TIMEOUT_MS) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  /** Waits for the first attempt to connect. If it fails, others follow in the background. */
  async open(report: ReportOutage): Promise<void> {
    this.#report = report;
    await this.#connect(FIRST_DELAY_MS);
  }

  /**
   * Whether Redis is connected. Also sends a PING without waiting for it: if Redis is frozen, the PING
   * times out and disconnects it, and later calls return false.
   */
  isAvailable(): boolean {
    if (this.#client === undefined) return false;
    this.run((client) => client.ping()).catch(ignore);
    return true;
  }

  /** Runs a command. Throws `unavailable` if it fails; at once while Redis is not connected. */
  async run<T>(command: (client: RedisClient) => Promise<T>): Promise<T> {
    const client = this.#client;
    if (client === undefined) throw unavailable();
    try {
      return await this.#withTimeout(client, command(client));
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  /** Disconnects at once. Commands that are running fail. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    for (const client of [this.#client, this.#connecting]) if (client?.isOpen) client.destroy();
    this.#client = undefined;
  }

  async #connect(nextDelayMs: number): Promise<void> {
    const client = createRedisClient(this.#url, this.#timeoutMs);
    this.#connecting = client;
    try {
      await this.#withTimeout(client, client.connect());
    } catch (cause) {
      if (client.isOpen) client.destroy();
      if (nextDelayMs === FIRST_DELAY_MS) this.#reportOutage(cause);
      this.#reconnectAfter(nextDelayMs);
      return;
    }
    if (this.#isClosed) {
      client.destroy();
      return;
    }
    this.#client = client;
    client.on("error", (cause) => this.#disconnect(client, cause));
  }

  #disconnect(client: RedisClient, cause: unknown): void {
    if (client.isOpen) client.destroy();
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#reportOutage(cause);
    this.#reconnectAfter(FIRST_DELAY_MS);
  }

  #reconnectAfter(delayMs: number): void {
    if (this.#isClosed) return;
    const next = Math.min(2 * delayMs, this.#timeoutMs);
    this.#retry = setTimeout(() => void this.#connect(next), delayMs).unref();
  }

  #reportOutage(cause: unknown): void {
    if (!this.#isClosed) this.#report("Redis is unavailable, reconnecting", cause);
  }

  /** Disconnects the client if the result takes longer than the timeout. */
  async #withTimeout<T>(client: RedisClient, result: Promise<T>): Promise<T> {
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    let isSettled = false;
    const expire = () => {
      if (isSettled) return;
      const error = new Error(`Redis did not respond within ${this.#timeoutMs} milliseconds.`);
      this.#disconnect(client, error);
      reject(error);
    };
    // After a long turn of the event loop, timers run before responses are read.
    const timer = setTimeout(() => setImmediate(expire), this.#timeoutMs);
    try {
      return await Promise.race([result, timeout]);
    } finally {
      isSettled = true;
      clearTimeout(timer);
    }
  }
}

/** A client that does not reconnect, and whose commands fail while it is not connected. */
function createRedisClient(url: string, timeoutMs: number) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
  });
  // An `error` event without a listener would end the process.
  client.on("error", ignore);
  return client;
}

function unavailable(cause?: unknown): Failure {
  return new Failure("unavailable", "The server is temporarily unavailable. Try again in a moment.", {
    reason: "server-unavailable",
    retryAfter: 1,
    cause: cause ?? new Error("Redis is not connected."),
  });
}

function ignore(): void {}
