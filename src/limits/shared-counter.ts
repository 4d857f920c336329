import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { CallerCounter, CallerTally } from "#contract/request/caller-tally";
import type { Database } from "../database/database.ts";
import { CallerQueue } from "./caller-queue.ts";
import { ExpiredWindows } from "./expired-windows.ts";
import type { ReportOutage, RequestCounter } from "./request-counter.ts";
import { type Reservation, type ReservationRules, reserve, returnUnused, type Wanted } from "./reservations.ts";
import { HOLD_MS, MAX_AHEAD, ReservingCaller } from "./reserving-caller.ts";
import type { Window } from "./windows.ts";

/** Milliseconds between searches for unused reservations, and the time that their return may take. */
const SEARCH_MS = 100;
const RETURN_MS = 500;

/** Maximum requests of a caller that wait at the limit for what other servers return: the reservations of six. */
const MAX_WAITING = 6 * MAX_AHEAD;

/** Milliseconds until a reservation that was refused at the limit is tried again. */
const RETRY_AT_LIMIT_MS = 100;

/** Milliseconds for which a reached limit is cached. Not longer, because an administrator may delete the count. */
const REACHED_MS = 1_000;

/** Milliseconds between attempts to save what was counted during an outage. */
const RETRY_MS = 500;

/** Maximum callers in memory: 10 MB. What is reserved for evicted ones is returned. */
const MAX_CALLERS = 20_000;

interface Options {
  readonly database: Database;
  readonly clock: () => number;
  /** Requests per window. */
  readonly limit: number;
  readonly window: Window;
  /** What the names of this counter's rows begin with. */
  readonly prefix?: string;
}

/**
 * Counts requests for several servers that share a database: together they allow exactly the limit. A request within
 * the limit was always reserved in the database before. To save statements for frequent callers, a server also reserves
 * requests in advance: twice as many as arrived since its last statement, at most 32 and an eighth of what is left. It
 * returns within a second what did not arrive. At the limit, requests wait while another server may return some. All
 * waiting requests share one statement. What a crashed server had reserved is lost until the window ends.
 *
 * While the database fails, each server counts by itself, for callers in its memory only, and saves these counts
 * afterwards.
 */
export class SharedCounter implements RequestCounter, CallerCounter {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #limit: number;
  readonly #prefix: string;
  readonly #windowMs: number;
  readonly #rules: ReservationRules;
  readonly #server = randomUUID();
  readonly #callers: LRUCache<string, ReservingCaller>;
  readonly #queued = new CallerQueue();
  readonly #holding = new CallerQueue();
  readonly #indebted = new Set<ReservingCaller>();
  readonly #expiredWindows: ExpiredWindows;
  #isReserving = false;
  #reserved: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;
  #isClosed = false;
  #report: ReportOutage = () => {};

