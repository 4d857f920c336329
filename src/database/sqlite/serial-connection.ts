import type { RetryingConnection } from "./retrying-connection.ts";

/** Unlocks the mutex. */
export type Release = () => void;

/** A connection behind a mutex, so that no statement runs in another caller's transaction. */
export class SerialConnection {
  readonly connection: RetryingConnection;
  /** Resolves when the last caller in the queue releases the mutex. */
  #tail: Promise<void> = Promise.resolve();

  constructor(connection: RetryingConnection) {
    this.connection = connection;
  }

  /** Waits for the mutex, in the order of the calls. Returns the function that unlocks it. */
  async acquire(): Promise<Release> {
    const previous = this.#tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tail = promise;
    await previous;
    return resolve;
  }

  /** Runs `work` while holding the mutex. */
  async runExclusive<T>(work: (connection: RetryingConnection) => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work(this.connection);
    } finally {
      release();
    }
  }
}
