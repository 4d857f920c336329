import type { FastifyInstance } from "fastify";
import type { Test } from "tap";
import { openApp } from "./app.ts";
import type { ErrorCase } from "./error-table.ts";
import { createPerson, credentialsOf, setLevel } from "./people.ts";

const KEY = "a random key";
const PARALLEL_KEY = "sent twice at once";

/** Starts a server. `create` sends requests as Ann, an administrator. */
async function open(t: Test, path: string) {
  const app = await openApp(t, {}, { extend: waitForBoth });
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const credentials = await credentialsOf(app, ann);
  const create = (key: string, body: unknown) =>
    app.send("POST", path, { body, headers: { ...credentials, "idempotency-key": key } });
  return { app, create };
}

/** Delays requests with `PARALLEL_KEY` until there are two, so that they run in parallel. */
function waitForBoth(server: FastifyInstance): void {
  const { promise: both, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  server.addHook("preHandler", async ({ headers }) => {
    if (headers["idempotency-key"] !== PARALLEL_KEY) return;
    arrived += 1;
    if (arrived === 2) resolve();
    await both;
  });
}

/** The errors of `Idempotency-Key`, shared by all contracts. Both bodies are valid for the path. */
export function idempotencyErrors(path: string, body: unknown, otherBody: unknown): Record<string, ErrorCase> {
  return {
    "400 the Idempotency-Key is malformed": async (t) => (await open(t, path)).create("short", body),
    "409 a request with the same Idempotency-Key is in progress": async (t) => {
      const { create } = await open(t, path);
      const responses = await Promise.all([create(PARALLEL_KEY, body), create(PARALLEL_KEY, body)]);
      const rejected = responses.find(({ status }) => status === 409);
      if (rejected === undefined) throw new Error("Neither request was rejected with 409.");
      return rejected;
    },
    "409 the response of an Idempotency-Key is no longer stored": async (t) => {
      const { app, create } = await open(t, path);
      await create(KEY, body);
      await app.context.database.updateTable("stored_responses").set({ response: null }).execute();
      return create(KEY, body);
    },
    "422 the Idempotency-Key was used for another request": async (t) => {
      const { create } = await open(t, path);
      await create(KEY, body);
      return create(KEY, otherBody);
    },
  };
}
