import type { Test } from "tap";

/**
 * The range of delays to skip. It excludes the timers of the server, which runs in the same process:
 * saving counts (500 ms) and getting a database connection (5 s).
 */
const MIN_DELAY_MS = 900;
const MAX_DELAY_MS = 4_900;

/** Makes timers in this range fire at once until the test ends. Returns their original delays, in milliseconds. */
export function skipTimers(t: Test): readonly number[] {
  const delays: number[] = [];
  const original = globalThis.setTimeout;
  const skipping = (callback: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) => {
    // Timers of fetch itself pass an argument; those must not fire early.
    const isSkipped = delay >= MIN_DELAY_MS && delay <= MAX_DELAY_MS && args.length === 0;
    if (isSkipped) delays.push(delay);
    return original(callback, isSkipped ? 0 : delay, ...args);
  };
  globalThis.setTimeout = Object.assign(skipping, original);
  t.teardown(() => {
    globalThis.setTimeout = original;
  });
  return delays;
}
