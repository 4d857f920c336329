import { Failure } from "./failure.ts";

/** How many calls have a slot at the same time, and how many wait for one. */
export interface SlotOptions {
  readonly slots: number;
  /** Slots that one caller holds at most. With fewer than `slots`, a slot stays for others, however long work takes. */
  readonly perCaller: number;
  /** Maximum calls that wait, in all and of one caller. */
  readonly waiting: number;
  readonly waitingPerCaller: number;
  /** What there are too many of when no more calls may wait, such as `searches`. */
  readonly what: string;
  /** The name of the limit, for failures. */
  readonly limit: string;
  /** The reason of failures. */
  readonly reason?: string;
}

/** Seconds after which a client that got 503 may retry. */
const RETRY_AFTER = 5;

interface WaitingCall {
  readonly begin: () => void;
  readonly refuse: (failure: Failure) => void;
}

/**
 * A fixed number of slots for work that takes much time or memory. Callers take turns; the calls of one caller begin in
 * order. A caller is any text, such as `account:7`. When too many calls wait, the newest of the caller with the most
 * waiting calls is refused, which may be the one that arrived.
 */
export class FairSlots {
  readonly options: SlotOptions;
  readonly #held = new Map<string, number>();
  /** The waiting calls by caller, in the order in which the callers take turns. */
  readonly #queues = new Map<string, Set<WaitingCall>>();
  #taken = 0;
  #waiting = 0;

  constructor(options: SlotOptions) {
    this.options = options;
  }

  /** The number of slots that are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** The number of calls that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Calls `work` as soon as the caller gets a slot, which it holds until `work` has ended. `disconnected` is called only
   * if the call has to wait: once its signal is aborted, the call leaves the queue and rejects with `timeout`.
   * Rejects with `unavailable` if too many calls wait.
   */
  async run<T>(caller: string, disconnected: () => AbortSignal, work: () => T | Promise<T>): Promise<T> {
    await this.#acquire(caller, disconnected);
    try {
      return await work();
    } finally {
      this.release(caller);
    }
  }

  /** Like `run`, for work that ends elsewhere: resolves to the function that frees the slot; only its first call does. */
  async take(caller: string, disconnected: () => AbortSignal): Promise<() => void> {
    await this.#acquire(caller, disconnected);
    let isHeld = true;
    return () => {
      if (isHeld) this.release(caller);
      isHeld = false;
    };
  }

  /** Takes a slot, which `release` frees; returns false if none is free for the caller. */
  tryTake(caller: string): boolean {
    const { slots, perCaller } = this.options;
    const held = this.#held.get(caller) ?? 0;
    if (this.#taken >= slots || held >= perCaller) return false;
    this.#taken += 1;
    this.#held.set(caller, held + 1);
    return true;
  }

  /** Frees a slot of a caller, for the first waiting call whose caller may have it. */
  release(caller: string): void {
    this.#taken -= 1;
    const held = (this.#held.get(caller) ?? 0) - 1;
    if (held > 0) this.#held.set(caller, held);
    else this.#held.delete(caller);
    for (const [next, queue] of this.#queues) {
      const [call] = queue;
      if (call === undefined || !this.tryTake(next)) continue;
      // The caller's next turn comes after those of all others.
      this.#queues.delete(next);
      this.#queues.set(next, queue);
      this.#leave(next, call);
      call.begin();
      return;
    }
  }

  /** The failure of a call for which no slot is free and that can't wait. */
  refusal(): Failure {
    const { what, limit, reason } = this.options;
    const message = `Too many ${what} are in progress. Try again in a moment.`;
    return new Failure("unavailable", message, { retryAfter: RETRY_AFTER, limit, reason });
  }

  #acquire(caller: string, disconnected: () => AbortSignal): Promise<void> | undefined {
    return this.tryTake(caller) ? undefined : this.#wait(caller, disconnected());
  }

  async #wait(caller: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw disconnection();
    this.#makeRoom(caller);
    const { promise, resolve: begin, reject: refuse } = Promise.withResolvers<void>();
    const call = { begin, refuse };
    const queue = this.#queues.get(caller) ?? new Set();
    this.#queues.set(caller, queue.add(call));
    this.#waiting += 1;
    const leave = () => {
      this.#leave(caller, call);
      refuse(disconnection());
    };
    signal.addEventListener("abort", leave);
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Makes room for a waiting call, by refusing the newest one of the longest queue. Throws `unavailable` otherwise. */
  #makeRoom(caller: string): void {
    const { waiting, waitingPerCaller } = this.options;
    const own = this.#queues.get(caller)?.size ?? 0;
    if (own >= waitingPerCaller) throw this.refusal();
    if (this.#waiting < waiting) return;
    const [longest, queue] = [...this.#queues].reduce((one, other) => (other[1].size > one[1].size ? other : one));
    const newest = [...queue].at(-1);
    if (newest === undefined || queue.size <= own + 1) throw this.refusal();
    this.#leave(longest, newest);
    newest.refuse(this.refusal());
  }

  #leave(caller: string, call: WaitingCall): void {
    const queue = this.#queues.get(caller);
    if (queue?.delete(call) !== true) return;
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(caller);
  }
}

function disconnection(): Failure {
  return new Failure("timeout", "The client disconnected.", { reason: "client-disconnected" });
}
