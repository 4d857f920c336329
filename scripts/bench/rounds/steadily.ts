import { setTimeout } from "node:timers/promises";
import type { Request } from "../works/work.ts";
import { ask } from "./ask.ts";

/** What is asked how many times a second. */
export interface Pace {
  readonly base: string;
  readonly request: Request;
  readonly rate: number;
}

/**
 * Asks at a fixed rate until it is stopped, whether the answers before have come or not. Gives back how long they took in milliseconds, the
 * shortest first, each from the moment that it was due.
 */
export async function askSteadily({ base, request, rate }: Pace, signal: AbortSignal): Promise<number[]> {
  const started = performance.now();
  const asked: Promise<number>[] = [];
  let failure: unknown;
  while (!signal.aborted) {
    const due = started + (asked.length * 1000) / rate;
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
  if (status !== request.status) throw new Error(`What is asked steadily was answered ${status}.`);
  return performance.now() - due;
}
