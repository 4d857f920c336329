import { STATUS_CODES } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { load } from "js-yaml";
import t, { type Test } from "tap";
import { type Binding, registerContract } from "../src/bind.ts";
import type { Document } from "../src/contract.ts";
import { Failure } from "../src/failure.ts";
import type { Res } from "../src/handler-types.ts";
import { toContract } from "../src/load.ts";
import type { Proof, Violation } from "../src/response/conformance.ts";
import type { FailedRequest } from "../src/response/failures.ts";
import { envelopeOf } from "../src/server/envelope.ts";
import { createLogger } from "../src/server/logging.ts";
import { createServer } from "../src/server/server.ts";
import { generateDocuments } from "../tools/generate/documents.ts";
import { loadContracts } from "../tools/source/contracts.ts";
import { configOf, projectOf } from "./project.ts";
import { sendRaw } from "./support/raw.ts";

const PROBLEM = "application/problem+json";

/** A contract whose failures are problem details, except the 404 of `findCat`. */
const CATS = `openapi: 3.1.0
info: { title: Cats, version: 1.0.0 }
servers: [{ url: /cats }]
paths:
  /all:
    get:
      operationId: listCats
      security: [{ key: [] }]
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1 } }]
      responses:
        "200":
          description: The cats
          headers: &headers
            X-Request-Id: { required: true, schema: { type: string } }
            Allow: { schema: { type: string } }
          content: { application/json: { schema: { type: array, items: { type: object } } } }
        "400": &problem
          description: A problem
          headers: *headers
          content:
            application/problem+json:
              schema:
                type: object
                additionalProperties: false
                required: [type, title, status, detail]
                properties:
                  type: { const: about:blank }
                  title: { type: string }
                  status: { type: integer }
                  detail: { type: string }
                  instance: { type: string, format: uri-reference }
                  requestId: { type: string }
                  errors: { type: array, items: { type: object, required: [detail, pointer] } }
        "401": *problem
        "500": *problem
    post:
      operationId: createCat
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [name], properties: { name: { type: string, minLength: 2 } } }
      responses:
        "204": { description: Created, headers: *headers }
        "400": *problem
        "409": *problem
        "413": *problem
        "415": *problem
        "500": *problem
  /one:
    get:
      operationId: findCat
      responses:
        "404":
          description: None
          headers: *headers
          content: { application/json: { schema: {} } }
        "409":
          description: Two
          headers: *headers
          content: { application/json: { schema: {} }, application/problem+json: { schema: {} } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: cat-key } }
`;

const binding = {
  contract: toContract("cats", load(CATS) as Document),
  security: {
    verifiers: {
      key: async (key: string) => {
        if (key !== "sesame") throw new Failure("unauthenticated", "This key is not valid.");
        return "Ann";
      },
    },
  },
  toFailureBody: ({ message, details }: Failure, status: number, request: FailedRequest | undefined) => ({
    type: "about:blank",
    title: STATUS_CODES[status],
    status,
    detail: message,
    instance: request?.url,
    requestId: request?.id,
    ...(details.length > 0 && {
      errors: details.map(({ path, message }) => ({ detail: message, pointer: `#${path}` })),
    }),
  }),
};

class CatHandlers {
  listCats() {
    return {
      status: 200,
      body: (async function* () {
        yield await Promise.reject(new Error("The disk is full."));
      })(),
    };
  }

  createCat() {
    return {
      status: 409,
      type: PROBLEM,
      body: { type: "about:blank", title: "Conflict", status: 409, detail: "There is one." },
    };
  }

  findCat({ query }: { query: { two?: string } }) {
    throw query.two === undefined ? new Failure("notFound", "None.") : new Failure("conflict", "Two.");
  }
}

const plainServer = () => Fastify();
const fullServer = (cats: Binding<string>) =>
  createServer({ logger: createLogger("silent", { write() {} }), envelopes: [envelopeOf(cats)], trustProxy: [] });

async function serveCats(t: Test, create: (binding: Binding<string>) => FastifyInstance) {
  const violations: Violation[] = [];
  const proofs: Proof[] = [];
  const conformance = {
    share: 1,
    report: (violation: Violation) => violations.push(violation),
    prove: (proof: Proof) => proofs.push(proof),
  };
  const cats = { ...binding, handlers: [new CatHandlers()], conformance };
  const server = create(cats);
  t.teardown(() => server.close());
  await registerContract(server, cats);
  return { server, violations, proofs };
}

