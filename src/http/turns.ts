import { setImmediate } from "node:timers/promises";

let last: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other caller has. Large bodies and parts of long
 * responses are processed in turns, so that other requests wait for one of them and not for all.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => setImmediate());
  return last;
}