  constructor({ database, clock, limit, window, prefix = "" }: Options) {
    this.#database = database;
    this.#clock = clock;
    this.#limit = limit;
    this.#prefix = prefix;
    this.#windowMs = window.milliseconds;
    this.#rules = { clock, limit, window, holdMs: HOLD_MS + RETURN_MS };
    this.#expiredWindows = new ExpiredWindows(database, clock);
    this.#callers = new LRUCache({
      // With `max`, memory for all of them would be allocated at once.
      maxSize: MAX_CALLERS,
      sizeCalculation: () => 1,
      dispose: (caller) => caller.expireHeld(),
    });
  }

  /** Opens nothing: the server itself opens and checks the database. */
  async open(report: ReportOutage): Promise<void> {
    this.#report = report;
  }

  isAvailable(): boolean {
    return true;
  }

  /** Counts a request, unless the limit is reached. Rejects if the database fails and the caller is not in memory. */
  hit(key: string): CallerTally | Promise<CallerTally> {
    const caller = this.#callerOf(key);
    const now = this.#clock();
    const at = performance.now();
    caller.hits += 1;
    if (caller.isIn(now, this.#windowMs)) {
      if (caller.use(at)) return caller.tally(now);
      const isFull = caller.waitsUntil > 0 && caller.waiting.length >= MAX_WAITING;
      if (at < caller.reachedUntil || isFull) return caller.refusal(now, this.#limit);
      if (this.#isFailing) return this.#countWithoutDatabase(caller, now);
    }
    return new Promise((resolve, reject) => {
      caller.waiting.push({ resolve, reject });
      if (caller.waitsUntil === 0) this.#queue(caller);
    });
  }

  /** Counts a request that was reserved in advance; returns undefined if none was. */
  tryHit(key: string): CallerTally | undefined {
    const caller = this.#callers.get(this.#prefix + key);
    const now = this.#clock();
    if (!caller?.isIn(now, this.#windowMs) || !caller.use(performance.now())) return undefined;
    caller.hits += 1;
    return caller.tally(now);
  }

  /** Undoes a `hit` that was within the limit. */
  refund(key: string): Promise<void> {
    const caller = this.#callers.get(this.#prefix + key);
    if (caller?.isIn(this.#clock(), this.#windowMs)) {
      caller.putBack(performance.now() + HOLD_MS);
      this.#holding.add(caller);
      this.#wakeIn(SEARCH_MS);
    }
    return Promise.resolve();
  }

  /** Saves what was counted during an outage, returns what is reserved, and stops the background work. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#reserved;
    for (const caller of this.#indebted) this.#queued.add(caller);
    this.#reserveSoon();
    await this.#reserved;
    for (const caller of this.#holding) caller.expireHeld();
    this.#reserveSoon();
    await this.#reserved;
    await this.#expiredWindows.close();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #callerOf(key: string): ReservingCaller {
    const name = this.#prefix + key;
    let caller = this.#callers.get(name);
    if (caller === undefined) {
      caller = new ReservingCaller(name);
      this.#callers.set(name, caller);
    }
    return caller;
  }

  #countWithoutDatabase(caller: ReservingCaller, now: number): CallerTally {
    if (caller.count - caller.held + caller.debt >= this.#limit) return caller.refusal(now, this.#limit);
    caller.debt += 1;
    this.#indebted.add(caller);
    this.#wakeIn(RETRY_MS);
    return caller.tally(now);
  }

  #queue(caller: ReservingCaller): void {
    this.#queued.add(caller);
    this.#reserveSoon();
  }

  #reserveSoon(): void {
    if (this.#isReserving) return;
    this.#isReserving = true;
    this.#reserved = Promise.resolve().then(() => this.#reserveQueued());
  }

  /** One statement at a time: requests that arrive meanwhile share the next one. */
  async #reserveQueued(): Promise<void> {
    let isReturning: boolean;
    do {
      const callers = this.#queued.take();
      if (callers.length > 0) await this.#reserve(callers);
      isReturning = this.#holding.size > 0 && (await this.#returnUnused());
    } while (this.#queued.size > 0 || isReturning);
    this.#isReserving = false;
    this.#expiredWindows.deleteSome();
  }

  async #reserve(callers: readonly ReservingCaller[]): Promise<void> {
    const [askedAt, clockAt] = [performance.now(), this.#clock()];
    const wanted = callers.map((caller) => {
      const arrived = caller.waiting.length + (caller.isIn(clockAt, this.#windowMs) ? caller.debt : 0);
      const ahead = caller.ahead(askedAt, this.#limit - arrived);
      caller.reservationRequested(askedAt);
      return { key: caller.key, wanted: arrived + ahead, holdsSome: ahead > 0 };
    });
    try {
      const rows = await reserve(this.#database, this.#server, wanted, this.#rules);
      this.#isFailing = false;
      this.#expiredWindows.addInserted(rows.length);
      const reservations = new Map(rows.map((row) => [row.key, row]));
      for (const [index, caller] of callers.entries()) {
        const [reservation, asked] = [reservations.get(caller.key), wanted[index]];
        if (reservation === undefined || asked === undefined) throw new Error("The database reserved nothing.");
        this.#receive(caller, { ...reservation, ...asked }, askedAt, clockAt);
      }
    } catch (error) {
      this.#fail(callers, error);
    }
  }

  #receive(
    caller: ReservingCaller,
    { wanted, holdsSome, ...reservation }: Reservation & Wanted,
    askedAt: number,
    clockAt: number,
  ): void {
    caller.receive(
      reservation,
      clockAt + reservation.remainingMs,
      askedAt + Math.min(HOLD_MS, reservation.remainingMs),
    );
    this.#indebted.delete(caller);
    const [now, at] = [this.#clock(), performance.now()];
    while (caller.waiting.length > 0 && caller.use(askedAt)) caller.waiting.shift()?.resolve(caller.tally(now));
    // What is left was reserved before. Other servers do not wait longer for its return.
    if (!holdsSome) caller.expireHeld();
    if (caller.held > 0) {
      this.#holding.add(caller);
      this.#wakeIn(SEARCH_MS);
    }
    if (reservation.granted === wanted || caller.waiting.length === 0) {
      caller.waitsUntil = 0;
      // These arrived while the others were reserved.
      if (caller.waiting.length > 0) this.#queue(caller);
      return;
    }
    if (caller.waitsUntil === 0) caller.waitsUntil = at + Math.min(reservation.heldMs, HOLD_MS + RETURN_MS);
    if (reservation.heldMs > 0 && at < caller.waitsUntil) {
      caller.refuse(now, this.#limit, MAX_WAITING);
      setTimeout(() => this.#queue(caller), RETRY_AT_LIMIT_MS);
      return;
    }
    caller.waitsUntil = 0;
    caller.reachedUntil = at + REACHED_MS;
    caller.refuse(now, this.#limit);
  }

  /** Counts waiting requests of callers in memory without the database, and rejects the others. */
  #fail(callers: readonly ReservingCaller[], error: unknown): void {
    if (!this.#isFailing) this.#report("request counts can't be saved, retrying", error);
    this.#isFailing = true;
    const now = this.#clock();
    for (const caller of callers) {
      caller.waitsUntil = 0;
      const isKnown = caller.isIn(now, this.#windowMs);
      for (const { resolve, reject } of caller.waiting.splice(0)) {
        if (isKnown) resolve(this.#countWithoutDatabase(caller, now));
        else reject(error);
      }
      if (caller.debt > 0) this.#wakeIn(RETRY_MS);
    }
  }

  /**
   * Returns what some callers held too long. If the response is lost, it may have been returned, so it is not tried
   * again: otherwise more than the limit could pass. Returns whether there may be more of it.
   */
  async #returnUnused(): Promise<boolean> {
    const [at, now] = [performance.now(), this.#clock()];
    const callers = this.#holding.take(({ heldUntil }) => at >= heldUntil);
    const returned = callers.flatMap((caller) => {
      const requests = caller.takeHeld();
      const canReturn = requests > 0 && caller.isIn(now, this.#windowMs);
      return canReturn ? [{ key: caller.key, endsAt: caller.storedEnd, requests }] : [];
    });
    if (returned.length > 0) await returnUnused(this.#database, returned).catch(() => {});
    return callers.length > 0;
  }

  #wakeIn(milliseconds: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const caller of this.#indebted) this.#queued.add(caller);
      this.#reserveSoon();
      if (this.#holding.size > 0) this.#wakeIn(SEARCH_MS);
    }, milliseconds).unref();
  }
}
