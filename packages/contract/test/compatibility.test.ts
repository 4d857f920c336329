import t from "tap";
import { toCompatible, toNarrow } from "../tools/generate/compatibility.ts";

t.test("examples have no field $ref, which is not required; references to examples stay", async (t) => {
  const owned = (user: object) => ({ value: { items: [{ user }] } });
  const reference = { $ref: "#/components/examples/Owned" };
  const schema = (required: string[], examples: object[]) => ({
    required,
    examples,
    properties: { $ref: { examples: ["users"] } },
  });
  t.same(
    toCompatible(
      toNarrow({
        components: {
          examples: { Owned: owned({ $ref: "users", $id: 1 }) },
          schemas: { Owner: schema(["$ref", "$id"], [{ $ref: "users", $id: 1 }]) },
        },
        paths: {
          "/first": { examples: { a: reference } },
          "/second": { schema: {}, example: [{ $ref: "users", $id: 2 }] },
        },
      }),
    ),
    {
      components: {
        examples: { Owned: owned({ $id: 1 }) },
        schemas: { Owner: schema(["$id"], [{ $id: 1 }]) },
      },
      paths: { "/first": { examples: { a: reference } }, "/second": { schema: {}, example: [{ $id: 2 }] } },
    },
  );
});

t.test("the body of a link is left out unless it is a string", async (t) => {
  const update = { operationId: "updateProduct", requestBody: "$response.body" };
  const login = { operationId: "loginUser", requestBody: { email: "$request.body#/email" } };
  t.same(toCompatible({ links: { update, login } }), { links: { update, login: { operationId: "loginUser" } } });
});

t.test("a form has no encoding", async (t) => {
  const form = { schema: { type: "object", properties: { encoding: { type: "string" } } } };
  const content = (media: object) => ({ requestBody: { content: { "multipart/form-data": media } } });
  t.same(toCompatible(content({ ...form, encoding: { cover: { contentType: "image/png" } } })), content(form));
});

t.test("several types become a choice between one type and its keywords each", async (t) => {
  const range = { minimum: 0, maximum: 9 };
  const properties = { $id: { type: "integer" } };
  const schema = { type: ["object", "integer", "null"], description: "A parent.", ...range, properties };
  t.same(toCompatible({ schemas: { Parent: schema, Name: { type: ["string", "null"], maxLength: 9 } } }), {
    schemas: {
      Parent: {
        description: "A parent.",
        oneOf: [
          { type: "object", properties: { $id: { type: "integer", format: "int64" } } },
          { type: "integer", format: "int64", ...range },
          { type: "null" },
        ],
      },
      Name: { type: ["string", "null"], maxLength: 9 },
    },
  });
});

t.test("an empty constant becomes an enum", async (t) => {
  t.same(toCompatible({ schemas: { Email: { type: "string", const: "" } } }), {
    schemas: { Email: { type: "string", enum: [""] } },
  });
});

t.test("numbers have formats, except enumerations, and files have one", async (t) => {
  const id = { type: ["integer", "null"], minimum: 1 };
  const level = { type: "integer", enum: [1, 2] };
  const file = { type: "string", contentMediaType: "image/png" };
  t.same(toCompatible({ schemas: { Id: id, Price: { type: "number" }, Level: level, File: file, Any: {} } }), {
    schemas: {
      Id: { format: "int64", ...id },
      Price: { type: "number", format: "double" },
      Level: level,
      File: { ...file, format: "binary" },
      Any: {},
    },
  });
});

t.test("the document itself is not changed", async (t) => {
  const document = { links: { login: { requestBody: {} } } };
  toCompatible(document);
  t.same(document, { links: { login: { requestBody: {} } } });
});

t.test("what only some clients send is left out for tools", async (t) => {
  const list = { type: ["array", "string"], maxItems: 10, items: { type: "string" }, maxLength: 9 };
  const kind = { type: ["string", "null"], enum: ["link", "", null] };
  const order = { type: "string", enum: ["", "title", " title", "+title"], default: "title" };
  const role = { type: "string", enum: ["viewer", ""] };
  const properties = { parent: {}, "parent.$id": {}, parentId: {} };
  const email = { $ref: "#/components/schemas/Email" };
  const date = [
    { type: "string", format: "date" },
    { type: "string", format: "date-time" },
  ];
  const moments = { description: "When.", anyOf: date, examples: ["2026-01-01", "2026-01-01T12:00:00Z"] };
  const length = { type: "integer", minimum: -9, default: 25 };
  const constants = { Yes: { type: "boolean", const: true }, Code: { type: "integer", const: 200 } };
  t.same(
    toNarrow({
      schemas: {
        ...{ List: list, Kind: kind, Change: { properties }, Old: { properties: { "parent.$id": {} } } },
        ...constants,
        Order: order,
        Role: role,
        Link: { type: "string", pattern: "^[^\\u0000\\u2028]+$" },
        Users: { type: "string", const: "users" },
        Created: { type: "string", format: "date-time", pattern: "Z$" },
        NewEmail: { anyOf: [email, { type: "string", const: "" }], examples: ["ada@example.com"] },
        ...{ Moment: moments, Length: length, Level: { ...length, default: 0 } },
      },
    }),
    {
      schemas: {
        List: { type: "array", maxItems: 10, items: { type: "string" } },
        Kind: { type: "string", enum: ["link"] },
        Change: { properties: { parent: {}, parentId: {} } },
        Old: { properties: { "parent.$id": {} } },
        Yes: { type: "boolean" },
        Code: { type: "integer" },
        Order: { ...order, enum: ["title"] },
        Role: role,
        Link: { type: "string", pattern: "^[^\\x00]+$" },
        Users: { type: "string", const: "users" },
        Created: { type: "string", format: "date-time" },
        NewEmail: { ...email, examples: ["ada@example.com"] },
        Moment: { description: "When.", type: "string", format: "date-time", examples: ["2026-01-01T12:00:00Z"] },
        ...{ Length: { ...length, minimum: 1 }, Level: { ...length, default: 0 } },
      },
    },
  );
});

t.test("a failure has no problem details beside JSON, and a document no component that only these use", async (t) => {
  const [json, problem] = [
    { schema: { $ref: "#/components/schemas/Error" } },
    { schema: { $ref: "#/components/schemas/Problem" } },
  ];
  const responses = (content: object) => ({ paths: { "/pets": { get: { responses: { 404: { content } } } } } });
  const both = responses({ "application/json": json, "application/problem+json": problem });
  t.same(toNarrow({ ...both, components: { schemas: { Error: {}, Problem: {}, Other: {} } } }), {
    ...responses({ "application/json": json }),
    components: { schemas: { Error: {}, Other: {} } },
  });
  const alone = { ...responses({ "application/problem+json": problem }), components: { schemas: { Problem: {} } } };
  t.same(toNarrow(alone), alone);
});
