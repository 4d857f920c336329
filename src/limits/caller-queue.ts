import type { ReservingCaller } from "./reserving-caller.ts";

/** Maximum callers of a statement. */
const BATCH_SIZE = 500;

/** Callers that wait for a statement. */
export class CallerQueue {
  readonly #callers = new Set<ReservingCaller>();

  get size(): number {
    return this.#callers.size;
  }

  /** Does nothing if the caller waits already. */
  add(caller: ReservingCaller): void {
    this.#callers.add(caller);
  }

  [Symbol.iterator](): Iterator<ReservingCaller> {
    return this.#callers.values();
  }

  /**
   * Removes and returns callers for one statement, in ascending order of their keys. Of several with the same key it
   * takes one: a caller that was evicted and came back may wait twice.
   */
  take(isReady: (caller: ReservingCaller) => boolean = () => true): readonly ReservingCaller[] {
    const taken = new Map<string, ReservingCaller>();
    for (const caller of this.#callers) {
      if (taken.size === BATCH_SIZE) break;
      if (!isReady(caller) || taken.has(caller.key)) continue;
      taken.set(caller.key, caller);
      this.#callers.delete(caller);
    }
    return [...taken.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  }
}
