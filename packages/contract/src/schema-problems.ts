import { isRecord } from "./record.ts";

/** Returns what the value of a keyword must be; undefined if it is that. */
type Check = (value: unknown) => string | undefined;

const aNumber: Check = (value) => (typeof value === "number" ? undefined : "must be a number");
const aCount: Check = (value) => (Number.isInteger(value) && Number(value) >= 0 ? undefined : "must be 0 or more");
const aBoolean: Check = (value) => (typeof value === "boolean" ? undefined : "must be true or false");
const aText: Check = (value) => (typeof value === "string" ? undefined : "must be text");
const names: Check = (value) => (isNames(value) ? undefined : "must be a list of names");
const values: Check = (value) => (Array.isArray(value) && value.length > 0 ? undefined : "must be a list of values");
const anything: Check = () => undefined;

/** The keywords that have no schemas in them (JSON Schema 2020-12; OpenAPI 3.1, Schema Object). */
const KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["type", (value) => (areTypes([value].flat()) ? undefined : "is no type of JSON Schema")],
  ["enum", values],
  ["pattern", (value) => (isPattern(value) ? undefined : "is no regular expression")],
  ["required", names],
  [
    "dependentRequired",
    (value) => (isRecord(value) && Object.values(value).every(isNames) ? undefined : "must have lists of names"),
  ],
  ["uniqueItems", aBoolean],
  ...["format", "title", "description", "contentMediaType", "contentEncoding", "$comment", "$schema"].map(
    (name) => [name, aText] as const,
  ),
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].map(
    (name) => [name, aNumber] as const,
  ),
  ...["Length", "Items", "Properties", "Contains"].flatMap((what) =>
    [`min${what}`, `max${what}`].map((name) => [name, aCount] as const),
  ),
  // Annotations, which change nothing.
  ...[
    ...["const", "default", "example", "examples", "deprecated", "readOnly", "writeOnly"],
    ...["discriminator", "xml", "externalDocs"],
  ].map((name) => [name, anything] as const),
]);

/** Keywords with a schema, a list of schemas, and schemas by name. */
const SCHEMA = [
  ...["additionalProperties", "items", "contains", "not", "if", "then", "else", "propertyNames"],
  ...["unevaluatedItems", "unevaluatedProperties", "contentSchema"],
];
const LIST = ["allOf", "anyOf", "oneOf", "prefixItems"];
const NAMED = ["properties", "patternProperties", "dependentSchemas", "$defs"];

const TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"];

/**
 * Finds what the validator could not compile in the schemas of a contract, whose references are resolved. One for each
 * contract, because it looks at each schema once.
 */
export class SchemaCheck {
  readonly #seen = new Set<object>();
  readonly #ancestors = new Set<object>();

  /** One sentence for each problem of a schema, which `subject` names. */
  problemsOf(schema: unknown, subject: string): string[] {
    return this.#visit(schema, "").map(([path, problem]) => `${subject}: ${path === "" ? "It" : path} ${problem}.`);
  }

  #visit(schema: unknown, path: string): [path: string, problem: string][] {
    if (typeof schema === "boolean") return [];
    if (!isRecord(schema) || Array.isArray(schema)) return [[path, "is no schema"]];
    if (this.#ancestors.has(schema)) return [[path, "has itself in it; write out a fixed depth"]];
    if (this.#seen.has(schema)) return [];
    this.#seen.add(schema);
    this.#ancestors.add(schema);
    const found = Object.entries(schema).flatMap(([name, value]) => this.#keyword(schema, name, value, path));
    this.#ancestors.delete(schema);
    return found;
  }

  #keyword(schema: object, name: string, value: unknown, path: string): [path: string, problem: string][] {
    const below = `${path}/${name}`;
    if (name.startsWith("x-")) return [];
    if (SCHEMA.includes(name)) return this.#visit(value, below);
    if (LIST.includes(name) || NAMED.includes(name)) {
      if (!isRecord(value) || Array.isArray(value) !== LIST.includes(name)) return [[below, "is no list of schemas"]];
      return Object.entries(value).flatMap(([key, one]) => this.#visit(one, `${below}/${key}`));
    }
    if (name === "nullable") return isNullable(schema, value) ? [] : [[below, NULLABLE]];
    const problem = KEYWORDS.has(name) ? KEYWORDS.get(name)?.(value) : UNKNOWN;
    return problem === undefined ? [] : [[below, problem]];
  }
}

const UNKNOWN = "is no keyword of JSON Schema or OpenAPI 3.1; name an extension x-…";

const NULLABLE = 'is not in OpenAPI 3.1; write the type as [string, "null"]';

/** Whether `nullable` means what it meant in OpenAPI 3.0, and what it does to types and in the validator. */
function isNullable(schema: object, value: unknown): boolean {
  return typeof value === "boolean" && "type" in schema && ![schema.type].flat().includes("null");
}

function areTypes(types: readonly unknown[]): boolean {
  return types.length > 0 && types.every((type) => TYPES.includes(String(type)));
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

/** Whether the validator can compile a pattern, which it does with the flag `u`. */
function isPattern(value: unknown): boolean {
  try {
    return typeof value === "string" && new RegExp(value, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
