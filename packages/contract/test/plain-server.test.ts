import Fastify from "fastify";
import t, { type Test } from "tap";
import { registerContract } from "../src/bind.ts";
import type { Violation } from "../src/response/conformance.ts";
import { PetHandlers, petBinding, petContract } from "./support/pets.ts";

const ANN = { "pet-key": "sesame" };

/** Serves the pets on a server that is created with Fastify alone, and asserts that all responses conform. */
async function servePlainly(t: Test, change: Partial<ReturnType<typeof petBinding>> = {}) {
  const server = Fastify();
  t.teardown(() => server.close());
  const fail = (violation: Violation) => t.fail("a response violates the contract", { violation });
  const conformance = { share: 1, report: fail };
  await registerContract(server, { ...petBinding(new PetHandlers()), conformance, ...change });
  return server;
}

t.test("a contract is served on a server that is created with Fastify alone", async (t) => {
  const server = await servePlainly(t);
  const statusOf = async (method: "GET" | "POST" | "DELETE", url: string, options: object = {}) =>
    (await server.inject({ method, url, ...options })).statusCode;
  const body = { name: "Rex", weight: 1 };
  t.equal(await statusOf("GET", "/pets/dogs"), 200);
  t.equal(await statusOf("GET", "/pets/dogs?limit=x"), 400);
  t.equal(await statusOf("GET", "/pets/cats"), 404);
  t.equal(await statusOf("DELETE", "/pets/dogs"), 405);
  t.equal(await statusOf("POST", "/pets/dogs", { payload: body }), 401);
  t.equal(await statusOf("POST", "/pets/dogs", { payload: body, headers: { "pet-key": "low" } }), 403);
  t.equal(await statusOf("POST", "/pets/dogs", { payload: body, headers: ANN }), 201);
  t.equal(await statusOf("POST", "/pets/dogs", { payload: { name: 1 }, headers: ANN }), 400);
  t.equal(
    await statusOf("POST", "/pets/dogs", { payload: "{", headers: { ...ANN, "content-type": "application/json" } }),
    400,
  );
  t.equal(
    await statusOf("POST", "/pets/dogs", { payload: "x", headers: { ...ANN, "content-type": "text/plain" } }),
    415,
  );
});

t.test("its other routes keep Fastify's own parsers and errors", async (t) => {
  const server = await servePlainly(t);
  server.post("/text", async ({ body }) => `got ${body}`);
  const text = { method: "POST", url: "/text", payload: "Rex", headers: { "content-type": "text/plain" } } as const;
  t.equal((await server.inject(text)).body, "got Rex");
  t.match((await server.inject("/elsewhere")).json(), { message: "Route GET:/elsewhere not found" });
});

t.test("a service can run its handlers inside a function of its own, except those of GET", async (t) => {
  const calls: unknown[] = [];
  const server = await servePlainly(t, {
    around: async (call, work) => {
      calls.push(call);
      return work();
    },
  });
  await server.inject("/pets/dogs");
  const payload = { name: "Rex", weight: 1 };
  await server.inject({ method: "POST", url: "/pets/dogs", payload, headers: { ...ANN, "user-agent": "test" } });
  t.same(calls, [{ operationId: "createDog", principal: "Ann", client: { address: "127.0.0.1", userAgent: "test" } }]);
});

t.test("a contract need not describe the responses outside its operations", async (t) => {
  const contract = petContract((yaml) => yaml.replace(/^x-outside-operations:\n.*\n/m, ""));
  const server = await servePlainly(t, { contract });
  t.equal((await server.inject("/pets/cats")).statusCode, 404);
  t.equal((await server.inject({ method: "PATCH", url: "/pets/dogs" })).statusCode, 405);
});

t.test("others who import fastify-openapi-glue get it with its own validator", async (t) => {
  const { default: glue } = await import("fastify-openapi-glue");
  const server = Fastify();
  t.teardown(() => server.close());
  const specification = { openapi: "3.1.0", info: { title: "no version" }, paths: {} };
  const log = t.capture(console, "log");
  await t.rejects(async () => server.register(glue, { specification, serviceHandlers: {} }), {
    message: /must contain a valid specification/,
  });
  t.match(log.args().flat().join(""), /version/);
});
