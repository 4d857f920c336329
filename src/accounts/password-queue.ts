import pLimit from "p-limit";
import { Failure } from "../errors.ts";
import { THREADS } from "./thread-pool.ts";

/** Runs a task when its turn comes. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Passwords that are hashed at a time in the whole process: one more than there are threads for it,
 * so that no thread is idle while the event loop finishes a login. Bounds CPU time and memory, 19
 * MiB per hash.
 */
export const CONCURRENCY = THREADS + 1;

/** Tasks that wait in a queue. */
const MAX_WAITING = 200;

/**
 * Returns a first-in, first-out queue that runs `concurrency` tasks at a time; it throws
 * `unavailable` while 200 are waiting.
 */
export function createQueue(concurrency: number): Queue {
  const limit = pLimit(concurrency);
  return async (task) => {
    if (limit.pendingCount < MAX_WAITING) return limit(task);
    throw new Failure("unavailable", "The server is overloaded. Try again in a moment.", { retryAfter: 1 });
  };
}
