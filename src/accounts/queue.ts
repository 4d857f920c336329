import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { Failure } from "../errors.ts";

/** Lets a piece of work wait for its turn. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * How many passwords are worked on at a time: one more than there are cores, so that none of them is idle while the server finishes a login, and
 * four at most. It leaves time to other requests, and bounds memory, 19 MiB each.
 */
export const AT_ONCE = Math.min(4, availableParallelism() + 1);

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
