import fc from "fast-check";
import type { JsonSchema } from "../../src/http/contract/types.ts";

/** Finds what a reference points at. */
type Resolve = (reference: string) => JsonSchema;

/** Values that a schema of OpenAPI 3.1 allows, or nearly: one part of them is wrong now and then. */
export function valueNear(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 60, arbitrary: fitting(schema, resolve) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, 0, 1.5, "", "a", [], {}) },
  );
}

function fitting(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === "string") return valueNear(resolve(schema.$ref), resolve);
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((choice) => valueNear(choice, resolve)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type }, resolve)));
  if (schema.type === "object") return objectNear(schema, resolve);
  if (schema.type === "array") return arrayNear(schema, resolve);
  if (schema.type === "string") return textNear(schema);
  if (schema.type === "integer" || schema.type === "number") return numberNear(schema);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  throw new Error(`No values are known for ${JSON.stringify(schema)}.`);
}

/** Mostly with every field that is required, and seldom with one that is not known. */
function objectNear(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(Object(schema.properties)).map(([name, field]) => [name, valueNear(Object(field), resolve)]),
  );
  const required: string[] = [schema.required ?? []].flat().map(String);
  return fc.oneof(
    { weight: 20, arbitrary: fc.record(fields, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record(fields).map((value) => ({ ...value, unknown: 1 })) },
  );
}

function arrayNear({ items, minItems = 0, maxItems = 3 }: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown[]> {
  const [item, least, most] = [valueNear(Object(items), resolve), Number(minItems), Number(maxItems)];
  return fc.oneof(
    { weight: 20, arbitrary: fc.array(item, { minLength: least, maxLength: Math.min(most, least + 2) }) },
    { weight: 1, arbitrary: fc.constant<unknown[]>([]) },
    { weight: 1, arbitrary: item.map((value) => Array<unknown>(most + 1).fill(value)) },
  );
}

/** Texts of each format that the contracts have, and some that are nearly so. */
const OF_FORMAT: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["email", ["ada@example.com", "ada@example.com", "ada@", "Ada"]],
  ["date", ["2026-01-31", "2026-01-31", "2026-02-31"]],
  ["date-time", ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00+01:00", "2026-01-31T25:00:00Z", "2026-01-31"]],
]);

function textNear({ format, pattern, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const ofFormat = OF_FORMAT.get(format);
  if (ofFormat !== undefined) return fc.constantFrom(...ofFormat);
  const [least, most] = [Number(minLength), maxLength === undefined ? 20 : Number(maxLength)];
  return fc.oneof(
    { weight: 20, arbitrary: pattern === undefined ? fc.string() : fc.stringMatching(new RegExp(String(pattern))) },
    { weight: 20, arbitrary: fc.string({ minLength: least, maxLength: Math.min(most, least + 9) }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(least - 1, least, most, most + 1).map((length) => "a".repeat(Math.max(0, length))),
    },
    { weight: 1, arbitrary: fc.constant("\0".repeat(least || 1)) },
  );
}

function numberNear({ type, minimum = -1_000, maximum = 1_000 }: JsonSchema): fc.Arbitrary<number> {
  const [least, most] = [Number(minimum), Number(maximum)];
  return fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: Math.max(least, -1_000), max: Math.min(most, 1_000) }) },
    { weight: 1, arbitrary: fc.constantFrom(least - 1, least, most, most + 1) },
    { weight: type === "integer" ? 1 : 10, arbitrary: fc.constantFrom(least + 0.5, 1.5, 1e300) },
  );
}
