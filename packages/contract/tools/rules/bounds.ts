import { TEXT_FORMATS } from "./formats.ts";
import { isMapping, type Mapping, mappingAt, on, toMapping, type Visit } from "./rule.ts";

const MAX_LENGTH = "a maxLength";
const NO_NUL = "a pattern that rejects NUL, such as '^[^\\u0000]*$'";

/** Formats whose texts have at most a few dozen characters. */
const SHORT_FORMATS = ["date", "date-time", "ipv4", "uuid"];

/** Keywords whose values are no schemas. */
const VALUES = ["const", "default", "enum", "example", "examples"];

/** Rules for what clients send: limits for text and numbers. */
export const boundRules = {
  "bounded-text": on("RequestBody", (body, visit) => {
    const found = unboundedIn(mappingAt(body, "content"), visit, "the body");
    return found.length === 0 ? undefined : `Text from clients needs limits. ${sentencesOf(found).join(" ")}`;
  }),
  "bounded-parameter": on("Parameter", (parameter, visit) => {
    const schema = mappingAt(parameter, "schema", visit);
    const missing = [...(parameter.in === "header" ? [] : missingInText(schema)), ...missingInNumber(schema)];
    return missing.length === 0 ? undefined : `"${parameter.name}" needs ${missing.join(" and ")}.`;
  }),
};

/** The name of a property, and what its schema lacks. */
type Unbounded = readonly [name: string, missing: string];

/** All properties, at any depth, whose text has no limits. Entries of a list have the name of the list. */
function unboundedIn(value: unknown, visit: Visit, name: string, ancestors: readonly unknown[] = []): Unbounded[] {
  const { node } = visit.resolve(value);
  if (typeof node !== "object" || node === null || ancestors.includes(node)) return [];
  const path = [...ancestors, node];
  if (!isMapping(node)) return Object.values(node).flatMap((child) => unboundedIn(child, visit, name, path));
  const missing = missingInText(node);
  const own: Unbounded[] = missing.length === 0 ? [] : [[name, missing.join(" and ")]];
  const below = Object.entries(node).flatMap(([key, child]) => {
    if (VALUES.includes(key)) return [];
    if (key !== "properties") return unboundedIn(child, visit, name, path);
    return Object.entries(toMapping(child)).flatMap(([field, schema]) =>
      unboundedIn(schema, visit, `"${field}"`, path),
    );
  });
  return [...own, ...below];
}

/** One sentence for all properties that lack the same. */
function sentencesOf(found: readonly Unbounded[]): string[] {
  const kinds = [...new Set(found.map(([, missing]) => missing))];
  return kinds.map((kind) => {
    const names = new Set(found.filter(([, missing]) => missing === kind).map(([name]) => name));
    return `Give ${[...names].join(", ")} ${kind}.`;
  });
}

/** What text of a schema lacks, so that it has a greatest length, and no NUL. */
function missingInText({ type, format, pattern, maxLength, ...rest }: Mapping): string[] {
  const isFixed = rest.enum !== undefined || rest.const !== undefined;
  const isFile = rest.contentMediaType !== undefined || format === "binary";
  if (!typesOf(type).includes("string") || isFixed || isFile) return [];
  // Patterns of a fixed length, such as `^[0-9a-f]{24}$`, need no further limit.
  if (SHORT_FORMATS.includes(String(format)) || /^\^.*\{\d+\}\$$/.test(String(pattern))) return [];
  const rejectsNul = pattern !== undefined || (format !== "password" && TEXT_FORMATS.includes(String(format)));
  return [...(maxLength === undefined ? [MAX_LENGTH] : []), ...(rejectsNul ? [] : [NO_NUL])];
}

/** What a number lacks. Parameters are parsed from text, where 1e999 is Infinity, and `page=-1` is a number too. */
function missingInNumber({ type, ...schema }: Mapping): string[] {
  const isFixed = schema.enum !== undefined || schema.const !== undefined;
  if (!typesOf(type).some((one) => one === "integer" || one === "number") || isFixed) return [];
  return [
    ...(schema.minimum === undefined && schema.exclusiveMinimum === undefined ? ["a minimum"] : []),
    ...(schema.maximum === undefined && schema.exclusiveMaximum === undefined ? ["a maximum"] : []),
  ];
}

/** The names of a schema's `type`. */
function typesOf(type: unknown): readonly unknown[] {
  return [type].flat();
}
