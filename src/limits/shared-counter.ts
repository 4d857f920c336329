import { setImmediate as endOfTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { CallerCounter, CallerTally } from "#contract/request/caller-tally";
import type { Database } from "../database/database.ts";
import { CountedCaller, type Sent } from "./counted-caller.ts";
import type { ReportOutage, RequestCounter } from "./request-counter.ts";
import { countChanger, ExpiredWindows } from "./stored-counts.ts";
import type { Window } from "./windows.ts";

/** Maximum callers of a statement. */
const BATCH_SIZE = 500;

/** Maximum milliseconds for which a statement waits for further requests. */
const MAX_GATHER_MS = 2;

/**
 * Milliseconds until refunds are saved that no statement has taken along, and between attempts to save what was counted
 * during an outage.
 */
const SAVE_DELAY_MS = 500;

/** Maximum callers in memory: 10 MB. Beyond it, the least recently used are evicted. */
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
 * Counts requests for several servers that share a database: together they allow exactly the limit. Each request is
 * counted in the database before it passes; those beyond the limit are not counted. Requests that arrive while a
 * statement is executed share the next one.
 *
 * While the database fails, each server counts by itself, for callers in its memory only, and saves these counts
 * afterwards.
 */
export class SharedCounter implements RequestCounter, CallerCounter {
  readonly #options: Options;
  readonly #prefix: string;
  readonly #changeCounts: ReturnType<typeof countChanger>;
  readonly #callers: LRUCache<string, CountedCaller>;
  /** Callers that the next statements are about, by key, in the order in which they were queued. */
  readonly #queued = new Map<string, CountedCaller>();
  /** Callers with requests that were counted during an outage. */
  readonly #indebted = new Set<CountedCaller>();
  readonly #expiredWindows: ExpiredWindows;
  /** Requests that have waited for a statement. */
  #arrived = 0;
  #isSending = false;
  #sent: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;
  #isClosed = false;
  #report: ReportOutage = () => {};

  constructor(options: Options) {
    this.#options = options;
    this.#prefix = options.prefix ?? "";
    this.#changeCounts = countChanger(options);
    this.#expiredWindows = new ExpiredWindows(options.database, options.clock);
    // With `max`, memory for all of them would be allocated at once.
    this.#callers = new LRUCache({ maxSize: MAX_CALLERS, sizeCalculation: () => 1 });
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
    const now = this.#options.clock();
    if (this.#isIn(caller, now)) {
      const tally = caller.replaceRefunded(now);
      if (tally !== undefined) return tally;
      if (caller.isLimitReached()) return caller.refusal(now);
      if (this.#isFailing) return this.#countAlone(caller, now);
    }
    this.#arrived += 1;
    this.#queued.set(caller.key, caller);
    this.#sendSoon();
    return caller.wait();
  }

  /** Undoes a `hit` that was within the limit. */
  refund(key: string): Promise<void> {
    const caller = this.#callers.get(this.#prefix + key);
    const now = this.#options.clock();
    if (caller !== undefined && this.#isIn(caller, now) && caller.refund(now)) {
      this.#queued.set(caller.key, caller);
      this.#saveLater();
    }
    return Promise.resolve();
  }

  /** Saves refunds and what was counted during an outage, and stops the background work. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sent;
    this.#save();
    await this.#sent;
    await this.#expiredWindows.close();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #isIn(caller: CountedCaller, now: number): boolean {
    return caller.isIn(now, this.#options.window.milliseconds);
  }

  /** One that was evicted may still be queued; a statement can't have a key twice. */
  #callerOf(key: string): CountedCaller {
    const name = this.#prefix + key;
    let caller = this.#callers.get(name);
    if (caller === undefined) {
      caller = this.#queued.get(name) ?? new CountedCaller(name, this.#options.limit);
      this.#callers.set(name, caller);
    }
    return caller;
  }

  #countAlone(caller: CountedCaller, now: number): CallerTally {
    const tally = caller.countAlone(now);
    this.#addIndebted(caller);
    return tally;
  }

  #addIndebted(caller: CountedCaller): void {
    if (!caller.hasDebt) return;
    this.#indebted.add(caller);
    this.#saveLater();
  }

  #saveLater(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#save();
    }, SAVE_DELAY_MS).unref();
  }

  #save(): void {
    for (const caller of this.#indebted) if (!this.#queued.has(caller.key)) this.#queued.set(caller.key, caller);
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#sent = this.#sendQueued();
  }

  /** One statement at a time. */
  async #sendQueued(): Promise<void> {
    while (this.#queued.size > 0) {
      await this.#gather();
      await this.#send(this.#take());
    }
    this.#isSending = false;
  }

  /**
   * Waits for further requests as long as each turn of the event loop brings some. Under load it does, and a statement
   * costs as much processor time as a short request.
   */
  async #gather(): Promise<void> {
    const until = performance.now() + MAX_GATHER_MS;
    let before: number;
    do {
      before = this.#arrived;
      await endOfTurn();
    } while (this.#arrived > before && performance.now() < until);
  }

  /** In ascending order of the keys, so that two servers do not deadlock. */
  #take(): readonly Sent[] {
    const [now, windowMs] = [this.#options.clock(), this.#options.window.milliseconds];
    const taken: Sent[] = [];
    for (const caller of this.#queued.values()) {
      if (taken.length === BATCH_SIZE) break;
      this.#queued.delete(caller.key);
      this.#indebted.delete(caller);
      const sent = caller.take(now, windowMs);
      if (sent.requests !== 0) taken.push(sent);
    }
    return taken.sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  async #send(sent: readonly Sent[]): Promise<void> {
    if (sent.length === 0) return;
    const { database, clock } = this.#options;
    const sentAt = clock();
    try {
      const counts = await this.#changeCounts(database, sent);
      this.#isFailing = false;
      this.#expiredWindows.addInserted(counts.size);
      this.#expiredWindows.deleteSome();
      const now = clock();
      for (const part of sent) {
        if (part.requests < 0) continue;
        const count = counts.get(part.key);
        if (count === undefined) throw new Error("The database counted nothing.");
        part.caller.receive(part, count, now, sentAt + count.remainingMs);
      }
    } catch (error) {
      this.#fail(sent, error);
    }
  }

  #fail(sent: readonly Sent[], error: unknown): void {
    if (!this.#isFailing) this.#report("request counts can't be saved, retrying", error);
    this.#isFailing = true;
    const now = this.#options.clock();
    for (const part of sent) {
      part.caller.fail(part, error, this.#isIn(part.caller, now), now);
      this.#addIndebted(part.caller);
    }
  }
}
