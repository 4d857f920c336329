import fc from "fast-check";
import type { JsonSchema } from "#contract/contract";
import { isRecord } from "#contract/record";

/** Returns the target of a reference. */
type Resolve = (reference: string) => unknown;

/**
 * Generates values for an OpenAPI 3.1 schema. Each part of a value is usually valid.
 */
export function mostlyValid(schema: unknown, resolve: Resolve): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) throw new Error(`${JSON.stringify(schema)} is not a schema.`);
  return fc.oneof(
    { weight: 60, arbitrary: valueFor(schema, resolve) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, 0, 1.5, "", "a", [], {}) },
  );
}

function valueFor(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === "string") return mostlyValid(resolve(schema.$ref), resolve);
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((choice) => mostlyValid(choice, resolve)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valueFor({ ...schema, type }, resolve)));
  if (schema.type === "object") return objectFor(schema, resolve);
  if (schema.type === "array") return arrayFor(schema, resolve);
  if (schema.type === "string") return stringFor(schema);
  if (schema.type === "integer" || schema.type === "number") return numberFor(schema);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  // Without a type and other keywords than descriptions, any value is valid.
  if (schema.type === undefined && Object.keys(schema).every((name) => ["description", "examples"].includes(name)))
    return fc.jsonValue();
  throw new Error(`There is no generator for ${JSON.stringify(schema)}.`);
}

/** Most objects have every required field and no unknown one. */
function objectFor({ properties, required = [] }: JsonSchema, resolve: Resolve): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, field]) => [name, mostlyValid(field, resolve)]),
  );
  const requiredKeys: string[] = [required].flat().map(String);
  return fc.oneof(
    { weight: 20, arbitrary: fc.record(fields, { requiredKeys }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record(fields).map((value) => ({ ...value, unknown: 1 })) },
  );
}

function arrayFor({ items, minItems = 0, maxItems = 3 }: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown[]> {
  const [item, min, max] = [mostlyValid(items, resolve), Number(minItems), Number(maxItems)];
  return fc.oneof(
    { weight: 20, arbitrary: fc.array(item, { minLength: min, maxLength: Math.min(max, min + 2) }) },
    { weight: 1, arbitrary: fc.constant<unknown[]>([]) },
    { weight: 1, arbitrary: item.map((value) => Array<unknown>(max + 1).fill(value)) },
  );
}

/** Valid and invalid strings for each format that the contracts use, the valid ones first. */
const FORMAT_SAMPLES: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["email", ["ada@example.com", "ada@example.com", "ada@", "Ada"]],
  ["date", ["2026-01-31", "2026-01-31", "2026-02-31"]],
  [
    "date-time",
    [
      ...["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z", "2026-01-31T12:00:00+01:00"],
      ...["2026-01-31T25:00:00Z", "2026-01-31T25:00:00.000Z", "2026-01-31"],
    ],
  ],
]);

function stringFor({ format, pattern, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const samples = FORMAT_SAMPLES.get(format);
  if (samples !== undefined) {
    const valid = samples.find((sample) => new RegExp(String(pattern ?? "")).test(sample)) ?? "";
    return fc.oneof(
      { weight: 20, arbitrary: fc.constant(valid) },
      { weight: 1, arbitrary: fc.constantFrom(...samples) },
    );
  }
  const [min, max] = [Number(minLength), maxLength === undefined ? 20 : Number(maxLength)];
  return fc.oneof(
    { weight: 20, arbitrary: pattern === undefined ? fc.string() : fc.stringMatching(new RegExp(String(pattern))) },
    {
      // Few random strings match a pattern, and an object with several patterns shall be valid now and then.
      weight: pattern === undefined ? 20 : 1,
      arbitrary: fc.string({ minLength: min, maxLength: Math.min(max, min + 9) }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(min - 1, min, max, max + 1).map((length) => "a".repeat(Math.max(0, length))),
    },
    { weight: 1, arbitrary: fc.constant("\0".repeat(min || 1)) },
  );
}

function numberFor({ type, minimum = -1_000, maximum = 1_000 }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Number(minimum), Number(maximum)];
  return fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: Math.max(min, -1_000), max: Math.min(max, 1_000) }) },
    { weight: 1, arbitrary: fc.constantFrom(min - 1, min, max, max + 1) },
    { weight: type === "integer" ? 1 : 10, arbitrary: fc.constantFrom(min + 0.5, 1.5, 1e300) },
  );
}
