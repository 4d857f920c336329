import type { Test } from "tap";

/** The module whose timers are skipped. Timeouts, and the server, which runs in the same process, keep theirs. */
const RETRY = "/sdk/src/retry.ts";

/** Makes the delays before retries end at once until the test ends. Returns them, in milliseconds. */
export function skipTimers(t: Test): readonly number[] {
  const delays: number[] = [];
  const original = globalThis.setTimeout;
  const skipping = (callback: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) => {
    const isSkipped = callerOf(skipping).includes(RETRY);
    if (isSkipped) delays.push(delay);
    return original(callback, isSkipped ? 0 : delay, ...args);
  };
  globalThis.setTimeout = Object.assign(skipping, original);
  t.teardown(() => {
    globalThis.setTimeout = original;
  });
  return delays;
}

/** The line of the stack trace that called a function. */
function callerOf(called: (...args: never[]) => unknown): string {
  const trace = { stack: "" };
  Error.captureStackTrace(trace, called);
  return trace.stack.split("\n")[1] ?? "";
}
