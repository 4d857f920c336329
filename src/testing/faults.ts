import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Failure } from "../errors.ts";

/** The longest that an answer may be held back, in milliseconds. */
const LONGEST = 20_000;

const FAULTS: ReadonlyMap<unknown, () => Error> = new Map([
  ["429", () => new Failure("tooMany", "X-Test-Fault asks for this.", { retryAfter: 1 })],
  ["500", () => new Error("X-Test-Fault asks for this.")],
  ["503", () => new Failure("unavailable", "X-Test-Fault asks for this.", { retryAfter: 1 })],
]);

/**
 * Lets a request ask to fail: `X-Test-Fault: 429`, `500` or `503` is answered as such a failure, `slow=MS` so many milliseconds later than it
 * would be. Who asks has been let in, and nothing has been done.
 */
export function registerFaults(app: FastifyInstance): void {
  app.addHook("preParsing", async ({ headers }) => {
    const fault = headers["x-test-fault"];
    if (fault === undefined) return;
    const asked = FAULTS.get(fault);
    if (asked !== undefined) throw asked();
    await setTimeout(delayIn(String(fault)));
  });
}

function delayIn(fault: string): number {
  const [, digits] = /^slow=(\d{1,5})$/.exec(fault) ?? [];
  const delay = Number(digits ?? Number.NaN);
  if (delay <= LONGEST) return delay;
  throw new Failure("invalid", `X-Test-Fault must be 429, 500, 503, or slow= and at most ${LONGEST} milliseconds.`);
}
