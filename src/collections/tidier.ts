import { setTimeout } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { tidyPictures, tidyShelves } from "./tidying.ts";

/** How long others have the database to themselves between two steps, in milliseconds. */
const PAUSE = 10;

/** How long a step may take, in milliseconds; the next one does less, or more. */
const STEP = 8;

/** The fewest and the most items of a step. */
const FEWEST = 10;
const MOST = 500;

/** Tidies up behind large changes, in small steps, while the server does its other work. */
export class Tidier {
  readonly #database: Database;
  readonly #closing = new AbortController();
  #work: Promise<void> | undefined;
  #isAskedAgain = false;
  #items = FEWEST;

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
      while (!signal.aborted && (await this.#step())) await setTimeout(PAUSE);
    } catch {
      await setTimeout(PAUSE);
    }
  }

  async #step(): Promise<boolean> {
    const started = performance.now();
    const isMore = (await tidyShelves(this.#database, this.#items)) || (await tidyPictures(this.#database));
    const isLong = performance.now() - started > STEP;
    this.#items = isLong ? Math.max(FEWEST, Math.floor(this.#items / 2)) : Math.min(MOST, this.#items * 2);
    return isMore;
  }
}
