import { setTimeout } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { cleanUpPictures, cleanUpShelves } from "./cleanup.ts";

/** How long others have the database to themselves between two steps, in milliseconds. */
const PAUSE = 10;

/** How long a step that failed is left alone, in milliseconds. */
const RETRY = 5_000;

/** How long a step may take, in milliseconds; the next one does less, or more. */
const STEP = 5;

/** The fewest and the most items of a step. */
const FEWEST = 10;
const MOST = 500;

/** Tidies up behind large changes, in small steps, while the server does its other work. */
export class CleanupWorker {
  readonly #database: Database;
  readonly #closing = new AbortController();
  #work: Promise<void> | undefined;
  #isAskedAgain = false;
  #items = FEWEST;
  #report: (error: unknown) => void = () => {};

  constructor(database: Database) {
    this.#database = database;
  }

  /** Takes up what was left over, and tells of what fails from now on. */
  start(report: (error: unknown) => void): void {
    this.#report = report;
    this.wake();
  }

  /** To be called when there may be something to do: after every change that moves shelves or pictures. */
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

  /** A step that fails is told, and tried again later. */
  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        if (!(await this.#step())) return;
        await setTimeout(PAUSE);
      } catch (error) {
        this.#report(error);
        await setTimeout(RETRY, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  async #step(): Promise<boolean> {
    const started = performance.now();
    const isMore = (await cleanUpShelves(this.#database, this.#items)) || (await cleanUpPictures(this.#database));
    const isLong = performance.now() - started > STEP;
    this.#items = isLong ? Math.max(FEWEST, Math.floor(this.#items / 2)) : Math.min(MOST, this.#items * 2);
    return isMore;
  }
}