for (const [name, create] of [
  ["a plain server", plainServer],
  ["a server of createServer", fullServer],
] as const) {
  t.test(`failures are problem details where the contract lists them, on ${name}`, async (t) => {
    const { server, violations, proofs } = await serveCats(t, create);
    const problemOf = async (method: "GET" | "POST" | "PATCH", url: string, options: object = {}) => {
      const response = await server.inject({ method, url: `/cats${url}`, ...options });
      t.equal(response.headers["content-type"], `${PROBLEM}; charset=utf-8`, `${method} ${url}`);
      t.equal(response.json().status, response.statusCode);
      const request = { instance: `/cats${url}`, requestId: response.headers["x-request-id"] };
      // The handler returns this one itself.
      if (response.statusCode !== 409) t.match(response.json(), request);
      return response.json();
    };
    const key = { headers: { "cat-key": "sesame" } };
    t.match(await problemOf("GET", "/all?limit=0", key), {
      title: "Bad Request",
      status: 400,
      errors: [{ pointer: "#/limit", detail: String }],
    });
    t.match(await problemOf("GET", "/all"), { status: 401 });
    t.match(await problemOf("GET", "/all", key), { status: 500, detail: "Something went wrong on the server." });
    t.match(await problemOf("POST", "/all", { payload: { name: "x" } }), { errors: [{ pointer: "#/name" }] });
    const text = { payload: "x", headers: { "content-type": "text/plain" } };
    t.match(await problemOf("POST", "/all", text), { status: 415 });
    t.match(await problemOf("POST", "/all", { payload: { name: "x".repeat(2 ** 20) } }), { status: 413 });
    t.match(await problemOf("POST", "/all", { payload: { name: "Tom" } }), { status: 409, detail: "There is one." });
    t.match(await problemOf("GET", "/elsewhere"), { status: 404 });
    t.match(await problemOf("PATCH", "/all"), { status: 405 });
    t.same(violations, []);
    t.ok(proofs.some(({ operation, type }) => operation === "outside" && type === PROBLEM));
  });

  t.test(`a failure is JSON where the contract lists only that, on ${name}`, async (t) => {
    const { server, violations } = await serveCats(t, create);
    const typeOf = async (url: string) => (await server.inject(url)).headers["content-type"];
    t.equal(await typeOf("/cats/one"), "application/json; charset=utf-8");
    t.equal(await typeOf("/cats/one?two="), `${PROBLEM}; charset=utf-8`);
    t.same(violations, []);
  });
}

t.test("with toProblemBody, Accept decides where the contract lists both types", async (t) => {
  const { toFailureBody: toProblemBody } = binding;
  const toFailureBody = ({ message }: Failure) => ({ error: message });
  const { server, violations } = await serveCats(t, (cats) => {
    Object.assign(cats, { toFailureBody, toProblemBody });
    return fullServer(cats);
  });
  const get = async (url: string, accept: string) => {
    const { headers, body } = await server.inject({ url, headers: { accept } });
    t.equal(headers.vary, "cat-key, Accept");
    return [headers["content-type"], JSON.parse(body)];
  };
  const json = "application/json; charset=utf-8";
  t.match(await get("/cats/one?two=", "*/*"), [json, { error: "Two." }]);
  t.match(await get("/cats/one?two=", PROBLEM), [`${PROBLEM}; charset=utf-8`, { detail: "Two.", status: 409 }]);
  t.match(await get("/cats/one", PROBLEM), [json, { error: "None." }], "the contract lists JSON alone");
  t.match(
    await get("/cats/all", "*/*"),
    [`${PROBLEM}; charset=utf-8`, { status: 401 }],
    "it lists problem details alone",
  );
  t.match(await get("/cats/nowhere", "*/*"), [json, { error: String }]);
  t.match(await get("/cats/nowhere", PROBLEM), [`${PROBLEM}; charset=utf-8`, { status: 404 }]);
  t.same(violations, []);
});

t.test("a malformed request gets problem details from a server of createServer", async (t) => {
  const { server, violations, proofs } = await serveCats(t, fullServer);
  const base = await server.listen({ port: 0, host: "127.0.0.1" });
  for (const [request, status] of [
    ["GET /cats/all HTTP/1.1\r\nno colon\r\n\r\n", 400],
    [`GET /cats/all HTTP/1.1\r\nlong: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["GET /cats/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400],
  ] as const) {
    const [head = "", body = ""] = (await sendRaw(base, request)).split("\r\n\r\n");
    t.match(head.toLowerCase(), `content-type: ${PROBLEM}; charset=utf-8`);
    t.match(JSON.parse(body), { status, title: STATUS_CODES[status] });
    t.equal(JSON.parse(body).instance, request.includes("%zz") ? "/cats/%25zz" : undefined);
  }
  t.same(violations, []);
  t.equal(proofs.length, 3);
});

t.test("problem details that violate the contract are reported", async (t) => {
  const { server, violations } = await serveCats(t, (cats) => {
    Object.assign(cats, { toFailureBody: ({ message }: Failure) => ({ error: message }) });
    return Fastify();
  });
  await server.inject("/cats/all");
  t.match(violations, [{ operation: "listCats", status: 401, reasons: [/must have required property 'type'/] }]);
});

/** What is generated from an operation of which one response is problem details, and one is either. */
interface Operation {
  parameters: object;
  responses: {
    409: { headers: Record<string, unknown>; content: { "application/problem+json": { title: string } } };
    410: {
      headers: Record<string, unknown>;
      content: { "application/problem+json": { title: string }; "application/json": { error: string } };
    };
  };
}

t.test("a handler returns problem details with their type; without it, it does not compile", async (t) => {
  const body = { title: "Conflict" };
  const responses: Res<Operation>[] = [
    { status: 409, type: PROBLEM, body },
    { status: 410, type: PROBLEM, body },
    { status: 410, body: { error: "Gone" } },
    // @ts-expect-error: it would be sent as JSON.
    { status: 409, body },
    // @ts-expect-error: a status without a body.
    { status: 409 },
    // @ts-expect-error: the body of the other type.
    { status: 410, type: PROBLEM, body: { error: "Gone" } },
  ];
  t.equal(responses.length, 6);
});

t.test("types and documents of a contract have its problem details", async (t) => {
  const config = { contracts: ["cats.yaml"], documents: ["types", "json", "yaml", "3.1", "3.0"] };
  const folder = await projectOf(t, { "cats.yaml": CATS, "contract.config.json": JSON.stringify(config) });
  const loaded = configOf(folder);
  for (const [path, text] of await generateDocuments(loaded, loadContracts(loaded))) t.match(text, PROBLEM, path);
});
