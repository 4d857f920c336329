import type { SqliteConnection } from "./connection.ts";

/** Lets the next one have its turn. */
export type Release = () => void;

/** A connection that serves one after the other. */
export class SerialConnection {
  readonly connection: SqliteConnection;
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(connection: SqliteConnection) {
    this.connection = connection;
  }

  /** Waits until those who came before are done. */
  async takeTurn(): Promise<Release> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    return resolve;
  }
}
