import { setTimeout } from "node:timers/promises";
import { ask } from "../rounds/ask.ts";
import type { Request } from "../works/work.ts";

/** Requests a second: so few that they cost the server next to nothing. */
const RATE = 50;

/**
 * Asks at a fixed rate until it is stopped, whether the answers before have come or not. Gives back how long they took in milliseconds, the
 * shortest first, each from the moment that it was due.
 */
export async function askSteadily(base: string, request: Request, signal: AbortSignal): Promise<number[]> {
  const started = performance.now();
  const asked: Promise<number>[] = [];
  let failure: unknown;
  while (!signal.aborted) {
    const due = started + (asked.length * 1000) / RATE;
    await setTimeout(Math.max(0, due - performance.now()));
    const answered = timed(base, request, due).catch((error) => {
      failure ??= error;
      return Number.NaN;
    });
    asked.push(answered);
  }
  const times = await Promise.all(asked);
  if (failure !== undefined) throw failure;
  return times.toSorted((one, other) => one - other);
}

async function timed(base: string, request: Request, due: number): Promise<number> {
  const { status } = await ask(base, request);
  if (status !== request.status) throw new Error(`A neighbour was answered ${status}.`);
  return performance.now() - due;
}
