import { setTimeout as delay } from "node:timers/promises";
import Fastify from "fastify";
import { load } from "js-yaml";
import t from "tap";
import { type Binding, registerContract } from "../src/bind.ts";
import type { Document, OperationObject } from "../src/contract.ts";
import { Failure } from "../src/failure.ts";
import { FairSlots } from "../src/fair-slots.ts";
import type { Conditions } from "../src/handler-types.ts";
import { toContract } from "../src/load.ts";
import { IdempotentRequests } from "../src/request/idempotency.ts";
import { RememberedResponses } from "../src/request/remembered-responses.ts";
import { Uploads } from "../src/request/uploads.ts";
import { operationRules } from "../tools/rules/operations.ts";
import type { Options } from "../tools/rules/rule.ts";
import { sendRaw } from "./support/raw.ts";

/** An operation for each reason for which the server itself sends a status. Their responses do not matter here. */
const CONTRACT = `
openapi: 3.1.0
info: { title: Statuses, version: 1.0.0 }
security: [{ key: [admin] }]
paths:
  /open:
    get: { operationId: readOpen, security: [], responses: { "200": { description: OK } } }
    delete: { operationId: deleteOpen, security: [], responses: { "204": { description: Deleted } } }
  /tagged:
    get:
      operationId: readTagged
      security: [{ key: [] }]
      parameters: [{ name: If-None-Match, in: header, schema: { type: string } }]
      responses: { "200": { description: OK, headers: { ETag: { schema: { type: string } } } } }
    put:
      operationId: writeTagged
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody: &body
        required: true
        content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } }
      responses: { "204": { description: Written } }
  /keyed/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readKeyed, security: [], responses: { "200": { description: OK } } }
    post:
      operationId: writeKeyed
      security: []
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string, minLength: 3 } }]
      requestBody: *body
      responses: { "204": { description: Written } }
  /form:
    post:
      operationId: upload
      security: []
      requestBody:
        required: true
        content:
          multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, format: binary } } } }
      responses: { "204": { description: Written } }
  /large:
    post:
      operationId: writeMany
      security: []
      x-large-body: { maxBytes: 3000000, entries: items }
      requestBody:
        required: true
        content:
          application/json: { schema: { type: object, properties: { items: { type: array, items: { type: object } } } } }
      responses: { "204": { description: Written } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: key } }
`;

const contract = toContract("statuses", load(CONTRACT) as Document);

/** The message of the rule for an operation that lists only a success; empty if there is none. */
function messageFor(id: string, options: Options = {}, listed: readonly string[] = []): string {
  const messages: string[] = [];
  const rule = operationRules["listed-statuses"](options);
  rule.Root({ ...contract.document });
  const visit = (key: string) => ({
    key,
    location: { pointer: `#/paths/one/${key}` },
    report: ({ message }: { message: string }) => messages.push(message),
    resolve: (node: unknown) => ({ node }),
  });
  for (const item of Object.values(contract.document.paths)) {
    rule.PathItem({ ...item });
    for (const [method, operation] of Object.entries<OperationObject>(item)) {
      if (operation.operationId !== id) continue;
      const more = Object.fromEntries(listed.map((status) => [status, { description: "" }]));
      rule.Operation({ ...operation, responses: { ...operation.responses, ...more } }, visit(method));
    }
  }
  return messages.join();
}

