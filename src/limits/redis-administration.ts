import { MINUTE_MS } from "#contract/request/minute-counter";
import type { Count } from "./administration.ts";
import type { RedisConnection } from "./redis-connection.ts";
import { minuteKey, requestsKey } from "./redis-counter.ts";

type Clock = () => number;

/** What a `RedisCounter` has counted for a network. */
export function readRequests(redis: RedisConnection, clock: Clock, network: string): Promise<Count> {
  return read(redis, clock, requestsKey(network));
}

/** What all `MinuteCounter`s together have counted for a caller in this minute. */
export async function readMinute(redis: RedisConnection, clock: Clock, caller: string): Promise<Count> {
  const minute = Math.floor(clock() / MINUTE_MS);
  const { count } = await read(redis, clock, minuteKey(minute, caller));
  return { count, ends_at: count === 0 ? null : (minute + 1) * MINUTE_MS };
}

/** Deletes what a `RedisCounter` has counted for a network. */
export async function resetRequests(redis: RedisConnection, network: string): Promise<void> {
  await redis.run((client) => client.del(requestsKey(network)));
}

/** Deletes what all `MinuteCounter`s have counted for a caller in this minute. */
export async function resetMinute(redis: RedisConnection, clock: Clock, caller: string): Promise<void> {
  await redis.run((client) => client.del(minuteKey(Math.floor(clock() / MINUTE_MS), caller)));
}

async function read(redis: RedisConnection, clock: Clock, key: string): Promise<Count> {
  const [count, remainingMs] = await redis.run((client) => Promise.all([client.get(key), client.pTTL(key)]));
  return { count: Number(count ?? 0), ends_at: remainingMs > 0 ? clock() + remainingMs : null };
}
