import Fastify from "fastify";
import t from "tap";
import { registerContract } from "../src/bind.ts";
import type { Document, ResponseObject } from "../src/contract.ts";
import type { Conditions, Res } from "../src/handler-types.ts";
import { toContract } from "../src/load.ts";
import { entityTagOf } from "../src/request/preconditions.ts";

const tagged: ResponseObject = { headers: { ETag: { required: true, schema: { type: "string" } } } };
const withText = { ...tagged, content: { "application/json": { schema: { type: "object" } } } };
const CHANGED = { "412": { content: withText.content } };
const TEXT = { type: "object", properties: { text: { type: "string" } } } as const;
const change = {
  parameters: [{ name: "If-Match", in: "header", schema: { type: "string" } }],
  requestBody: { content: { "application/json": { schema: TEXT } } },
};

const document: Document = {
  info: { title: "Notes", version: "1.0.0" },
  paths: {
    "/note": {
      get: { operationId: "readNote", responses: { "200": withText } },
      put: { operationId: "writeNote", ...change, responses: { "200": withText, ...CHANGED } },
      patch: {
        operationId: "patchNote",
        ...change,
        responses: { "200": { content: withText.content }, "204": tagged, ...CHANGED },
      },
      post: {
        operationId: "copyNote",
        ...change,
        responses: { "200": { content: withText.content }, "201": withText },
      },
    },
  },
  components: { schemas: {} },
};

/** Serves a note in memory, which `PUT` returns. */
async function serveNote() {
  let note = { text: "" };
  let version = 0;
  const violations: unknown[] = [];
  const read = async () => ({ body: note, version });
  const write = async ({ body, ifMatch }: Conditions & { body: { text: string } }) =>
    ifMatch(read, async () => {
      version += 1;
      note = { text: body.text };
      return note;
    });
  const server = Fastify();
  await registerContract(server, {
    contract: toContract("notes", document),
    handlers: [
      {
        readNote: async () => ({ status: 200, body: note }),
        writeNote: async (request: Conditions & { body: { text: string } }) => ({
          status: 200,
          body: await write(request),
        }),
        patchNote: async (request: Conditions & { body: { text: string } }) => {
          await write(request);
          return request.body.text === "body"
            ? { status: 200, body: note }
            : { status: 204, headers: { ETag: await entityTagOf(await read()) } };
        },
        copyNote: async ({ body }: { body: { text: string } }) => ({ status: body.text === "old" ? 200 : 201, body }),
      },
    ],
    security: { verifiers: {} },
    toFailureBody: ({ message }) => ({ error: message }),
    conformance: { share: 1, report: (violation) => violations.push(violation) },
  });
  const send = async (
    method: "GET" | "PUT" | "PATCH" | "POST",
    text?: string,
    headers: Record<string, string> = {},
  ) => {
    const response = await server.inject({
      method,
      url: "/note",
      headers,
      ...(text !== undefined && { payload: { text } }),
    });
    return { status: response.statusCode, etag: response.headers.etag };
  };
  return { server, send, violations };
}

for (const [method, status] of [
  ["PUT", 200],
  ["PATCH", 204],
] as const)
  t.test(`a ${method} that lists ETag sends the tag of the next GET, which allows the next change`, async (t) => {
    const { server, send, violations } = await serveNote();
    t.teardown(() => server.close());
    const first = await send(method, "one", { "if-match": "*" });
    t.equal(first.status, status);
    t.match(first.etag, /^"[\w-]{43}"$/);
    t.same(await send("GET"), { status: 200, etag: first.etag });
    const second = await send(method, "two", { "if-match": String(first.etag) });
    t.equal(second.status, status);
    t.not(second.etag, first.etag);
    t.equal((await send(method, "three", { "if-match": String(first.etag) })).status, 412);
    t.equal(
      (await send(method, "two", { "if-none-match": String(second.etag) })).status,
      status,
      "a change is never a 304",
    );
    t.same(violations, []);
  });

t.test("a response that does not list ETag has none, although another status does", async (t) => {
  const { server, send } = await serveNote();
  t.teardown(() => server.close());
  t.same(await send("PATCH", "body"), { status: 200, etag: undefined });
  t.same(await send("POST", "old"), { status: 200, etag: undefined });
  t.match(await send("POST", "new"), { status: 201, etag: /^"/ });
});

interface Tagging {
  parameters: Record<never, never>;
  responses: {
    200: { headers: { ETag: string }; content: { "application/json": string } };
    204: { headers: { ETag: string }; content?: never };
  };
}

t.test("the type of a response says who sets ETag", async (t) => {
  // The compiler checks these.
  const valid: Res<Tagging>[] = [
    { status: 200, body: "text" },
    { status: 204, headers: { ETag: '"x"' } },
  ];
  // @ts-expect-error The server knows no tag of a response without a body.
  const missing: Res<Tagging> = { status: 204 };
  t.equal([...valid, missing].length, 3);
});