function missingIn(id: string, options: Options = {}): string[] {
  return [...messageFor(id, options).matchAll(/\b(\d{3}) \(/g)].map(([, status = ""]) => status);
}

/** Whether handlers fail with an unexpected error. */
let isBroken = false;
const started = Promise.withResolvers<void>();
let finish = () => {};
const responses = new RememberedResponses();

function respond(body?: unknown) {
  if (isBroken) throw new Error("The disk is full.");
  return body === undefined ? { status: 204 } : { status: 200, body };
}

const handlers = {
  readOpen: async () => respond({}),
  deleteOpen: async () => respond(),
  readTagged: async () => respond({}),
  writeTagged: async ({ ifMatch }: Conditions) =>
    ifMatch(
      async () => ({ body: {}, version: 1 }),
      async () => respond(),
    ),
  readKeyed: async () => respond({}),
  writeKeyed: async ({ keyed, body }: Conditions & { body: { text?: string } }) =>
    responses.once(keyed, async () => {
      if (body.text !== "slow") return respond();
      const { promise, resolve } = Promise.withResolvers<void>();
      finish = resolve;
      started.resolve();
      await promise;
      return { status: 204 };
    }),
  upload: async () => respond(),
  writeMany: async () => respond(),
};

// Two uploads of a caller at a time, which have a second to send a megabyte.
const uploads = new Uploads({ pace: { minBytes: 2 ** 20, interval: 1_000, extension: 1_000 } });
const slots = { slots: 1, perCaller: 1, waiting: 0, waitingPerCaller: 0 };
const largeBodies = new FairSlots({ ...slots, what: "large bodies", limit: "bodies" });

const binding: Binding<string> = {
  contract,
  handlers: [handlers],
  security: {
    verifiers: {
      key: async (key) => {
        if (key === "wrong") throw new Failure("unauthenticated", "Wrong.");
        return key;
      },
    },
    scopes: {
      names: ["admin"],
      assert: (principal) => {
        if (principal !== "admin") throw new Failure("forbidden", "Not you.");
      },
    },
  },
  accountIdOf: () => 1,
  idempotentRequests: new IdempotentRequests(responses.find),
  uploads,
  largeBodies,
  toFailureBody: ({ message }) => ({ error: message }),
};

const server = Fastify();
t.teardown(() => server.close());
await registerContract(server, binding);
const unprocessable = Fastify();
t.teardown(() => unprocessable.close());
await registerContract(unprocessable, { ...binding, invalidFields: "unprocessable" });

interface Request {
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | object;
}

const ADMIN = { key: "admin" };
const JSON_TYPE = { "content-type": "application/json" };

/** Sends requests; returns the statuses of those that fail, and 304, in order and once each. */
async function failuresOf(
  method: "GET" | "PUT" | "POST" | "DELETE",
  url: string,
  requests: readonly Request[],
  to = server,
): Promise<string[]> {
  const statuses = new Set<string>();
  for (const request of requests) {
    const { statusCode } = await to.inject({ method, url, ...request });
    if (statusCode >= 300) statuses.add(String(statusCode));
  }
  isBroken = true;
  statuses.add(String((await to.inject({ method, url, ...requests[0] })).statusCode));
  isBroken = false;
  return [...statuses].sort();
}

/** Requests with bodies that no operation takes, with the header fields of valid requests. */
const badBodies = (headers: Readonly<Record<string, string>> = {}): Request[] => [
  { headers: { ...headers, ...JSON_TYPE }, payload: "{" },
  { headers: { ...headers, ...JSON_TYPE }, payload: JSON.stringify({ text: "x".repeat(3_000_000) }) },
  { headers: { ...headers, "content-type": "text/plain" }, payload: "x" },
];

t.test("listed-statuses requires what the server sends to a GET", async (t) => {
  t.same(await failuresOf("GET", "/open", [{}]), ["500"]);
  t.same(missingIn("readOpen"), ["500"]);
  const { etag } = (await server.inject({ url: "/tagged", headers: ADMIN })).headers;
  const tagged = [{ headers: ADMIN }, { headers: { ...ADMIN, "if-none-match": String(etag) } }, {}];
  t.same(await failuresOf("GET", "/tagged", tagged), ["304", "401", "500"]);
  t.same(missingIn("readTagged"), ["304", "401", "500"]);
});

t.test("it requires what the server sends because of a path's parameters", async (t) => {
  t.equal((await server.inject("/keyed/x")).statusCode, 400);
  t.same(await failuresOf("GET", "/keyed/1", [{}]), ["500"]);
  t.same(missingIn("readKeyed"), ["400", "500"]);
});

t.test("it requires what the server sends to bodies, also where the contract has none", async (t) => {
  t.same(await failuresOf("DELETE", "/open", [{}, ...badBodies()]), ["400", "413", "415", "500"]);
  t.same(missingIn("deleteOpen"), ["400", "413", "415", "500"]);
});

t.test("it requires what the server sends because of If-Match and scopes", async (t) => {
  const requests = [
    { headers: ADMIN, payload: {} },
    { headers: { ...ADMIN, "if-match": '"old"' }, payload: {} },
    { headers: { key: "member" }, payload: {} },
    { headers: { key: "wrong" }, payload: {} },
    ...badBodies(ADMIN),
  ];
  const statuses = ["400", "401", "403", "412", "413", "415", "500"];
  t.same(await failuresOf("PUT", "/tagged", requests), statuses);
  t.same(missingIn("writeTagged"), statuses);
});

t.test("it requires what the server sends because of Idempotency-Key", async (t) => {
  const headers = { "idempotency-key": "key-1" };
  const slow = server.inject({ method: "POST", url: "/keyed/1", headers, payload: { text: "slow" } });
  await t.resolves(started.promise);
  const statuses = await failuresOf("POST", "/keyed/1", [{ payload: {} }, { headers, payload: { text: "slow" } }]);
  finish();
  t.equal((await slow).statusCode, 204);
  const others = await failuresOf("POST", "/keyed/1", [{ payload: {} }, { headers, payload: {} }, ...badBodies()]);
  const all = ["400", "409", "413", "415", "422", "500"];
  t.same([...new Set([...statuses, ...others])].sort(), all);
  t.same(missingIn("writeKeyed"), all);
});

t.test("it requires what the server sends to uploads", async (t) => {
  const base = await server.listen({ port: 0, host: "127.0.0.1" });
  const head =
    "POST /form HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\n";
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nx';
  const incomplete = `${head}Content-Length: 1000\r\n\r\n${part}`;
  const complete = `${head}Content-Length: ${part.length + 9}\r\n\r\n${part}\r\n--b--\r\n`;
  const statusOf = async (...parts: string[]) => (await sendRaw(base, ...parts)).slice("HTTP/1.1 ".length, 12);
  const slow = [statusOf(incomplete), statusOf(incomplete)];
  while (uploads.arriving < 2) await delay(5);
  t.equal(await statusOf(complete), "503");
  t.same(await Promise.all(slow), ["408", "408"]);
  t.equal(await statusOf(complete), "204");
  const form = { "content-type": "multipart/form-data; boundary=b" };
  const statuses = await failuresOf("POST", "/form", [
    { headers: form, payload: `${part}\r\n--b--\r\n` },
    { headers: form, payload: "--b--\r\n" },
    { headers: { ...form, "content-encoding": "gzip" }, payload: "x" },
  ]);
  t.same(statuses, ["400", "415", "500"]);
  t.same(missingIn("upload"), ["400", "408", "415", "500", "503"]);
});

t.test("it requires what the server sends to large bodies", async (t) => {
  const large = { payload: { items: Array.from({ length: 30 }, () => ({ text: "x".repeat(50_000) })) } };
  const statuses = await failuresOf("POST", "/large", [{ payload: {} }, large, ...badBodies()]);
  t.same(statuses, ["400", "413", "415", "500"]);
  const release = await largeBodies.take("another", () => new AbortController().signal);
  t.equal((await server.inject({ method: "POST", url: "/large", ...large })).statusCode, 503);
  release();
  t.same(missingIn("writeMany"), ["400", "413", "415", "500", "503"]);
});

t.test("its options are what the contract does not say: invalidFields, and statuses of all operations", async (t) => {
  const requests = [
    { headers: ADMIN, payload: {} },
    { headers: ADMIN, payload: { text: 1 } },
  ];
  t.same(await failuresOf("PUT", "/tagged", requests), ["400", "500"]);
  t.same(await failuresOf("PUT", "/tagged", requests, unprocessable), ["422", "500"]);
  const options = { invalidFields: "unprocessable", always: ["429", "503"] };
  t.same(missingIn("writeTagged", options), ["400", "401", "403", "412", "413", "415", "422", "429", "500", "503"]);
  t.same(missingIn("readOpen", options), ["429", "500", "503"]);
});

t.test("it says what to add and why, and accepts other statuses", async (t) => {
  t.equal(
    messageFor("readTagged", {}, ["401", "428"]),
    'The server sends these statuses too; add them to "responses": 304 (If-None-Match has the current ETag), ' +
      "500 (the server has a fault).",
  );
  t.equal(messageFor("readTagged", {}, ["304", "401", "404", "412", "428", "500"]), "");
});
