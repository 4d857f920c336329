import type { RetryingConnection } from "./retrying-connection.ts";

/** Unlocks the mutex. */
export type Release = () => void;

/** A connection behind a mutex, so that no statement runs in another caller's transaction. */
export class SerialConnection {
  readonly connection: RetryingConnection;
  /** Callers that hold the mutex or wait for it. */
  #callers = 0;
  /** Resolves when the last caller in the queue releases the mutex. */
  #tail: Promise<void> = Promise.resolve();

  constructor(connection: RetryingConnection) {
    this.connection = connection;
  }

  get callers(): number {
    return this.#callers;
  }

  /**
   * Waits for the mutex, in the order of the calls. Returns the function that unlocks it.
   * `waitingSince`: when the caller began to wait. The timeout for another process's lock starts then.
   */
  async acquire(waitingSince = performance.now()): Promise<Release> {
    const previous = this.#tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tail = promise;
    this.#callers += 1;
    await previous;
    this.connection.waitingSince = waitingSince;
    return () => {
      this.#callers -= 1;
      resolve();
    };
  }

  /** Runs `work` while holding the mutex. */
  async runExclusive<T>(work: (connection: RetryingConnection) => Promise<T>, waitingSince?: number): Promise<T> {
    const release = await this.acquire(waitingSince);
    try {
      return await work(this.connection);
    } finally {
      release();
    }
  }
}
