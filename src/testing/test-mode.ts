import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { type Context, openContext } from "../context.ts";
import { truncateAll } from "../database/dialect.ts";
import { DatabaseCounter } from "../limits/database-counter.ts";
import { registerFaults } from "./faults.ts";
import { FIXTURES, loadFixtures } from "./fixtures.ts";

/** A world in memory that holds the story. */
export async function openTestContext(config: Config): Promise<Context> {
  const context = await openContext(config);
  await loadFixtures(context.database);
  return context;
}

const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

/** Whether others than this machine's users can reach the server. */
export function isPublic({ host }: Config): boolean {
  return !LOOPBACK.includes(host);
}

/** What whoever starts such a server wants to know. */
export const WELCOME =
  "Test mode: everything is in memory. GET /__test__/story tells accounts and keys, POST /__test__/reset begins anew, X-Test-Fault makes an answer fail.";

/** Registers what only a server in test mode answers: its story, the wish to begin anew, and requests that ask to fail. */
export function registerTestMode(app: FastifyInstance, context: Context): void {
  registerFaults(app);
  app.get("/__test__/story", async () => FIXTURES);
  app.post("/__test__/reset", async (_request, reply) => {
    await reset(context);
    return reply.status(204).send();
  });
}

/** Forgets everything that has happened since the start, in one step. Login tokens stay good for the ids of their accounts. */
export async function reset({ database, requestCounter }: Context): Promise<void> {
  if (requestCounter instanceof DatabaseCounter) await requestCounter.reset();
  await database.transaction().execute(async (transaction) => {
    await truncateAll(transaction);
    await loadFixtures(transaction);
  });
}
