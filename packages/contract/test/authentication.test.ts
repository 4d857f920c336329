import Fastify from "fastify";
import { load } from "js-yaml";
import t, { type Test } from "tap";
import { registerContract } from "../src/bind.ts";
import type { Document } from "../src/contract.ts";
import { Failure } from "../src/failure.ts";
import type { Caller } from "../src/handler-types.ts";
import { readContract, toContract } from "../src/load.ts";

const CONTRACT = `
openapi: 3.1.0
info: { title: 'Doors "and" gates', version: 1.0.0 }
servers: [{ url: /doors }]
paths:
  /basic: { get: { operationId: readBasic, security: [{ password: [] }], responses: &responses { "200": { description: Name } } } }
  /either: { get: { operationId: readEither, security: [{ token: [] }, { password: [] }, { key: [] }], responses: *responses } }
  /open: { get: { operationId: readOpen, security: [{ password: [] }, {}], responses: *responses } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    password: { type: http, scheme: Basic }
    key: { type: apiKey, in: header, name: door-key }
`;

/** Serves the contract. Each verifier returns its name and the credential, unless that has the word "wrong". */
async function serveDoors(t: Test, change: (yaml: string) => string = (unchanged) => unchanged) {
  const verifierOf = (name: string) => async (credential: string) => {
    if (credential.includes("wrong")) throw new Failure("unauthenticated", "Wrong.");
    return `${name} ${credential}`;
  };
  const read = async ({ principal = "nobody" }: { principal: Caller<string | null, string> }) => ({
    status: 200,
    body: principal,
  });
  const server = Fastify();
  t.teardown(() => server.close());
  await registerContract(server, {
    // A cast, because the contract is written above.
    contract: toContract("doors", load(change(CONTRACT)) as Document),
    handlers: [{ readBasic: read, readEither: read, readOpen: read }],
    security: { verifiers: { token: verifierOf("token"), password: verifierOf("password"), key: verifierOf("key") } },
    toFailureBody: ({ message }) => message,
  });
  return async (url: string, headers: Readonly<Record<string, string>>) => {
    const response = await server.inject({ url: `/doors${url}`, headers });
    return [response.statusCode, response.json()];
  };
}

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });

t.test("a name and a password reach the verifier as they were sent", async (t) => {
  const get = await serveDoors(t);
  t.same(await get("/basic", basic("ann:secret")), [200, "password ann:secret"]);
  t.same(await get("/basic", basic("änn:se:crét ")), [200, "password änn:se:crét "]);
  t.same(await get("/basic", basic("ann:")), [200, "password ann:"]);
  t.same(await get("/basic", basic("ann:wrong")), [401, "Wrong."]);
});

t.test("a malformed credential of a password is a 401", async (t) => {
  const get = await serveDoors(t);
  for (const authorization of ["Basic", "Basic ", "Basic a b", "Bearer abc", "Basic !!", basic("ann").authorization])
    t.same(await get("/basic", { authorization }), [401, "The credential is malformed."], authorization);
  t.same(await get("/basic", {}), [401, "A credential is required."]);
});

t.test("a token and a password are told apart where an operation takes either", async (t) => {
  const get = await serveDoors(t);
  t.same(await get("/either", { authorization: "Bearer abc" }), [200, "token abc"]);
  t.same(await get("/either", basic("ann:secret")), [200, "password ann:secret"]);
  t.same(await get("/either", { "door-key": "k" }), [200, "key k"]);
  t.same(await get("/either", { ...basic("ann:wrong"), "door-key": "k" }), [401, "Wrong."]);
  t.same(await get("/either", { authorization: "Digest x", "door-key": "k" }), [401, "The credential is malformed."]);
  t.same(await get("/open", {}), [200, "nobody"]);
  t.same(await get("/open", basic("ann:wrong")), [401, "Wrong."]);
});

t.test("a 401 says which credentials the contract takes", async (t) => {
  const challengeOf = async (change: (yaml: string) => string) => {
    const server = Fastify();
    t.teardown(() => server.close());
    const read = async () => ({ status: 200, body: "" });
    const verify = async () => "Ann";
    await registerContract(server, {
      contract: toContract("doors", load(change(CONTRACT)) as Document),
      handlers: [{ readBasic: read, readEither: read, readOpen: read }],
      security: { verifiers: { token: verify, password: verify, key: verify } },
      toFailureBody: ({ message }) => message,
    });
    return (await server.inject("/doors/basic")).headers["www-authenticate"];
  };
  t.equal(await challengeOf((yaml) => yaml), 'Bearer, Basic realm="Doors  and  gates", charset="UTF-8"');
  t.equal(
    await challengeOf((yaml) => yaml.replace("scheme: bearer", "scheme: basic")),
    'Basic realm="Doors  and  gates", charset="UTF-8"',
  );
});

t.test("a contract that is not generated yet is an error that says what to do", async (t) => {
  t.throws(() => readContract("doors", new URL("doors.json", import.meta.url)), {
    message: /doors\.json does not exist\. contract generate writes it\.$/,
  });
});
