import pLimit from "p-limit";
import { Failure } from "../errors.ts";
import { THREADS } from "./thread-pool.ts";

/** Runs a task as soon as fewer tasks than the queue's maximum are running. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Passwords that the process hashes concurrently: one more than it has threads, so that no thread
 * is idle while the event loop finishes a login. Bounds CPU time and memory (19 MiB per hash).
 */
export const CONCURRENCY = THREADS + 1;

/** Maximum number of waiting tasks of a queue. */
const MAX_WAITING = 200;

/**
 * Creates a first-in, first-out queue that runs up to `concurrency` tasks concurrently. It rejects
 * tasks with `unavailable` while 200 are waiting.
 */
export function createQueue(concurrency: number): Queue {
  const limit = pLimit(concurrency);
  return async (task) => {
    if (limit.pendingCount < MAX_WAITING) return limit(task);
    throw new Failure("unavailable", "The server is overloaded. Try again in a moment.", { retryAfter: 1 });
  };
}
