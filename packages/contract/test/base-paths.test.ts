import Fastify, { type FastifyInstance } from "fastify";
import { load } from "js-yaml";
import t, { type Test } from "tap";
import { type Binding, registerContract } from "../src/bind.ts";
import type { Document } from "../src/contract.ts";
import { toContract } from "../src/load.ts";
import type { Violation } from "../src/response/conformance.ts";
import { envelopeOf } from "../src/server/envelope.ts";
import { createLogger } from "../src/server/logging.ts";
import { createServer } from "../src/server/server.ts";
import { generateDocuments } from "../tools/generate/documents.ts";
import { loadContracts } from "../tools/source/contracts.ts";
import { configOf, projectOf } from "./project.ts";
import { sendRaw } from "./support/raw.ts";

/** A contract with operations at its base path itself and below it. `servers` is a line, or empty. */
const yamlOf = (servers: string) => `openapi: 3.1.0
info: { title: Base, version: 1.0.0 }
${servers}
paths:
  /:
    get:
      operationId: readRoot
      responses: &responses
        "200":
          description: OK
          headers: &headers { X-Request-Id: { schema: { type: string } } }
          content: { application/json: { schema: { type: string } } }
        "400": &failure
          description: Failure
          headers: *headers
          content:
            application/json: { schema: { type: object, required: [from], properties: { from: { type: string } } } }
        "404": *failure
        "500": *failure
  /things/{id}:
    get:
      operationId: readThing
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: *responses
`;

/** The binding of such a contract, whose failures have its name. */
function bindingOf(name: string, servers: string, violations: Violation[]): Binding<string> {
  return {
    contract: toContract(name, load(yamlOf(servers)) as Document),
    handlers: [
      {
        readRoot: async () => ({ status: 200, body: name }),
        readThing: async () => ({ status: 200, body: `a thing of ${name}` }),
      },
    ],
    security: { verifiers: {} },
    toFailureBody: () => ({ from: name }),
    conformance: { share: 1, report: (violation) => violations.push(violation) },
  };
}

const plainServer = () => Fastify();
const fullServer = (bindings: readonly Binding<string>[]) =>
  createServer({
    logger: createLogger("silent", { write() {} }),
    envelopes: bindings.map(envelopeOf),
    trustProxy: [],
  });

/** Serves contracts; returns a function that sends a request: the status, the body, and `Allow` if there is one. */
async function serve(
  t: Test,
  create: (bindings: readonly Binding<string>[]) => FastifyInstance,
  contracts: Readonly<Record<string, string>>,
) {
  const violations: Violation[] = [];
  const bindings = Object.entries(contracts).map(([name, servers]) => bindingOf(name, servers, violations));
  const server = create(bindings);
  t.teardown(() => server.close());
  for (const binding of bindings) await registerContract(server, binding);
  const send = async (method: "GET" | "HEAD" | "PUT", url: string) => {
    const { statusCode, body, headers } = await server.inject({ method, url });
    return [
      statusCode,
      ...(body === "" ? [] : [JSON.parse(body)]),
      ...(headers.allow === undefined ? [] : [headers.allow]),
    ];
  };
  return { server, send, violations };
}

