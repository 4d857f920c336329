import Fastify from "fastify";
import t, { type Test } from "tap";
import { registerContract } from "../src/bind.ts";
import type { Document, JsonSchema } from "../src/contract.ts";
import { toContract } from "../src/load.ts";
import { Uploads } from "../src/request/uploads.ts";

const FORM = "multipart/form-data";

/** A contract with one operation, whose body has a schema; `schemas` are those of its components. */
function contractOf(schema: JsonSchema, type: string, schemas: Readonly<Record<string, JsonSchema>>) {
  const document: Document = {
    info: { title: "Bodies", version: "1.0.0" },
    paths: {
      "/things": {
        post: {
          operationId: "createThing",
          parameters: [{ name: "limit", in: "query", schema: { allOf: [{ type: "integer" }], maximum: 9 } }],
          requestBody: { required: true, content: { [type]: { schema } } },
          responses: { "204": { description: "Created" } },
        },
      },
    },
    components: { schemas },
  };
  return toContract("bodies", document);
}

/** Serves such a contract; returns a function that sends a body, and what the handler got or the path of an error. */
async function serve(
  t: Test,
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>> = {},
  type = "application/json",
) {
  const bodies: unknown[] = [];
  const server = Fastify();
  t.teardown(() => server.close());
  const createThing = async ({ body }: { readonly body: unknown }) => {
    bodies.push(body);
    return { status: 204 };
  };
  await registerContract(server, {
    contract: contractOf(schema, type, schemas),
    handlers: [{ createThing }],
    security: { verifiers: {} },
    uploads: new Uploads(),
    toFailureBody: ({ details, message }) => details.map(({ path }) => path).join() || message,
  });
  return async (payload: object, headers = {}, query = "") => {
    const response = await server.inject({ method: "POST", url: `/things${query}`, payload, headers });
    return response.statusCode === 204 ? bodies.pop() : response.json();
  };
}

const NAMED: JsonSchema = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string", maxLength: 9 } },
};
const AGED: JsonSchema = {
  type: "object",
  required: ["age"],
  properties: { age: { type: "integer" }, good: { type: "boolean", default: true } },
};
const SCHEMAS = { Named: NAMED, Aged: AGED, Both: { allOf: [{ $ref: "#/components/schemas/Named" }, AGED] } };
const BOTH: JsonSchema = { $ref: "#/components/schemas/Both" };

t.test("allOf in a body: unknown fields are dropped, defaults filled in, all branches checked", async (t) => {
  const send = await serve(t, { ...BOTH }, SCHEMAS);
  t.same(await send({ name: "Rex", age: 1, admin: true }), { name: "Rex", age: 1, good: true });
  t.equal(await send({ name: "Rex" }), "/age");
  t.equal(await send({ age: "1" }), "/name,/age");
});

t.test("keywords next to a reference apply too", async (t) => {
  const send = await serve(t, { ...BOTH, required: ["id"], properties: { id: { type: "integer" } } }, SCHEMAS);
  t.same(await send({ id: 1, name: "Rex", age: 1, admin: true }), { id: 1, name: "Rex", age: 1, good: true });
  t.equal(await send({ id: 1, name: "Rex" }), "/age");
  t.equal(await send({ name: "Rex", age: 1 }), "/id");
  const both = await serve(t, { $ref: "#/components/schemas/Named", allOf: [AGED] }, SCHEMAS);
  t.same(await both({ name: "Rex", age: 1, admin: true }), { name: "Rex", age: 1, good: true });
});

t.test("allOf in a parameter: its text is converted", async (t) => {
  const send = await serve(t, NAMED);
  t.same(await send({ name: "Rex" }, {}, "?limit=9"), { name: "Rex" });
  t.equal(await send({ name: "Rex" }, {}, "?limit=10"), "/limit");
  t.equal(await send({ name: "Rex" }, {}, "?limit=x"), "/limit");
});

const NESTED: readonly [title: string, schema: JsonSchema, wrap: (thing: object) => object][] = [
  ["in a property", { type: "object", properties: { pet: BOTH } }, (pet) => ({ pet })],
  [
    "in the items of a list",
    { type: "object", properties: { pets: { type: "array", items: BOTH } } },
    (pet) => ({ pets: [pet] }),
  ],
  ["in a list", { type: "array", items: BOTH }, (pet) => [pet]],
  [
    "in an allOf",
    { allOf: [{ allOf: [BOTH] }, { type: "object", properties: { id: { type: "integer" } } }] },
    (pet) => pet,
  ],
  ["in a property of a branch", { allOf: [{ type: "object", properties: { pet: BOTH } }] }, (pet) => ({ pet })],
  ["next to properties", { allOf: [{ $ref: "#/components/schemas/Named" }], ...AGED }, (pet) => pet],
  ["in additionalProperties", { type: "object", additionalProperties: BOTH }, (pet) => ({ any: pet })],
  [
    "in anyOf with null",
    { type: "object", properties: { pet: { anyOf: [BOTH, { type: "null" }] } } },
    (pet) => ({ pet }),
  ],
  ["in oneOf with a list", { oneOf: [BOTH, { type: "array", items: BOTH }] }, (pet) => [pet]],
];

