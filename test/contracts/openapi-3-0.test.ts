import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import fc from "fast-check";
import t from "tap";
import { isRecord } from "#contract/record";
import { toNarrow } from "#contract/tools/generate/compatibility";
import { withoutWebhooks } from "#contract/tools/generate/without-webhooks";
import { renameDollarFields } from "../../harness/dollar-names.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { mostlyValid } from "./mostly-valid.ts";

const ROOT = new URL("../../", import.meta.url);

/** The number of generated values that each schema is tested with. */
const RUNS = 300;

/** A schema with many fields is tested with more values, until there was a valid and an invalid one. */
const MAX_SEEDS = 5;

for (const name of ["catalogue", "users", "collections"]) {
  const contract = loadContract(name);
  // A cast: the rules change schemas, and leave out webhooks.
  const document = withoutWebhooks(toNarrow(contract.document)) as typeof contract.document;
  const converted = JSON.parse(readFileSync(new URL(`generated/${name}.openapi-3.0.json`, ROOT), "utf8"));
  const compatible = withoutWebhooks(
    JSON.parse(readFileSync(new URL(`generated/${name}.openapi-3.1.json`, ROOT), "utf8")),
  );

  t.test(`the OpenAPI 3.0 version of ${name} is valid`, async (t) => {
    const validator = new Validator();
    t.same(await validator.validate(renameDollarFields(converted)), { valid: true });
    t.equal(validator.version, "3.0");
  });

  t.test(
    `the OpenAPI 3.0 version of ${name} differs from the one in 3.1 only in schemas, scopes, webhooks, openapi, and info's summary, description and license`,
    async (t) => {
      const ignored = { openapi: null, info: null };
      t.same(
        { ...withoutSchemas(converted), ...ignored },
        { ...withoutSchemas(withoutScopes(compatible)), ...ignored },
      );
      t.equal(converted.info.title, document.info.title);
      t.equal(converted.info.version, document.info.version);
      t.match(converted.info.description, String(document.info.summary));
    },
  );

  t.test(`the OpenAPI 3.0 version of ${name} accepts and rejects the same values as the contract`, async (t) => {
    const pointers = schemaPointers(document);
    t.ok(pointers.length > 20);
    t.same(schemaPointers(converted), pointers);
    const validator31 = validatorsOf(new Ajv2020({ strict: false }), document);
    const validator30 = validatorsOf(new Ajv({ strict: false }), converted);
    for (const pointer of pointers) {
      const [isValid31, isValid30] = [validator31(pointer), validator30(pointer)];
      const results = new Set<boolean>();
      const property = fc.property(mostlyValid({ $ref: `#${pointer}` }, resolverOf(document)), (value) => {
        results.add(isValid31(value));
        return isValid31(value) === isValid30(value);
      });
      for (let seed = 0; seed < MAX_SEEDS && results.size < 2; seed++) {
        t.doesNotThrow(() => fc.assert(property, { numRuns: RUNS, seed: 2026 + seed }), pointer);
      }
      t.equal(results.size, 2, `${pointer} was tested with valid and invalid values`);
    }
  });
}

/** JSON Pointers to the schemas that are not nested in another one, percent-encoded for a URI fragment. */
function schemaPointers(document: object): string[] {
  return pointersIn(document, "").filter((pointer) => /^\/components\/schemas\/[^/]+$|\/schema$/.test(pointer));
}

function pointersIn(part: unknown, pointer: string): string[] {
  if (!isRecord(part) || /\/(examples|links)$|\/schema$|schemas\/[^/]+$/.test(pointer)) return [pointer];
  return Object.entries(part).flatMap(([name, value]) => pointersIn(value, `${pointer}/${escapeName(name)}`));
}

function escapeName(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Returns a resolver of references in a document; a missing target is undefined. */
function resolverOf(document: object): (reference: string) => unknown {
  return (reference) =>
    reference
      .replace("#/", "")
      .split("/")
      .map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), document);
}

/** Returns a function that compiles a validator of the schema at a JSON Pointer. */
function validatorsOf(ajv: Ajv | Ajv2020, document: object): (pointer: string) => (value: unknown) => boolean {
  ajvFormats.default(ajv).addSchema({ ...document, $id: "contract" });
  return (pointer) => {
    const validate = ajv.compile({ $ref: `contract#${pointer}` });
    return (value) => validate(value) === true;
  };
}

/** Empties the lists of scopes in `security`, which 3.0 does not allow for API keys. */
function withoutScopes(document: object): object {
  return JSON.parse(JSON.stringify(document), (key, value) => (key === "security" ? value.map(withoutValues) : value));
}

/** An object with the same names, each with an empty list. */
function withoutValues(lists: object): object {
  return Object.fromEntries(Object.keys(lists).map((name) => [name, []]));
}

/**
 * Replaces `components.schemas` with the list of its names, and each `schema` field with a boolean:
 * whether it has any keyword.
 */
function withoutSchemas(document: object): object {
  const { components, ...rest } = JSON.parse(
    JSON.stringify(document, (key, value) => (key === "schema" ? Object.keys(value).length > 0 : value)),
  );
  return { ...rest, components: { ...components, schemas: Object.keys(components.schemas) } };
}
