import type { CallerCounter, CallerTally } from "./caller-tally.ts";

export const MINUTE_MS = 60_000;

/** Delay before counts are exchanged with other processes, in milliseconds: batches many counts. */
const EXCHANGE_DELAY_MS = 500;

/**
 * Maximum callers counted in a minute: about 10 MB. Beyond it, the oldest is evicted. One site
 * (/48) can't cause that: it has only 65,536 networks (/64).
 */
const MAX_CALLERS = 100_000;

/**
 * Adds counts of a minute to those of other processes. Returns the new totals, without callers
 * whose counts could not be added. Never throws. `minute`: minutes since 1970.
 */
export type Exchange = (minute: number, additions: ReadonlyMap<string, number>) => Promise<ReadonlyMap<string, number>>;

/**
 * Counts requests by caller in each minute of the clock, in memory. With an `exchange`, processes
 * add up their counts twice a second; while it fails, each process counts alone.
 */
export class MinuteCounter implements CallerCounter {
  readonly #clock: () => number;
  readonly #exchange: Exchange | undefined;
  #minute = 0;
  #counts = new Map<string, number>();
  /** The part of `#counts` that is not exchanged yet. */
  #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: () => number, exchange?: Exchange) {
    this.#clock = clock;
    this.#exchange = exchange;
  }

  /** Counts a request. Never waits. */
  hit(caller: string): CallerTally {
    const now = this.#clock();
    this.#advanceTo(Math.floor(now / MINUTE_MS));
    const count = this.#add(caller, 1);
    const endsAt = (this.#minute + 1) * MINUTE_MS;
    return { count, endsAt, remainingMs: endsAt - now };
  }

  /** Undoes one `hit`, for a request that turns out to be another caller's. */
  refund(caller: string): void {
    if ((this.#counts.get(caller) ?? 0) > 0) this.#add(caller, -1);
  }

  /** Deletes all counts. */
  reset(): void {
    this.#counts = new Map();
    this.#pending = new Map();
  }

  /** If the clock was set back, the counts stay for the rest of the minute that it shows now. */
  #advanceTo(minute: number): void {
    if (minute > this.#minute) this.reset();
    this.#minute = minute;
  }

  #add(caller: string, change: 1 | -1): number {
    const previous = this.#counts.get(caller);
    if (previous === undefined && this.#counts.size >= MAX_CALLERS) this.#evictOldest();
    const count = (previous ?? 0) + change;
    this.#counts.set(caller, count);
    if (this.#exchange !== undefined) this.#exchangeLater(this.#exchange, caller, change);
    return count;
  }

  #evictOldest(): void {
    const { value } = this.#counts.keys().next();
    if (value === undefined) return;
    this.#counts.delete(value);
    this.#pending.delete(value);
  }

  #exchangeLater(exchange: Exchange, caller: string, change: number): void {
    this.#pending.set(caller, (this.#pending.get(caller) ?? 0) + change);
    this.#timer ??= setTimeout(() => void this.#runExchange(exchange), EXCHANGE_DELAY_MS).unref();
  }

  async #runExchange(exchange: Exchange): Promise<void> {
    const minute = this.#minute;
    const additions = this.#pending;
    this.#pending = new Map();
    const totals = await exchange(minute, additions);
    this.#timer = undefined;
    if (minute !== this.#minute) return;
    for (const [caller, added] of additions) {
      const total = totals.get(caller);
      const pending = this.#pending.get(caller) ?? 0;
      if (total === undefined) this.#pending.set(caller, pending + added);
      else this.#counts.set(caller, total + pending);
    }
  }
}
