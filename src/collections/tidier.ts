import { setTimeout } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { tidyPictures, tidyShelves } from "./tidying.ts";

/** How long others have the database to themselves between two steps, in milliseconds. */
const PAUSE = 5;

/** Tidies up behind large changes, in small steps, while the server does its other work. */
export class Tidier {
  readonly #database: Database;
  readonly #closing = new AbortController();
  #work: Promise<void> | undefined;
  #isAskedAgain = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** To be called when there may be something to do: at the start, and after every change that moves shelves or pictures. */
  wake(): void {
    this.#isAskedAgain = this.#work !== undefined;
    if (this.#closing.signal.aborted || this.#work !== undefined) return;
    this.#work = this.#run().finally(() => {
      this.#work = undefined;
      if (this.#isAskedAgain) this.wake();
    });
  }

  /** Waits until nothing is left to do. */
  async settled(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  /** Ends after the step that is under way; the next start goes on. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.settled();
  }

  /** A step that fails is tried again when somebody wakes us: the database has told its failure to others already. */
  async #run(): Promise<void> {
    const { signal } = this.#closing;
    try {
      while (!signal.aborted && ((await tidyShelves(this.#database)) || (await tidyPictures(this.#database)))) {
        await setTimeout(PAUSE);
      }
    } catch {
      await setTimeout(PAUSE);
    }
  }
}
