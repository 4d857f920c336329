import t from "tap";
import { toOpenApi30 } from "../tools/generate/openapi-3-0.ts";

const CONTRACT = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0", license: { name: "MIT", identifier: "MIT" } },
};

/** Schemas in OpenAPI 3.1, and what they are converted to in OpenAPI 3.0. */
const CONVERTED: readonly [what: string, before: object, after: object][] = [
  ["the type null", { type: ["string", "null"] }, { type: "string", nullable: true }],
  ["several types", { type: ["string", "boolean"] }, { oneOf: [{ type: "string" }, { type: "boolean" }] }],
  [
    "several types with keywords of each",
    {
      type: ["object", "integer", "null"],
      properties: { id: { const: 1 } },
      exclusiveMinimum: 0,
      description: "A pet.",
    },
    {
      description: "A pet.",
      oneOf: [
        { type: "object", nullable: true, properties: { id: { enum: [1] } } },
        { type: "integer", minimum: 0, exclusiveMinimum: true },
      ],
    },
  ],
  ["a constant", { type: "string", const: "" }, { type: "string", enum: [""] }],
  ["a constant of false", { const: false }, { enum: [false] }],
  ["a file", { type: "string", contentMediaType: "image/webp" }, { type: "string", format: "binary" }],
  ["examples", { type: "boolean", examples: [true, false] }, { type: "boolean", example: true }],
  ["an example that is a list", { type: "array", examples: [[1, 2]] }, { type: "array", example: [1, 2] }],
  ["numbers", { type: "number", maximum: 9 }, { type: "number", maximum: 9 }],
  ["bounds that are left out", { exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }],
  ["a choice", { oneOf: [{ const: 1 }], not: { const: 2 } }, { oneOf: [{ enum: [1] }], not: { enum: [2] } }],
  ["a reference", { $ref: "#/components/schemas/Dog" }, { $ref: "#/components/schemas/Dog" }],
  [
    "a reference with a description",
    { $ref: "#/components/schemas/Dog", description: "It barks." },
    { allOf: [{ $ref: "#/components/schemas/Dog" }], description: "It barks." },
  ],
  [
    "a field that requires another",
    { dependentRequired: { leash: ["collar"] } },
    { not: { anyOf: [{ required: ["leash"], not: { required: ["collar"] } }] } },
  ],
  [
    "nested schemas",
    {
      properties: { $ref: { const: 1 } },
      items: { const: 2 },
      anyOf: [{ const: 3 }],
      additionalProperties: { const: 4 },
    },
    {
      properties: { $ref: { enum: [1] } },
      items: { enum: [2] },
      anyOf: [{ enum: [3] }],
      additionalProperties: { enum: [4] },
    },
  ],
];

for (const [what, before, after] of CONVERTED) {
  t.test(`converts ${what}`, async (t) => {
    t.same(toOpenApi30(withSchema(before)), { ...toOpenApi30(CONTRACT), components: { schemas: { Pet: after } } });
  });
}

/** Contracts that cannot be converted, and a part of the error message. */
const REJECTED: readonly [what: string, contract: object, reason: string | RegExp][] = [
  [
    "an unknown keyword",
    withSchema({ items: { prefixItems: [] } }),
    '"prefixItems" in OpenAPI 3.0, at #/components/schemas/Pet/items',
  ],
  [
    "an unknown keyword that is the name of a method of Object",
    withSchema({ toString: 1 }),
    '"toString" in OpenAPI 3.0, at #/components/schemas/Pet',
  ],
  ["a boolean schema", withSchema({ items: true }), "no schema true, at #/components/schemas/Pet/items"],
  [
    "a file that already has a format",
    withSchema({ contentMediaType: "image/png", format: "binary" }),
    '"format" twice, at #/components/schemas/Pet',
  ],
  [
    "an unknown field of the document",
    { ...CONTRACT, jsonSchemaDialect: "" },
    '"jsonSchemaDialect" in OpenAPI 3.0, at #',
  ],
  [
    "an unknown HTTP method",
    { ...CONTRACT, paths: { "/pets": { query: {} } } },
    '"query" in OpenAPI 3.0, at #/paths//pets',
  ],
  [
    "a field next to a reference",
    { ...CONTRACT, components: { headers: { Tag: { $ref: "#", description: "A tag." } } } },
    '"description" in OpenAPI 3.0, at #/components/headers/Tag',
  ],
  ["another version of OpenAPI", { ...CONTRACT, openapi: "3.2.0" }, "OpenAPI 3.1 is expected, not 3.2.0"],
];

for (const [what, contract, reason] of REJECTED) {
  t.test(`rejects ${what}`, async (t) => {
    t.throws(() => toOpenApi30(contract), { message: reason });
  });
}

function withSchema(schema: object): object {
  return { ...CONTRACT, components: { schemas: { Pet: schema } } };
}
