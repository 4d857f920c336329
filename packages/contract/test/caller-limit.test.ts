import Fastify from "fastify";
import t, { type Test } from "tap";
import { registerContract } from "../src/bind.ts";
import { CallerLimit, statusOf } from "../src/index.ts";
import type { Violation } from "../src/response/conformance.ts";
import { createLogger, createServer, envelopeOf } from "../src/server.ts";
import { PetHandlers, petBinding, petContract } from "./support/pets.ts";
import { sendRaw } from "./support/raw.ts";

const MINUTE = 60_000;

/** Serves the pets with a limit of two requests a minute. Each request says where it comes from. */
async function serveLimited(t: Test, clock: () => number) {
  const server = Fastify({ trustProxy: true });
  t.teardown(() => server.close());
  const callerLimit = new CallerLimit({ limit: 2, clock });
  const accountIdOf = (principal: string) => (principal === "Ann" ? 1 : 2);
  await registerContract(server, {
    ...petBinding(new PetHandlers()),
    callerLimit,
    accountIdOf,
    conformance: { share: 0, report: () => {} },
    toFailureBody: (failure) => ({ code: statusOf(failure), wrong: failure.message }),
  });
  return async (address: string, key?: string) => {
    const headers = { "x-forwarded-for": address, ...(key !== undefined && { "pet-key": key }) };
    const { statusCode, headers: sent, body } = await server.inject({ url: "/pets/dogs", headers });
    return { status: statusCode, remaining: sent["x-ratelimit-remaining"], retryAfter: sent["retry-after"], body };
  };
}

t.test("counts requests of an account, or of a network, by the minute, without a counter of the service", async (t) => {
  let now = Date.UTC(2026, 0, 1);
  const get = await serveLimited(t, () => now);
  t.match(await get("2001:db8::1"), { status: 200, remaining: "1" });
  t.match(await get("2001:db8::2"), { status: 200, remaining: "0" }, "a subscriber has a /64");
  t.match(await get("2001:db8::3"), { status: 429, remaining: "0", retryAfter: "60", body: /"code":429/ });
  t.match(await get("192.0.2.1"), { status: 200, remaining: "1" });
  for (const remaining of ["1", "0"]) t.match(await get("192.0.2.2", "sesame"), { status: 200, remaining });
  t.match(await get("192.0.2.3", "sesame"), { status: 429 }, "the same account");
  t.match(await get("192.0.2.3", "low"), { status: 200 }, "another account");
  now += MINUTE;
  t.match(await get("2001:db8::1"), { status: 200, remaining: "1" });
});

for (const name of ["a plain server", "a server of createServer"])
  t.test(`the contract need not list the header fields of the limit outside of operations, on ${name}`, async (t) => {
    const violations: Violation[] = [];
    const binding = {
      ...petBinding(new PetHandlers(), violations),
      contract: petContract((yaml) => yaml.replace(/^x-outside-operations:\n.*\n/m, "")),
      callerLimit: new CallerLimit({
        limit: 4,
        otherRemaining: ["ratelimit-remaining"],
        policy: { name: "pets", seconds: 60 },
      }),
      accountIdOf: () => 1,
    };
    const options = { logger: createLogger("silent", { write() {} }), trustProxy: [] };
    const isPlain = name === "a plain server";
    const server = isPlain ? Fastify() : createServer({ ...options, envelopes: [envelopeOf(binding)] });
    t.teardown(() => server.close());
    await registerContract(server, binding);
    const base = await server.listen({ port: 0, host: "127.0.0.1" });
    const statusOf = async (method: string, path: string) => {
      const { status, headers } = await fetch(base + path, { method });
      t.equal(headers.get("ratelimit-policy"), '"pets";q=4;w=60');
      t.match(headers.get("ratelimit"), `"pets";r=${headers.get("x-ratelimit-remaining")};t=`, `${method} ${path}`);
      return status;
    };
    t.equal(await statusOf("GET", "/pets/cats"), 404);
    t.equal(await statusOf("PATCH", "/pets/dogs"), 405);
    if (!isPlain) t.match(await sendRaw(base, "GET /pets/dogs HTTP/1.1\r\nno colon\r\n\r\n"), /ratelimit-limit: 4/);
    while ((await statusOf("GET", "/pets/cats")) !== 429);
    t.same(violations, []);
  });

t.test("refuses to start without the accounts of callers, who would share one allowance", async (t) => {
  const server = Fastify();
  t.teardown(() => server.close());
  const callerLimit = new CallerLimit({ limit: 2 });
  await t.rejects(registerContract(server, { ...petBinding(new PetHandlers()), callerLimit }), {
    message: /needs the service's `accountIdOf` for its `callerLimit`, .* in listDogs, createDog, updateDog\./,
  });
});

t.test("statusOf: the kind of a failure decides its status", async (t) => {
  t.equal(statusOf({ kind: "notFound" }), 404);
  t.equal(statusOf({ kind: "preconditionRequired" }), 428);
});
