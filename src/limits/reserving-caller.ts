import type { CallerTally } from "#contract/request/caller-tally";
import type { Reservation } from "./reservations.ts";

/** How long a server holds reserved requests that do not arrive, in milliseconds. Then it returns them. */
export const HOLD_MS = 500;

/** Maximum requests that a server reserves in advance for a caller. */
export const MAX_AHEAD = 32;

/** The share of a caller's remaining requests that a server may reserve in advance. */
const AHEAD_SHARE = 1 / 8;

/** A request that waits for a reservation. */
interface Waiting {
  readonly resolve: (tally: CallerTally) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A caller's count and reservations on this server. `at` and `…Until` are times of `performance.now()`; `now` and
 * `endsAt` are milliseconds since 1970.
 */
export class ReservingCaller {
  readonly key: string;
  readonly waiting: Waiting[] = [];
  /** Requests of all servers in this window, as far as known, with reserved ones. */
  count = 0;
  /** Reserved requests that have not arrived, and until when they may be used. */
  held = 0;
  heldUntil = 0;
  /** Requests that were counted during an outage and are not saved. */
  debt = 0;
  /** Requests since a reservation was last requested, and when that was. */
  hits = 0;
  askedAt = Number.NEGATIVE_INFINITY;
  /** Until when the limit counts as reached. */
  reachedUntil = 0;
  /** Until when requests wait for what other servers return; 0 if they do not wait. */
  waitsUntil = 0;
  /** When the window ends, by this server's clock. */
  endsAt = 0;
  /** The stored end of the window. */
  storedEnd = 0;

  constructor(key: string) {
    this.key = key;
  }

  /**
   * Whether `now` is in the window of the count. Up to the length of a window before its start counts too, because
   * `reserve` then keeps the stored window.
   */
  isIn(now: number, windowMs: number): boolean {
    return now < this.endsAt && now >= this.endsAt - 2 * windowMs;
  }

  /** Takes a reserved request. Returns false if there is none that may be used at this time. */
  use(at: number): boolean {
    if (this.held === 0 || at >= this.heldUntil) return false;
    this.held -= 1;
    return true;
  }

  /** How many requests to reserve in advance at this time. `limit`: how many are allowed, without those that wait. */
  ahead(at: number, limit: number): number {
    if (at - this.askedAt > HOLD_MS) return 0;
    return Math.max(0, Math.min(2 * this.hits, MAX_AHEAD, Math.floor((limit - this.count) * AHEAD_SHARE)));
  }

  /** Starts to count the requests until the next reservation. */
  reservationRequested(at: number): void {
    this.hits = 0;
    this.askedAt = at;
  }

  /** Makes a request that does not count available to others. */
  putBack(until: number): void {
    if (this.debt > 0) {
      this.debt -= 1;
      return;
    }
    if (this.held === 0) this.heldUntil = until;
    this.held += 1;
    this.reachedUntil = 0;
  }

  /** Marks what is held as expired, so that it is returned next. */
  expireHeld(): void {
    this.heldUntil = 0;
  }

  /** Removes and returns what is held. */
  takeHeld(): number {
    const held = this.held;
    this.held = 0;
    this.count -= held;
    return held;
  }

  /** Adds a reservation. `endsAt` is a time of the clock. */
  receive({ granted, count, endsAt: storedEnd }: Reservation, endsAt: number, heldUntil: number): void {
    if (this.storedEnd !== storedEnd) this.held = 0;
    const paid = Math.min(granted, this.debt);
    this.debt = 0;
    this.held += granted - paid;
    this.heldUntil = heldUntil;
    this.reachedUntil = 0;
    this.count = count;
    this.storedEnd = storedEnd;
    this.endsAt = endsAt;
  }

  /** After a request was counted. `now` is a time of the clock. */
  tally(now: number): CallerTally {
    return { count: this.count - this.held + this.debt, endsAt: this.endsAt, remainingMs: this.endsAt - now };
  }

  /** Refuses waiting requests, but for some that go on waiting. */
  refuse(now: number, limit: number, goOn = 0): void {
    for (const { resolve } of this.waiting.splice(goOn)) resolve(this.refusal(now, limit));
  }

  /** For a request beyond the limit. */
  refusal(now: number, limit: number): CallerTally {
    return { count: limit + 1, endsAt: this.endsAt, remainingMs: this.endsAt - now };
  }
}
