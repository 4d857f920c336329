import { randomUUID } from "node:crypto";
import { BackgroundLoop } from "../base/background-loop.ts";
import type { Database } from "./database.ts";
import { engineOf } from "./engine.ts";

/** How long a killed server counts as running, in milliseconds. */
const PRESENCE_MS = 15_000;

/** Milliseconds between two renewals, and until the next one after a failure. */
const INTERVAL_MS = 5_000;
const RETRY_MS = 1_000;

/**
 * Tells restores that a server uses the database, for as long as it runs. Each server does this itself, so it is not a
 * `LeasedJob`.
 */
export class Presence {
  readonly #database: Database;
  readonly #id = randomUUID();
  readonly #loop = new BackgroundLoop();

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Throws during a restore. */
  static async open(database: Database): Promise<Presence> {
    const presence = new Presence(database);
    await presence.#announce();
    presence.#loop.start(() => presence.#renew(), INTERVAL_MS);
    return presence;
  }

  /** If the database can't be reached, the server counts as running until its time has passed. */
  async close(): Promise<void> {
    await this.#loop.close();
    await engineOf(this.#database)
      .withdraw(this.#database, this.#id)
      .catch(() => {});
  }

  async #announce(): Promise<void> {
    await engineOf(this.#database).announce(this.#database, this.#id, PRESENCE_MS);
  }

  /** Failures are not reported: while the database is not available, requests fail and are logged. */
  async #renew(): Promise<number> {
    return this.#announce().then(
      () => INTERVAL_MS,
      () => RETRY_MS,
    );
  }
}