for (const [title, schema, wrap] of NESTED)
  t.test(`allOf ${title}`, async (t) => {
    const send = await serve(t, schema, SCHEMAS);
    // The validator sets no defaults in a choice.
    const [sent, got] = [
      { name: "Rex", age: 1, good: false, admin: 1 },
      { name: "Rex", age: 1, good: false },
    ];
    t.same(await send(wrap(sent)), wrap(got));
    t.match(await send(wrap({ name: "Rex", admin: 1 })), /age/);
  });

t.test("allOf: the stricter limit of a field that both branches name counts", async (t) => {
  const branch = (name: JsonSchema): JsonSchema => ({ type: "object", properties: { name } });
  const text = { type: "string", minLength: 2, pattern: "^R" };
  const send = await serve(t, {
    allOf: [branch(text), branch({ type: ["string", "null"], maxLength: 3, pattern: "x$" })],
  });
  t.same(await send({ name: "Rex", admin: 1 }), { name: "Rex" });
  for (const name of ["R", "Rexxx", "ax", "Ra", null]) t.equal(await send({ name }), "/name", String(name));
});

t.test("anyOf that only requires fields, or closed objects: handlers get no unknown field", async (t) => {
  const properties = { a: { type: "integer" }, b: { type: "integer" } };
  const required = await serve(t, { type: "object", properties, anyOf: [{ required: ["a"] }, { required: ["b"] }] });
  t.same(await required({ a: 1, c: 1 }), { a: 1 });
  t.match(await required({ c: 1 }), /a|b/);
  const closed = (name: string): JsonSchema => ({
    type: "object",
    required: [name],
    additionalProperties: false,
    properties: { [name]: { type: "integer" } },
  });
  const oneOf = await serve(t, { oneOf: [closed("a"), closed("b")] });
  t.same(await oneOf({ b: 1 }), { b: 1 });
  t.type(await oneOf({ b: 1, c: 1 }), "string", "an error");
});

t.test("patternProperties: matching fields are known", async (t) => {
  const send = await serve(t, {
    type: "object",
    properties: { a: { type: "integer" } },
    patternProperties: { "^n": { type: "integer" } },
  });
  t.same(await send({ a: 1, n1: 2, x: 3 }), { a: 1, n1: 2 });
});

t.test("allOf in a form", async (t) => {
  const file: JsonSchema = {
    type: "object",
    required: ["file"],
    properties: { file: { contentMediaType: "image/png" } },
  };
  const send = await serve(t, { allOf: [file, { $ref: "#/components/schemas/Both" }] }, SCHEMAS, FORM);
  const form = (fields: Readonly<Record<string, string>>) => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\npng\r\n--x--\r\n';
    return send(Buffer.from(parts.join("") + part), { "content-type": `${FORM}; boundary=x` });
  };
  t.same(await form({ name: "Rex", age: "1", admin: "1" }), {
    file: Buffer.from("png"),
    name: "Rex",
    age: 1,
    good: true,
  });
  t.equal(await form({ name: "Rex" }), "/age");
});

const closed = (name: string): JsonSchema => ({
  type: "object",
  additionalProperties: false,
  properties: { [name]: { type: "integer" } },
});

const REFUSED: readonly [title: string, schema: JsonSchema, problem: RegExp][] = [
  [
    "a field of different types",
    { allOf: [NAMED, { properties: { name: { type: "integer" } } }] },
    /body: It has an "allOf".* in name: a value is string in one branch, integer in another\./,
  ],
  [
    "different constants",
    { allOf: [{ properties: { a: { const: 1 } } }, { properties: { a: { const: 2 } } }] },
    /in a: its branches have a different "const"\./,
  ],
  [
    "a closed branch",
    { allOf: [closed("a"), closed("b")] },
    /a branch with "additionalProperties" has not the [ab] of another\./,
  ],
  [
    "a choice in allOf",
    { allOf: [NAMED, { oneOf: [AGED, closed("a")] }] },
    /body: It names age, good, a only in a branch/,
  ],
  [
    "two choices in allOf",
    { allOf: [{ anyOf: [NAMED, AGED] }, { anyOf: [AGED, NAMED] }] },
    /body: It has an "allOf" that can't be merged/,
  ],
  [
    "a choice of open objects",
    { oneOf: [NAMED, AGED] },
    /body: It is a choice of objects with different fields; write/,
  ],
  [
    "a choice in a property",
    { type: "object", properties: { pets: { type: "array", items: { anyOf: [NAMED, AGED] } } } },
    /body: \/properties\/pets\/items is a choice/,
  ],
  [
    "a choice of closed objects with an open one inside",
    { oneOf: [{ ...closed("a"), properties: { a: NAMED } }, closed("b")] },
    /is a choice of objects/,
  ],
  [
    "fields of a dependent schema",
    { ...NAMED, dependentSchemas: { name: AGED } },
    /body: It names age, good only in a branch/,
  ],
];

for (const [title, schema, problem] of REFUSED)
  t.test(`a body with ${title} is refused`, async (t) => {
    t.throws(() => contractOf(schema, "application/json", {}), { message: problem });
    t.throws(() => contractOf(schema, "application/json", {}), {
      message: /^The contract "bodies" can't be served\. POST \/things: /,
    });
  });
