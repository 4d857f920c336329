import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Failure } from "#contract/failure";

/** Maximum delay of `slow=MS`, in milliseconds. */
const MAX_DELAY_MS = 20_000;

const FAULTS: ReadonlyMap<unknown, () => Error> = new Map([
  ["429", () => new Failure("tooMany", "Requested by X-Test-Fault.", { retryAfter: 1 })],
  ["500", () => new Error("Requested by X-Test-Fault.")],
  ["503", () => new Failure("unavailable", "Requested by X-Test-Fault.", { retryAfter: 1 })],
]);

/**
 * Makes requests with the header `X-Test-Fault` fail: `429`, `500` and `503` return that status,
 * `slow=MS` delays the response. Runs after authentication and before the handler, so that a
 * failing request changes nothing. A test may replace `wait`.
 */
export function registerFaults(app: FastifyInstance, wait: (ms: number) => Promise<void> = setTimeout): void {
  app.addHook("preParsing", async ({ headers }) => {
    const fault = headers["x-test-fault"];
    if (fault === undefined) return;
    const toError = FAULTS.get(fault);
    if (toError !== undefined) throw toError();
    await wait(delayIn(String(fault)));
  });
}

function delayIn(fault: string): number {
  const [, digits] = /^slow=(\d{1,5})$/.exec(fault) ?? [];
  const delay = Number(digits ?? Number.NaN);
  if (delay <= MAX_DELAY_MS) return delay;
  throw new Failure(
    "invalid",
    `X-Test-Fault must be 429, 500, 503, or slow=MS with at most ${MAX_DELAY_MS} milliseconds.`,
  );
}
