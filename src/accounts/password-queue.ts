import { Failure } from "../errors.ts";
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

/** Maximum number of waiting tasks of one network: half of the queue. */
const MAX_WAITING_OF_NETWORK = MAX_WAITING / 2;

/** A waiting task. */
interface WaitingTask {
  readonly start: () => void;
  readonly reject: (failure: Failure) => void;
}

/**
 * Creates a queue that runs up to `concurrency` tasks concurrently. Networks take turns; the tasks
 * of one network run in order. At most 100 tasks of a network wait: further ones are rejected with
 * `unavailable`. At most 200 tasks wait in total: when one more arrives, the newest task of the network
 * with the most waiting is rejected, which may be the one that arrived.
 */
export function createQueue(concurrency: number): Queue {
  const waiting = new WaitingTasks();
  let running = 0;

  function release(): void {
    const next = waiting.next();
    if (next === undefined) running -= 1;
    else next.start();
  }

  async function run<T>(network: string, task: () => Promise<T>): Promise<T> {
    if (running < concurrency) running += 1;
    else await waiting.add(network);
    try {
      return await task();
    } finally {
      release();
    }
  }

  return Object.assign(run, { waiting: () => waiting.count });
}

/** Waiting tasks by network, in the order in which the networks take turns. */
class WaitingTasks {
  readonly #byNetwork = new Map<string, WaitingTask[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds a task, and resolves when it is its turn. Throws `unavailable` if the task can't wait. */
  add(network: string): Promise<void> {
    const tasks = this.#byNetwork.get(network) ?? [];
    if (tasks.length >= MAX_WAITING_OF_NETWORK) throw overloaded("Too many logins and registrations of your network");
    if (this.#count >= MAX_WAITING) this.#displaceFor(tasks.length);
    this.#byNetwork.set(network, tasks);
    this.#count += 1;
    return new Promise((start, reject) => tasks.push({ start, reject }));
  }

  /** Removes and returns the oldest task of the network whose turn it is. */
  next(): WaitingTask | undefined {
    const [turn] = this.#byNetwork;
    if (turn === undefined) return undefined;
    const [network, tasks] = turn;
    const task = tasks.shift();
    this.#byNetwork.delete(network);
    if (tasks.length > 0) this.#byNetwork.set(network, tasks);
    this.#count -= 1;
    return task;
  }

  /**
   * Makes room for a task of a network that has `count` waiting: rejects the newest task of the
   * network with the most. Throws `unavailable` if that network has at most `count + 1`.
   */
  #displaceFor(count: number): void {
    const longest = [...this.#byNetwork.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= count + 1) throw overloaded("Too many logins and registrations");
    longest.pop()?.reject(overloaded("Too many logins and registrations of your network"));
    this.#count -= 1;
  }
}

function overloaded(what: string): Failure {
  return new Failure("unavailable", `${what} are waiting. Try again in a moment.`, {
    retryAfter: 1,
    limit: "passwords",
  });
}
