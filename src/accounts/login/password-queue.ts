import { FairSlots } from "#contract/fair-slots";
import { THREADS } from "./thread-pool.ts";

export interface Queue {
  /** Runs a task for a network once fewer than the queue's `concurrency` tasks are running. */
  <T>(network: string, task: () => Promise<T>): Promise<T>;
  /** Returns the number of tasks that wait. */
  readonly waiting: () => number;
}

/** The network of tasks that no client asked for, such as those of the command line. */
export const INTERNAL = "internal";

/**
 * Maximum passwords that the process hashes concurrently: one more than it has threads, so that no
 * thread is idle while the event loop finishes a login. Bounds CPU time and memory (19 MiB a hash).
 */
export const CONCURRENCY = THREADS + 1;

/** Maximum number of tasks that wait in a queue: about three seconds of work on two cores. */
export const MAX_WAITING = 200;

/** Never aborted: a login runs, and counts, even if its client has disconnected. */
const CONNECTED = new AbortController().signal;

/**
 * Creates a queue that runs up to `concurrency` tasks concurrently. Networks take turns; at most 100 tasks of a network
 * wait, and at most 200 in all, see `FairSlots`.
 */
export function createQueue(concurrency: number): Queue {
  const slots = new FairSlots({
    slots: concurrency,
    perCaller: concurrency,
    waiting: MAX_WAITING,
    waitingPerCaller: MAX_WAITING / 2,
    what: "logins and registrations",
    limit: "passwords",
    reason: "logins-in-progress",
  });
  const run = <T>(network: string, task: () => Promise<T>) => slots.run(network, () => CONNECTED, task);
  return Object.assign(run, { waiting: () => slots.waiting });
}
