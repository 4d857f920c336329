import { performance } from "node:perf_hooks";

const INTERVAL_MS = 1_000;

/** Share of the time in which the event loop may be busy for the process to count as idle. */
const MAX_BUSY = 0.2;

/**
 * Returns the memory that the start no longer needs, as soon as the process was idle for a second: about 20 MB, which
 * V8 would keep until there is much more garbage. Does nothing without Node's flag `--expose-gc`, which `npm start` sets.
 */
export function collectStartupGarbage(): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const current = performance.eventLoopUtilization();
    const isIdle = performance.eventLoopUtilization(current, last).utilization < MAX_BUSY;
    last = current;
    if (!isIdle) return;
    clearInterval(timer);
    // Only this flavor returns pages of the young generation. It blocks the event loop for 0.1 s or more, once.
    gc({ type: "major", execution: "sync", flavor: "last-resort" });
  }, INTERVAL_MS);
  timer.unref();
}
