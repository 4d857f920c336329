import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Failure } from "#contract/failure";
import { MinuteCounter } from "#contract/request/minute-counter";
import { type Context, openContext, type Replacements } from "../context/context.ts";
import { inTransaction } from "../database/database.ts";
import { truncateAll } from "../database/sqlite/truncate.ts";
import { DatabaseCounter } from "../limits/database-counter.ts";
import { registerDesignPages } from "../pages/design/sample-page.ts";
import type { Config } from "../settings/config.ts";
import { FIXTURES } from "./fixtures.ts";
import { loadFixtures } from "./load-fixtures.ts";

/** Maximum delay of `slow=MS`, in milliseconds. */
const MAX_DELAY_MS = 20_000;

const FAULTS: ReadonlyMap<unknown, () => Error> = new Map([
  ["429", () => new Failure("tooMany", "Requested by X-Test-Fault.", { retryAfter: 1 })],
  ["500", () => new Error("Requested by X-Test-Fault.")],
  ["503", () => new Failure("unavailable", "Requested by X-Test-Fault.", { retryAfter: 1 })],
]);

/** Opens a context and loads the fixtures. The config must select a database in memory. */
export async function openTestContext(config: Config, replacements: Replacements = {}): Promise<Context> {
  const context = await openContext(config, replacements);
  await loadFixtures(context.database);
  return context;
}

const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

/** Whether other machines can reach the server. */
export function isPublic({ host }: Config): boolean {
  return !LOOPBACK.includes(host);
}

/** Logged when a server starts in test mode. */
export const START_MESSAGE =
  "Test mode: all data is in memory. GET /__test__/fixtures lists accounts and keys, POST /__test__/reset restores the fixtures, GET /__test__/design shows the design of the pages, X-Test-Fault makes a request fail.";

/**
 * Registers the routes that return and restore the fixtures, the header `X-Test-Fault`, and a page that shows all
 * components of the design.
 */
export function registerTestMode(app: FastifyInstance, context: Context): void {
  registerFaults(app);
  registerDesignPages(app);
  app.get("/__test__/fixtures", async () => FIXTURES);
  app.post("/__test__/reset", async (_request, reply) => {
    await reset(context);
    return reply.status(204).send();
  });
}

/** Restores the fixtures in one transaction. Login tokens stay valid, because the account ids stay the same. */
export async function reset(context: Context): Promise<void> {
  await resetCounters(context);
  await inTransaction(context.database, async (transaction) => {
    await truncateAll(transaction);
    await loadFixtures(transaction);
  });
}

/** Forgets the requests that the rate limits have counted. */
export async function resetCounters({
  requestCounter,
  registrationCounter,
  mailCounter,
  minuteCounter,
}: Context): Promise<void> {
  for (const counter of [requestCounter, registrationCounter, mailCounter])
    if (counter instanceof DatabaseCounter) await counter.reset();
  if (minuteCounter instanceof MinuteCounter) minuteCounter.reset();
}

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
