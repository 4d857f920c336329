import t from "tap";
import { resolveReferences } from "../src/references.ts";

const dog = { type: "object", properties: { name: { $ref: "#/schemas/Name" } } };
const schemas = { Name: { type: "string" }, Dog: dog };

t.test("copies the document, with references to the same target replaced by the same object", async (t) => {
  const document = { schemas, one: { schema: { $ref: "#/schemas/Dog" } }, others: [{ $ref: "#/schemas/Dog" }] };
  const before = structuredClone(document);
  const { one, others } = resolveReferences(document);
  t.same(one, { schema: { type: "object", properties: { name: { type: "string" } } } });
  t.equal(one.schema, others[0]);
  t.same(document, before);
});

t.test("follows references to references, and to names with slashes, tildes and percent signs", async (t) => {
  const document = { paths: { "/a~b{c}": { get: 1 } }, one: { $ref: "#/two" }, two: { $ref: "#/paths/~1a~0b%7Bc%7D" } };
  t.same(resolveReferences(document).one, { get: 1 });
});

t.test("treats a property named like a keyword as a property", async (t) => {
  const properties = { $ref: { type: "string" }, $id: { type: "integer" }, default: { $ref: "#/schemas/Name" } };
  t.same(resolveReferences({ schemas, one: { properties } }).one.properties, {
    ...properties,
    default: { type: "string" },
  });
  t.same(resolveReferences({ schemas, responses: { default: { $ref: "#/schemas/Name" } } }).responses, {
    default: { type: "string" },
  });
});

t.test("leaves a $ref in an example or a default as it is", async (t) => {
  const document = { default: { $ref: "users" }, examples: { one: { value: { $ref: "users" } } } };
  t.same(resolveReferences(document), document);
});

t.test("resolves a schema that contains itself", async (t) => {
  const tree = { properties: { child: { $ref: "#/schemas/Tree" } } };
  const { Tree } = resolveReferences({ schemas: { Tree: tree } }).schemas;
  t.equal(Tree.properties.child, Tree);
});

t.test("throws, naming the reference, when its target is missing or in another document", async (t) => {
  for (const $ref of ["#/schemas/Cat", "#/schemas/Name/type/length/x", "dog.yaml", "dog.yaml#/schemas/Dog", "#Dog"])
    t.throws(() => resolveReferences({ schemas, one: { $ref } }), {
      message: `The reference ${$ref} has no target in the contract.`,
    });
});
