import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import fc from "fast-check";
import t from "tap";
import { toOpenApi30 } from "../../scripts/openapi-3-0.ts";
import { loadContract } from "../../src/http/contract/load.ts";
import { renameDollarFields } from "../support/dollar-names.ts";
import { valueNear } from "./near-values.ts";

const ROOT = new URL("../../", import.meta.url);

/** Values that each schema is tried with. */
const RUNS = 300;

for (const name of ["catalogue", "users", "collections"]) {
  const { document } = loadContract(new URL(`openapi/${name}.yaml`, ROOT));
  const rendering = JSON.parse(readFileSync(new URL(`generated/${name}.openapi-3.0.json`, ROOT), "utf8"));

  t.test(`${name} as OpenAPI 3.0 is valid OpenAPI 3.0`, async (t) => {
    const validator = new Validator();
    t.same(await validator.validate(renameDollarFields(rendering)), { valid: true });
    t.equal(validator.version, "3.0");
  });

  t.test(`${name} as OpenAPI 3.0 is the contract in everything but its schemas, version and info`, async (t) => {
    const ofBoth = { openapi: null, info: null };
    t.same({ ...withoutSchemas(rendering), ...ofBoth }, { ...withoutSchemas(document), ...ofBoth });
    for (const field of ["title", "version"]) t.equal(rendering.info[field], Reflect.get(document.info, field));
    t.match(rendering.info.description, String(document.info.summary));
  });

  t.test(`${name} as OpenAPI 3.0 allows and refuses the same values`, async (t) => {
    const places = schemasIn(document);
    t.ok(places.length > 20);
    t.same(schemasIn(rendering), places);
    const now = validatorsOf(new Ajv2020({ strict: false }), document);
    const then = validatorsOf(new Ajv({ strict: false }), rendering);
    for (const place of places) {
      const [isAllowed, isAllowedThen] = [now(place), then(place)];
      const verdicts = new Set<boolean>();
      const property = fc.property(valueNear({ $ref: `#${place}` }, partOf(document)), (value) => {
        verdicts.add(isAllowed(value));
        return isAllowed(value) === isAllowedThen(value);
      });
      t.doesNotThrow(() => fc.assert(property, { numRuns: RUNS, seed: 2026 }), place);
      t.equal(verdicts.size, 2, `${place} was tried with values that it allows and such that it does not`);
    }
  });
}

const CONTRACT = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0", license: { name: "MIT", identifier: "MIT" } },
};

/** What becomes of a schema. */
function rendered(schema: unknown): unknown {
  const { components } = Object(toOpenApi30({ ...CONTRACT, components: { schemas: { Pet: schema } } }));
  return components.schemas.Pet;
}

const REWRITTEN: readonly [what: string, before: object, after: object][] = [
  ["null as a type", { type: ["string", "null"] }, { type: "string", nullable: true }],
  ["several types", { type: ["string", "boolean"] }, { anyOf: [{ type: "string" }, { type: "boolean" }] }],
  ["a constant", { type: "string", const: "" }, { type: "string", enum: [""] }],
  ["what would be a constant of false", { const: false }, { enum: [false] }],
  ["a file", { type: "string", contentMediaType: "image/webp" }, { type: "string", format: "binary" }],
  ["whole numbers of 53 bits", { type: "integer" }, { type: "integer", format: "int64" }],
  ["numbers", { type: "number" }, { type: "number", format: "double" }],
  ["a reference", { $ref: "#/components/schemas/Dog" }, { $ref: "#/components/schemas/Dog" }],
  [
    "a reference with a description",
    { $ref: "#/components/schemas/Dog", description: "It barks." },
    { allOf: [{ $ref: "#/components/schemas/Dog" }], description: "It barks." },
  ],
  [
    "a field that needs another",
    { dependentRequired: { leash: ["collar"] } },
    { not: { anyOf: [{ required: ["leash"], not: { required: ["collar"] } }] } },
  ],
  [
    "what stands inside",
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

for (const [what, before, after] of REWRITTEN) {
  t.test(`OpenAPI 3.0 says ${what} in its own words`, async (t) => {
    t.same(rendered(before), after);
  });
}

const REFUSED: readonly [what: string, contract: object, reason: string | RegExp][] = [
  [
    "a keyword",
    withSchema({ items: { prefixItems: [] } }),
    '"prefixItems" in OpenAPI 3.0, at #/components/schemas/Pet/items',
  ],
  [
    "a keyword named as a method",
    withSchema({ toString: 1 }),
    '"toString" in OpenAPI 3.0, at #/components/schemas/Pet',
  ],
  ["a schema of true or false", withSchema({ items: true }), "no schema true, at #/components/schemas/Pet/items"],
  ["two formats", withSchema({ type: "number", format: "float" }), '"format" twice, at #/components/schemas/Pet'],
  ["a part of the document", { ...CONTRACT, webhooks: {} }, '"webhooks" in OpenAPI 3.0, at #'],
  ["a method", { ...CONTRACT, paths: { "/pets": { query: {} } } }, '"query" in OpenAPI 3.0, at #/paths//pets'],
  [
    "what stands beside a reference",
    { ...CONTRACT, components: { headers: { Tag: { $ref: "#", description: "A tag." } } } },
    '"description" in OpenAPI 3.0, at #/components/headers/Tag',
  ],
  ["another version", { ...CONTRACT, openapi: "3.2.0" }, "OpenAPI 3.1 is expected, not 3.2.0"],
];

for (const [what, contract, reason] of REFUSED) {
  t.test(`no OpenAPI 3.0 is made of ${what} without a rule`, async (t) => {
    t.throws(() => toOpenApi30(contract), { message: reason });
  });
}

function withSchema(schema: object): object {
  return { ...CONTRACT, components: { schemas: { Pet: schema } } };
}

/** The places of all schemas, those inside others left out, as JSON Pointers for the fragment of an address. */
function schemasIn(document: object): string[] {
  return placesIn(document, "").filter((place) => /^\/components\/schemas\/[^/]+$|\/schema$/.test(place));
}

function placesIn(part: unknown, place: string): string[] {
  if (typeof part !== "object" || part === null || /\/(examples|links)$|\/schema$|schemas\/[^/]+$/.test(place))
    return [place];
  return Object.entries(part).flatMap(([name, value]) => placesIn(value, `${place}/${escaped(name)}`));
}

function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Finds the part of a document that a reference points at. */
function partOf(document: object): (reference: string) => Readonly<Record<string, unknown>> {
  return (reference) => {
    const names = reference.replace("#/", "").split("/").map(decodeURIComponent);
    return names.reduce(
      (part, name) => Object(part)[name.replaceAll("~1", "/").replaceAll("~0", "~")],
      Object(document),
    );
  };
}

/** Makes validators of the schemas at their places. */
function validatorsOf(ajv: Ajv | Ajv2020, document: object): (place: string) => (value: unknown) => boolean {
  ajvFormats.default(ajv).addSchema({ ...document, $id: "contract" });
  return (place) => {
    const validate = ajv.compile({ $ref: `contract#${place}` });
    return (value) => validate(value) === true;
  };
}

/** A document without what its schemas say. */
function withoutSchemas(document: object): object {
  const { components, ...rest } = JSON.parse(
    JSON.stringify(document, (key, value) => (key === "schema" ? Object.keys(value).length > 0 : value)),
  );
  return { ...rest, components: { ...components, schemas: Object.keys(components.schemas) } };
}