for (const [kind, create] of [
  ["a plain server", plainServer],
  ["a server of createServer", fullServer],
] as const) {
  for (const servers of ["servers: [{ url: / }]", "servers: [{ url: 'https://example.com' }]", "servers: []", ""]) {
    t.test(`a contract with "${servers}" is served at the root of ${kind}`, async (t) => {
      const { server, send, violations } = await serve(t, create, { base: servers });
      server.get("/other", async () => "another route");
      t.same(await send("GET", "/"), [200, "base"]);
      t.same(await send("GET", "/things/1"), [200, "a thing of base"]);
      t.same(await send("GET", "/things/x"), [400, { from: "base" }]);
      t.same(await send("GET", "/nothing"), [404, { from: "base" }]);
      t.same(await send("GET", "/things/1/more"), [404, { from: "base" }]);
      t.same(await send("PUT", "/"), [405, { from: "base" }, "GET, HEAD"]);
      t.same(await send("PUT", "/things/1"), [405, { from: "base" }, "GET, HEAD"]);
      t.equal((await server.inject("/other")).body, "another route");
      t.same(violations, []);
    });
  }

  t.test(`contracts are served below each other's paths, the longest one first, on ${kind}`, async (t) => {
    const contracts = {
      inner: "servers: [{ url: /api/v1 }]",
      root: "servers: [{ url: / }]",
      outer: "servers: [{ url: /api/ }]",
    };
    const { send, violations } = await serve(t, create, contracts);
    for (const [name, base] of [
      ["root", ""],
      ["outer", "/api"],
      ["inner", "/api/v1"],
    ] as const) {
      t.same(await send("GET", base || "/"), [200, name], name);
      t.same(await send("GET", `${base}/`), [200, name], name);
      t.same(await send("HEAD", `${base}/`), [200], name);
      t.same(await send("GET", `${base}/things/1`), [200, `a thing of ${name}`]);
      t.same(await send("GET", `${base}/things/x`), [400, { from: name }]);
      t.same(await send("GET", `${base}/nothing`), [404, { from: name }]);
      t.same(await send("PUT", `${base}/things/1`), [405, { from: name }, "GET, HEAD"]);
      t.same(await send("PUT", `${base}/`), [405, { from: name }, "GET, HEAD"]);
      t.same(await send("PUT", base || "/"), [405, { from: name }, "GET, HEAD"]);
    }
    t.same(await send("GET", "/api/v2"), [404, { from: "outer" }]);
    t.same(await send("GET", "/apis"), [404, { from: "root" }]);
    t.same(violations, []);
  });
}

t.test("the option basePath replaces the path of servers, also for malformed requests", async (t) => {
  const violations: Violation[] = [];
  const binding = { ...bindingOf("base", "servers: [{ url: /old }]", violations), basePath: "/new/" };
  const server = fullServer([binding]);
  t.teardown(() => server.close());
  await registerContract(server, binding);
  const statusOf = async (url: string) => (await server.inject(url)).statusCode;
  t.same([await statusOf("/new"), await statusOf("/new/things/1"), await statusOf("/old/things/1")], [200, 200, 404]);
  t.same((await server.inject("/new/nothing")).json(), { from: "base" });
  const base = await server.listen({ port: 0, host: "127.0.0.1" });
  t.match(await sendRaw(base, "GET /new/x HTTP/1.1\r\nno colon\r\n\r\n"), '{"from":"base"}');
  t.notMatch(await sendRaw(base, "GET /old/x HTTP/1.1\r\nno colon\r\n\r\n"), '{"from":"base"}');
  t.same(violations, []);
  await t.rejects(registerContract(Fastify(), { ...binding, basePath: "new" }), { message: /must begin with a slash/ });
});

t.test("the base path of a contract is logged", async (t) => {
  const lines: string[] = [];
  const server = Fastify({ logger: { level: "info", stream: { write: (line: string) => lines.push(line) } } });
  t.teardown(() => server.close());
  await registerContract(server, bindingOf("base", "servers: [{ url: 'https://example.com/v1' }]", []));
  t.match(
    lines.map((line) => JSON.parse(line)),
    [{ level: 30, contract: "base", basePath: "/v1" }],
  );
});

t.test("a malformed request gets the errors of the contract below whose path it is", async (t) => {
  const { server, violations } = await serve(t, fullServer, { root: "", inner: "servers: [{ url: /api }]" });
  const base = await server.listen({ port: 0, host: "127.0.0.1" });
  for (const [path, from] of [
    ["/", "root"],
    ["/apis", "root"],
    ["/api", "inner"],
    ["/api/x", "inner"],
  ] as const) {
    const response = await sendRaw(base, `GET ${path} HTTP/1.1\r\nno colon\r\n\r\n`);
    t.match(response, `{"from":"${from}"}`, path);
  }
  t.same(violations, []);
});

t.test("contract generate takes a contract without servers", async (t) => {
  const config = { contracts: ["base.yaml"], documents: ["types", "json", "yaml", "3.1", "3.0"] };
  const folder = await projectOf(t, { "base.yaml": yamlOf(""), "contract.config.json": JSON.stringify(config) });
  const loaded = configOf(folder);
  t.equal((await generateDocuments(loaded, loadContracts(loaded))).length, 5);
});
