import Fastify from "fastify";
import { load } from "js-yaml";
import t from "tap";
import { registerContract } from "../src/bind.ts";
import type { Document } from "../src/contract.ts";
import { Failure, tooMany } from "../src/failure.ts";
import type { Conditions } from "../src/handler-types.ts";
import { toContract } from "../src/load.ts";
import { IdempotentRequests } from "../src/request/idempotency.ts";
import { RememberedResponses } from "../src/request/remembered-responses.ts";
import type { Violation } from "../src/response/conformance.ts";
import { headerRules } from "../tools/rules/headers.ts";
import type { Options } from "../tools/rules/rule.ts";

/** A contract that lists no header field that it need not. */
const CONTRACT = `
openapi: 3.1.0
info: { title: Headers, version: 1.0.0 }
security: [{ bearer: [] }]
paths:
  /notes:
    get:
      operationId: readNotes
      security: []
      responses:
        "200": { description: OK, headers: { etag: { schema: { type: string } } }, content: &json { application/json: { schema: {} } } }
        "304": { description: The same }
    post:
      operationId: writeNote
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } } }
      responses:
        "201": { description: Written, content: *json }
        "401": &failure { description: Failure, content: *json }
        "409": *failure
        "429": *failure
        "503": *failure
x-outside-operations: { responses: { "404": *failure, "405": *failure, "503": *failure } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer }, key: { type: apiKey, in: header, name: key } }
  schemas: {}
`;

/** The header fields that the rule misses in a contract, by operation, such as `Retry-After of 429`. */
function missingIn(yaml: string, options: Options = {}): Record<string, string[]> {
  const document = toContract("headers", load(yaml) as Document).document;
  const missing: Record<string, string[]> = {};
  const visit = (name: string, key = "") => ({
    key,
    location: { pointer: `#/paths/one/${key}` },
    report: ({ message }: { message: string }) => {
      missing[name] = [...message.matchAll(/([\w-]+ of \d{3}) \(/g)].map(([, field = ""]) => field);
    },
    resolve: (node: unknown) => ({ node }),
  });
  const rule = headerRules["listed-headers"](options);
  rule.Root({ ...document }, visit("outside"));
  for (const item of Object.values(document.paths)) {
    rule.PathItem({ ...item });
    for (const [method, operation] of Object.entries(item))
      rule.Operation({ ...operation }, visit(operation.operationId, method));
  }
  return missing;
}

const ALL = {
  outside: ["Allow of 405", "Retry-After of 503"],
  readNotes: ["ETag of 304"],
  writeNote: [
    "Idempotent-Replayed of 201",
    "WWW-Authenticate of 401",
    "Retry-After of 409",
    "Retry-After of 429",
    "Retry-After of 503",
  ],
};

t.test("listed-headers names the header fields that the server sends", async (t) => {
  t.same(missingIn(CONTRACT), ALL);
});

t.test("it names only fields that the server sends", async (t) => {
  const keys = CONTRACT.replace(
    "bearer: { type: http, scheme: bearer }",
    "bearer: { type: apiKey, in: header, name: b }",
  );
  t.notMatch(missingIn(keys).writeNote, ["WWW-Authenticate"], "API keys have no challenge");
  const anonymous = missingIn(CONTRACT.replace("security: [{ bearer: [] }]", "security: []")).writeNote;
  t.same(
    anonymous,
    ALL.writeNote.filter((field) => !field.startsWith("WWW-")),
  );
  const unkeyed = missingIn(CONTRACT.replace("name: Idempotency-Key", "name: Other")).writeNote;
  t.same(unkeyed, ["WWW-Authenticate of 401", "Retry-After of 429", "Retry-After of 503"]);
  t.equal(missingIn(CONTRACT.replace("headers: { etag: { schema: { type: string } } }, ", "")).readNotes, undefined);
});

t.test("it names those that the configuration says every response has", async (t) => {
  t.same(missingIn(CONTRACT, { always: ["X-Limit"] }).readNotes, ["X-Limit of 200", "X-Limit of 304", "ETag of 304"]);
});

t.test("a server sends these fields, which is a violation while they are not listed", async (t) => {
  const violations: Violation[] = [];
  const responses = new RememberedResponses();
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const server = Fastify();
  t.teardown(() => server.close());
  await registerContract(server, {
    contract: toContract("headers", load(CONTRACT) as Document),
    handlers: [
      {
        readNotes: async () => ({ status: 200, body: [] }),
        writeNote: async ({ keyed, body }: Conditions & { body: { text: string } }) => {
          if (body.text === "many") throw tooMany({ limit: "notes", what: "notes" }, 1000);
          if (body.text === "busy") throw new Failure("unavailable", "Busy.", { retryAfter: 1 });
          if (body.text === "slow") {
            started.resolve();
            await finish.promise;
          }
          return responses.once(keyed, () => ({ status: 201, body: {} }));
        },
      },
    ],
    security: { verifiers: { bearer: async (token) => token } },
    accountIdOf: () => 1,
    idempotentRequests: new IdempotentRequests(responses.find),
    toFailureBody: ({ message }) => ({ error: message }),
    conformance: { share: 1, report: (violation) => violations.push(violation) },
  });
  const write = (text: string, headers: Record<string, string> = { authorization: "Bearer x" }) =>
    server.inject({ method: "POST", url: "/notes", headers, payload: { text } });
  const keyed = (key: string) => ({ authorization: "Bearer x", "idempotency-key": key });

  const { etag } = (await server.inject("/notes")).headers;
  await server.inject({ url: "/notes", headers: { "if-none-match": String(etag) } });
  await write("one", keyed("one"));
  await write("one", keyed("one"));
  await write("one", {});
  const slow = write("slow", keyed("slow"));
  await started.promise;
  await write("slow", keyed("slow"));
  finish.resolve();
  await slow;
  await write("many");
  await write("busy");
  await server.inject({ method: "PUT", url: "/notes" });

  const found = violations.flatMap(({ status, reasons }) =>
    reasons.map((reason) => `${/the header (\S+) is not listed/.exec(reason)?.[1]} of ${status}`),
  );
  const expected = [...ALL.readNotes, ...ALL.writeNote, "Allow of 405"].map((field) => field.toLowerCase());
  t.same(found.sort(), expected.sort());
});
