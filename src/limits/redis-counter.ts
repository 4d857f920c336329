import type { Exchange } from "#contract/request/minute-counter";
import type { RedisClient, RedisConnection } from "./redis-connection.ts";
import { type ReportOutage, type RequestCounter, type Tally, WINDOW_MS } from "./request-counter.ts";

/** The Redis key with the count of a network, of `RedisCounter`. */
export const requestsKey = (network: string) => `triptych:requests:${network}`;

/** The Redis key with the count of a caller in a minute, of `MinuteCounter`s. */
export const minuteKey = (minute: number, caller: string) => `triptych:minute:${minute}:${caller}`;

/** Lifetime of a minute's keys, in milliseconds: enough even if a process's clock is behind. */
const MINUTE_EXPIRY_MS = 120_000;

/** Callers of a minute that are sent to Redis at a time, so that other commands need not wait. */
const CALLERS_PER_BATCH = 500;

/** Counts in Redis 7 or newer, which several servers can share. */
export class RedisCounter implements RequestCounter {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  open(report: ReportOutage): Promise<void> {
    return this.#redis.open(report);
  }

  /** Uses one transaction, so that every count has an expiry. */
  async hit(network: string): Promise<Tally> {
    const key = requestsKey(network);
    const [count, , remainingMs] = await this.#redis.run((client) =>
      client.multi().incr(key).pExpire(key, WINDOW_MS, "NX").pTTL(key).execTyped(),
    );
    return { count, remainingMs };
  }

  async refund(network: string): Promise<void> {
    const key = requestsKey(network);
    await this.#redis.run((client) => client.multi().decr(key).pExpire(key, WINDOW_MS, "NX").execTyped());
  }

  isAvailable(): boolean {
    return this.#redis.isAvailable();
  }

  async close(): Promise<void> {
    this.#redis.close();
  }
}

/** Shares the counts of a `MinuteCounter` through Redis. */
export function exchangeThrough(redis: RedisConnection): Exchange {
  return async (minute, additions) => {
    const totals = new Map<string, number>();
    const left = [...additions];
    try {
      while (left.length > 0) {
        const batch = left.splice(0, CALLERS_PER_BATCH);
        const added = await redis.run((client) => Promise.all(batch.map((entry) => add(client, minute, entry))));
        for (const [caller, total] of added) totals.set(caller, total);
      }
    } catch {
      // The connection has reported the outage. The counter sends the rest again later.
    }
    return totals;
  };
}

async function add(
  client: RedisClient,
  minute: number,
  [caller, change]: readonly [string, number],
): Promise<readonly [caller: string, total: number]> {
  const key = minuteKey(minute, caller);
  const [total] = await Promise.all([client.incrBy(key, change), client.pExpire(key, MINUTE_EXPIRY_MS)]);
  return [caller, total];
}
