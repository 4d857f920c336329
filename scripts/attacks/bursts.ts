import { setTimeout } from "node:timers/promises";

/** Milliseconds between the beginnings of two bursts. */
const INTERVAL_MS = 30_000;

/**
 * Returns a function for `attackOnce` that sends bursts: in each, every loop sends one request, all at once. `request`
 * gets the number of its loop, from 0, and resolves to the status.
 */
export function inBursts(loops: number, request: (loop: number) => Promise<number>): () => Promise<number> {
  let started: number | undefined;
  let calls = 0;
  return async () => {
    started ??= performance.now();
    const [loop, burst] = [calls % loops, Math.floor(calls / loops)];
    calls += 1;
    const beginsAt = started + burst * INTERVAL_MS;
    await setTimeout(Math.max(0, beginsAt - performance.now()), undefined, { ref: false });
    return request(loop);
  };
}
