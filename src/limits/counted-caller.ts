import type { CallerTally } from "#contract/request/caller-tally";
import type { Time } from "../database/schema/columns.ts";
import type { Change, StoredCount } from "./stored-counts.ts";

/** Milliseconds for which a reached limit is cached. Not longer, because an administrator may delete the count. */
const REACHED_MS = 1_000;

/** A request that waits until it is counted. */
interface Waiting {
  readonly resolve: (tally: CallerTally) => void;
  readonly reject: (error: unknown) => void;
}

/** The part of a statement that is about one caller. */
export interface Sent extends Change {
  readonly caller: CountedCaller;
  /** The requests that are added, after those of `debt`. */
  readonly waiting: readonly Waiting[];
  readonly debt: number;
}

/** What a server knows about a caller's window. `now` and `endsAt` are milliseconds since 1970. */
export class CountedCaller {
  readonly key: string;
  readonly #limit: number;
  /** Requests for the next statement. */
  #waiting: Waiting[] = [];
  /** Requests of all servers in this window, as far as known. */
  #count = 0;
  /** The part of `#count` that was counted during an outage and is not saved. */
  #debt = 0;
  /** Requests that were undone, to be subtracted from the stored count. */
  #refunds = 0;
  /** Until when the limit counts as reached, by `performance.now()`. */
  #reachedUntil = 0;
  /** When the window ends, by this server's clock. */
  #endsAt = 0;
  #storedEnd: Time = 0;

  constructor(key: string, limit: number) {
    this.key = key;
    this.#limit = limit;
  }

  get hasDebt(): boolean {
    return this.#debt > 0;
  }

  /**
   * Whether `now` is in the window of the count. Up to the length of a window before its start counts too, because
   * the database then keeps the stored window.
   */
  isIn(now: number, windowMs: number): boolean {
    return now < this.#endsAt && now >= this.#endsAt - 2 * windowMs;
  }

  isLimitReached(): boolean {
    return performance.now() < this.#reachedUntil;
  }

  /** Resolves when the request is counted. */
  wait(): Promise<CallerTally> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
  }

  /** Counts a request in place of one that was undone. Returns undefined if there is none. */
  replaceRefunded(now: number): CallerTally | undefined {
    if (this.#refunds === 0) return undefined;
    this.#refunds -= 1;
    return this.#add(now);
  }

  /** Counts a request while the database fails. */
  countAlone(now: number): CallerTally {
    if (this.#count >= this.#limit) return this.refusal(now);
    this.#debt += 1;
    return this.#add(now);
  }

  /** Undoes a request. Returns whether the stored count has to be changed. */
  refund(now: number): boolean {
    this.#reachedUntil = 0;
    this.#count -= 1;
    const next = this.#waiting.shift();
    if (next !== undefined) next.resolve(this.#add(now));
    else if (this.#debt > 0) this.#debt -= 1;
    else this.#refunds += 1;
    return this.#refunds > 0;
  }

  /** Takes what the next statement has to change; 0 requests for nothing. */
  take(now: number, windowMs: number): Sent {
    const [waiting, debt, refunds] = this.isIn(now, windowMs)
      ? [this.#waiting, this.#debt, this.#refunds]
      : [this.#waiting, 0, 0];
    this.#waiting = [];
    this.#debt = 0;
    this.#refunds = 0;
    const sent = { caller: this, key: this.key, waiting, debt };
    const added = waiting.length + debt;
    return added > 0
      ? { ...sent, requests: added, endsAt: null }
      : { ...sent, requests: -refunds, endsAt: this.#storedEnd };
  }

  /** Settles what was sent. `endsAt` is the end of the window by this server's clock. */
  receive(
    { waiting, debt }: Sent,
    { count, counted, endsAt: storedEnd }: StoredCount,
    now: number,
    endsAt: number,
  ): void {
    if (this.#storedEnd !== storedEnd) this.#refunds = 0;
    let left = Math.max(0, counted - debt);
    this.#count = count - left - this.#refunds + this.#debt;
    this.#storedEnd = storedEnd;
    this.#endsAt = endsAt;
    this.#reachedUntil = 0;
    for (const { resolve } of waiting) {
      left -= 1;
      resolve((left >= 0 ? this.#add(now) : this.replaceRefunded(now)) ?? this.#reach(now));
    }
  }

  /**
   * Counts what was sent without the database if the window is known, and rejects it otherwise. Undone requests are not
   * subtracted again, because they may have been: otherwise more than the limit could pass.
   */
  fail({ waiting, debt }: Sent, error: unknown, isKnown: boolean, now: number): void {
    this.#debt += debt;
    for (const { resolve, reject } of waiting) {
      if (isKnown) resolve(this.countAlone(now));
      else reject(error);
    }
  }

  /** For a request beyond the limit. */
  refusal(now: number): CallerTally {
    return { count: this.#limit + 1, endsAt: this.#endsAt, remainingMs: this.#endsAt - now };
  }

  #reach(now: number): CallerTally {
    this.#reachedUntil = performance.now() + REACHED_MS;
    return this.refusal(now);
  }

  #add(now: number): CallerTally {
    this.#count += 1;
    return { count: this.#count, endsAt: this.#endsAt, remainingMs: this.#endsAt - now };
  }
}
