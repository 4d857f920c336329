import type { LocalConnection } from "./local-connection.ts";

/** Lets the next one have its turn. */
export type Release = () => void;

/** A connection that serves one after the other. */
export class Lane {
  readonly connection: LocalConnection;
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(connection: LocalConnection) {
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
