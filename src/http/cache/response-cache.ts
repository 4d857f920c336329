import { byteLength } from "../response/json.ts";
import type { Representation } from "../response/send.ts";
import type { OpenOperation } from "./fast-path.ts";
import { SeenKeys } from "./seen-keys.ts";

/**
 * Changes whenever anybody, this process or another, has changed what answers are made of; undefined where that can't be told, and nothing
 * may be kept.
 */
export type VersionReader = () => string | undefined;

/** An answer to a `GET` that is kept. */
export interface CachedResponse extends Representation {
  /** There if all who ask for this get the same, whoever they are. */
  readonly open?: OpenOperation;
}

/** What was found under a key, and what has to be shown to keep an answer there; without it nothing is kept. */
export interface Look {
  readonly known?: CachedResponse | undefined;
  readonly stamp?: string | undefined;
}

/** A longer key is remembered by nobody, in characters. */
const LONGEST_KEY = 1000;

/** What an entry takes besides its key and its text, in bytes, roughly. */
const OVERHEAD = 300;

/** How many parts the room has. */
const PARTS = 4;

/** An answer that takes more of the room than this is not kept. */
const LARGEST = 1 / 8;

/**
 * Answers to GET that need not be worked out again while the database stays as it is. They are what a handler makes of a request, its principal and
 * the database, and of nothing else. Only what is asked for again is kept. With the first change, of whatever, all of them are forgotten.
 *
 * They are in four parts. When the newest is full another one is begun, and what is in the oldest, and was not asked for since that became the oldest,
 * is forgotten: all at once, because to forget thousands one by one would hold everybody up.
 */
export class ResponseCache {
  readonly #now: VersionReader;
  readonly #room: number;
  #stamp: string | undefined;
  /** The newest first. */
  #parts: Map<string, CachedResponse>[] = [new Map()];
  /** What the newest part takes, in bytes. */
  #size = 0;
  readonly #seen = new SeenKeys();

  /** `room`: how much is kept at most, in bytes. */
  constructor(now: VersionReader, room: number) {
    this.#now = now;
    this.#room = room;
  }

  /** What is kept under a key, without an intention to keep what is not. */
  peek(key: string): CachedResponse | undefined {
    const known = this.#get(key);
    return known !== undefined && this.#now() === this.#stamp ? known : undefined;
  }

  /** What is known under a key at this moment. */
  look(key: string): Look {
    if (key.length > LONGEST_KEY) return {};
    const known = this.#get(key);
    if (known === undefined && !this.#seen.add(key)) return {};
    const stamp = this.#now();
    if (stamp === this.#stamp) return { known, stamp };
    this.#begin(stamp);
    return { stamp };
  }

  /** Keeps an answer that was worked out since a look gave this stamp; if anything has changed meanwhile it may be a mixture, and is not kept. */
  keep(key: string, answer: CachedResponse, { stamp }: Look): void {
    if (stamp === undefined || stamp !== this.#now() || stamp !== this.#stamp) return;
    if (sizeOf(key, answer) <= this.#room * LARGEST) this.#add(key, answer);
  }

  #get(key: string): CachedResponse | undefined {
    for (let index = 0; index < this.#parts.length; index++) {
      const known = this.#parts[index]?.get(key);
      if (known === undefined) continue;
      if (index === PARTS - 1) this.#add(key, known);
      return known;
    }
    return undefined;
  }

  #add(key: string, answer: CachedResponse): void {
    const size = sizeOf(key, answer);
    if (this.#size + size > this.#room / PARTS) {
      this.#parts = [new Map(), ...this.#parts.slice(0, PARTS - 1)];
      this.#size = 0;
    }
    this.#size += size;
    this.#parts[0]?.set(key, answer);
  }

  #begin(stamp: string | undefined): void {
    this.#stamp = stamp;
    this.#seen.clear();
    this.#parts = [new Map()];
    this.#size = 0;
  }
}

function sizeOf(key: string, { text }: Representation): number {
  const length = typeof text === "string" || Buffer.isBuffer(text) ? text.length : byteLength(text);
  return OVERHEAD + key.length + length;
}
