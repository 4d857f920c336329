import type { Representation } from "./answer.ts";
import { byteLength } from "./json-text.ts";

/**
 * Changes whenever anybody, this process or another, has changed what answers are made of; undefined where that can't be told, and nothing
 * may be kept.
 */
export type Stamp = () => string | undefined;

/** What was found under a key, and what has to be shown to keep an answer there; without it nothing is kept. */
export interface Look {
  readonly known?: Representation | undefined;
  readonly stamp?: string | undefined;
}

const NOTHING: Look = {};

/** How much is kept at most, in bytes. */
const LIMIT = 16 * 1024 * 1024;

/** How many keys are remembered that were asked for once. */
const REMEMBERED = 1000;

/** A longer key is remembered by nobody, in characters. */
const LONGEST_KEY = 1000;

/** What an entry takes besides its text, in bytes, roughly. */
const OVERHEAD = 500;

/**
 * Answers to GET that need not be worked out again while the database stays as it is. They are what a handler makes of a request, its principal and
 * the database, and of nothing else. Only what is asked for again is kept. With the first change, of whatever, all of them are forgotten; beyond
 * 16 MiB, the oldest.
 */
export class AnswerCache {
  readonly #now: Stamp;
  readonly #limit: number;
  #stamp: string | undefined;
  #answers = new Map<string, Representation>();
  readonly #askedOnce = new Set<string>();
  #size = 0;

  constructor(now: Stamp, limit = LIMIT) {
    this.#now = now;
    this.#limit = limit;
  }

  /** What is known under a key at this moment. */
  look(key: string): Look {
    if (key.length > LONGEST_KEY || (!this.#answers.has(key) && !this.#isAskedAgain(key))) return NOTHING;
    const stamp = this.#now();
    if (stamp !== this.#stamp) this.#begin(stamp);
    return { known: this.#answers.get(key), stamp };
  }

  /** Keeps an answer that was worked out since a look gave this stamp; if anything has changed meanwhile it may be a mixture, and is not kept. */
  keep(key: string, answer: Representation, { stamp }: Look): void {
    const size = sizeOf(key, answer);
    if (stamp === undefined || stamp !== this.#now() || stamp !== this.#stamp || size > this.#limit / 2) return;
    if (this.#answers.has(key)) return;
    this.#answers.set(key, answer);
    this.#size += size;
    for (const [oldest, answer] of this.#answers) {
      if (this.#size <= this.#limit) break;
      this.#answers.delete(oldest);
      this.#size -= sizeOf(oldest, answer);
    }
  }

  #isAskedAgain(key: string): boolean {
    if (this.#askedOnce.delete(key)) return true;
    if (this.#askedOnce.size >= REMEMBERED) this.#askedOnce.clear();
    this.#askedOnce.add(key);
    return false;
  }

  #begin(stamp: string | undefined): void {
    this.#stamp = stamp;
    if (this.#answers.size === 0) return;
    this.#answers = new Map();
    this.#size = 0;
  }
}

function sizeOf(key: string, { text }: Representation): number {
  const length = typeof text === "string" || Buffer.isBuffer(text) ? text.length : byteLength(text);
  return OVERHEAD + key.length + length;
}
