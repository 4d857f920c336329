import pLimit from "p-limit";
import { Failure } from "../errors.ts";
import { THREADS } from "./thread-pool.ts";

/** Lets a piece of work wait for its turn. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * How many passwords are worked on at a time: one more than there are threads for them, so that none is idle while the server finishes a login. It
 * leaves time to other requests, and bounds memory, 19 MiB a thread.
 */
export const CONCURRENCY = THREADS + 1;

/** How many wait for their turn. */
const WAITING = 200;

/** Works on so many things at a time and lets 200 wait; throws `unavailable` for those behind. */
export function createQueue(atOnce: number): Queue {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.pendingCount < WAITING) return limit(work);
    throw new Failure("unavailable", "The server has too much to do. Try again in a moment.", { retryAfter: 1 });
  };
}
