import { isDeepStrictEqual } from "node:util";
import type { Document, JsonSchema, MediaTypes, OperationObject } from "./contract.ts";
import { isRecord } from "./record.ts";

type Schema = Record<string, unknown>;

/** Keywords that say nothing about a value. The outermost schema has the last word. */
const ANNOTATIONS = new Set([
  ...["title", "description", "example", "examples", "deprecated", "readOnly", "writeOnly"],
  ...["xml", "externalDocs", "discriminator", "$comment", "$schema"],
]);

/** Keywords of which the higher number is stricter, and those of which the lower is. */
const MINIMA = new Set(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"]);
const MAXIMA = new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"]);

/** Keywords that mean something only next to each other, so that they are not separated. */
const TOGETHER = [
  ["if", "then", "else"],
  ["contains", "minContains", "maxContains"],
];

/** Why the branches of an `allOf` can't be merged; its message is the end of a sentence. */
class Unmergeable extends Error {}

/**
 * Returns the document, whose references are resolved, with the `allOf` in its parameters and bodies merged to one
 * schema each: `properties` and `required` together, the stricter of two limits. Only so can the type of a parameter
 * and the fields of a body be known. Leaves an `allOf` that can't be merged, which `fieldProblemsOf` finds in bodies of
 * requests.
 */
export function mergeSchemas(document: Document): Document {
  const merged = new Map<object, unknown>();
  const merge = <T>(part: T): T => {
    const schema = isRecord(part) ? mergeIn(part.schema, merged) : undefined;
    return isRecord(part) && isRecord(schema) ? { ...part, schema } : part;
  };
  const ofContent = (content: MediaTypes) =>
    Object.fromEntries(Object.entries(content).map(([type, media]) => [type, merge(media)]));
  const withContent = <T extends { readonly content?: MediaTypes }>(part: T): T =>
    part.content === undefined ? part : { ...part, content: ofContent(part.content) };
  const ofOperation = (operation: OperationObject): OperationObject => ({
    ...operation,
    ...(operation.parameters && { parameters: operation.parameters.map(merge) }),
    ...(operation.requestBody && { requestBody: withContent(operation.requestBody) }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, withContent(response)]),
    ),
  });
  // Besides operations, an item may have parameters and texts (OpenAPI 3.1, Path Item Object).
  const ofItem = ([name, value]: readonly [string, OperationObject | readonly unknown[] | string]) => {
    if (Array.isArray(value)) return [name, value.map(merge)];
    return [name, typeof value === "object" && "responses" in value ? ofOperation(value) : value];
  };
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(ofItem)),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** `mergeSchemas` for one schema. */
export function mergeSchema(schema: unknown): unknown {
  return mergeIn(schema, new Map());
}

/** A schema without an `allOf` that can be merged, at any depth. The same object, if there is none. */
function mergeIn(schema: unknown, merged: Map<object, unknown>): unknown {
  if (!isRecord(schema)) return schema;
  const known = merged.get(schema);
  if (known !== undefined) return known;
  // Schemas with themselves in them are refused.
  merged.set(schema, schema);
  const entries = Object.entries(schema).map(([name, value]) => [name, mergeBelow(name, value, merged)] as const);
  const isSame = entries.every(([name, value]) => value === schema[name]);
  const copy = isSame ? schema : Object.fromEntries(entries);
  const result = Array.isArray(copy.allOf) ? (attempt(() => merge(copy)) ?? copy) : copy;
  merged.set(schema, result);
  return result;
}

const ONE = new Set(["additionalProperties", "items", "contains", "not", "if", "then", "else", "propertyNames"]);
const SEVERAL = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const NAMED = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** The value of a keyword, with the schemas in it merged. */
function mergeBelow(name: string, value: unknown, merged: Map<object, unknown>): unknown {
  if (ONE.has(name)) return mergeIn(value, merged);
  if (!isRecord(value)) return value;
  if (SEVERAL.has(name) && Array.isArray(value))
    return unlessSame(
      value,
      value.map((one) => mergeIn(one, merged)),
    );
  if (!NAMED.has(name)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, mergeIn(one, merged)] as const);
  return entries.every(([key, one]) => one === value[key]) ? value : Object.fromEntries(entries);
}

function unlessSame(values: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  return values.every((value, index) => value === others[index]) ? values : others;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unmergeable) return undefined;
    throw error;
  }
}

/** Why the `allOf` of a schema can't be merged, such as `name is text in one branch …`; undefined if it can. */
export function unmergeableIn(schema: JsonSchema): string | undefined {
  try {
    merge(schema);
    return undefined;
  } catch (error) {
    if (error instanceof Unmergeable) return error.message;
    throw error;
  }
}

/** Merges a schema with the branches of its `allOf`, which are merged themselves. */
function merge({ allOf = [], ...own }: JsonSchema): Schema {
  const branches = Array.isArray(allOf) ? allOf : [];
  return branches.toReversed().reduce<Schema>((merged, branch) => {
    if (branch === true) return merged;
    if (!isRecord(branch)) throw new Unmergeable("a branch allows nothing");
    if ((branch.unevaluatedProperties ?? true) !== true)
      throw new Unmergeable('a branch has "unevaluatedProperties"; move it next to "allOf"');
    return combine(branch, merged);
  }, own);
}

/** A schema that allows what both allow. The annotations are those of `outer`, if it has any. */
function combine(branch: JsonSchema, outer: JsonSchema): Schema {
  assertOpen(branch, outer);
  assertOpen(outer, branch);
  assertOneList(branch, outer);
  const apart = TOGETHER.filter((group) => group.some((name) => name in branch) && group.some((name) => name in outer));
  const result: Schema = { ...branch };
  const rest = apart.map((group) =>
    Object.fromEntries(group.flatMap((name) => (name in outer ? [[name, outer[name]]] : []))),
  );
  for (const [name, value] of Object.entries(outer)) {
    if (apart.some((group) => group.includes(name))) continue;
    const other = result[name];
    const both = other === undefined || isAnnotation(name) ? value : combineKeyword(name, other, value);
    if (both === undefined) rest.push({ [name]: value });
    else result[name] = both;
  }
  if (rest.length > 0) result.allOf = [result.allOf ?? [], rest].flat();
  return result;
}

function isAnnotation(name: string): boolean {
  return ANNOTATIONS.has(name) || name.startsWith("x-");
}

/** The value of a keyword that both schemas have; undefined if only an `allOf` can say it. */
function combineKeyword(name: string, one: unknown, other: unknown): unknown {
  if (isDeepStrictEqual(one, other)) return one;
  if (name === "properties" && isRecord(one) && isRecord(other)) return combineProperties(one, other);
  if (name === "required") return [...new Set([one, other].flat())];
  if (name === "allOf") return [one, other].flat();
  if (name === "type") return combineTypes([one].flat(), [other].flat());
  if (name === "items" && isRecord(one) && isRecord(other)) return combineValues("items", one, other);
  if (name === "enum") return common([one].flat(), [other].flat());
  if (MINIMA.has(name)) return Math.max(Number(one), Number(other));
  if (MAXIMA.has(name)) return Math.min(Number(one), Number(other));
  if (name === "additionalProperties" && (one === true || other === true)) return one === true ? other : one;
  if (name === "additionalProperties" && (one === false || other === false)) return false;
  if (name === "uniqueItems") return true;
  if (["const", "default", "additionalProperties", "patternProperties", "prefixItems"].includes(name))
    throw new Unmergeable(`its branches have a different "${name}"`);
  return undefined;
}

function combineProperties(one: JsonSchema, other: JsonSchema): Schema {
  const result: [string, unknown][] = Object.entries({ ...one, ...other }).map(([name, schema]) =>
    Object.hasOwn(one, name) && Object.hasOwn(other, name)
      ? [name, combineValues(name, one[name], other[name])]
      : [name, schema],
  );
  return Object.fromEntries(result);
}

function combineValues(name: string, one: unknown, other: unknown): unknown {
  if (one === true || isDeepStrictEqual(one, other)) return other;
  if (other === true) return one;
  if (!isRecord(one) || !isRecord(other)) throw new Unmergeable(`its branches contradict each other in ${name}`);
  try {
    return combine(one, other);
  } catch (error) {
    if (!(error instanceof Unmergeable)) throw error;
    throw new Unmergeable(`its branches contradict each other in ${name}: ${error.message}`);
  }
}

/** The types that both have; an integer is a number too. */
function combineTypes(one: readonly unknown[], other: readonly unknown[]): unknown {
  const has = (types: readonly unknown[], type: unknown) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const types = [...new Set([...one, ...other])].filter((type) => has(one, type) && has(other, type));
  if (types.length === 0)
    throw new Unmergeable(`a value is ${one.join(" or ")} in one branch, ${other.join(" or ")} in another`);
  return types.length === 1 ? types[0] : types;
}

function common(one: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const values = one.filter((value) => other.some((same) => isDeepStrictEqual(value, same)));
  if (values.length === 0) throw new Unmergeable('no value is in the "enum" of all branches');
  return values;
}

/** Throws if one schema has no other fields than its own, and the other names some. */
function assertOpen(one: JsonSchema, other: JsonSchema): void {
  const { additionalProperties = true, properties } = one;
  if (additionalProperties === true) return;
  const known = isRecord(properties) ? properties : {};
  const more = Object.keys(isRecord(other.properties) ? other.properties : {}).filter(
    (name) => !Object.hasOwn(known, name),
  );
  if (more.length > 0 || other.patternProperties !== undefined)
    throw new Unmergeable(`a branch with "additionalProperties" has not the ${more.join(", ")} of another`);
}

/** Throws if the items of one schema are described one by one, and those of the other too. */
function assertOneList(one: JsonSchema, other: JsonSchema): void {
  const isList = ({ items, prefixItems }: JsonSchema) => items !== undefined || prefixItems !== undefined;
  if ((one.prefixItems ?? other.prefixItems) !== undefined && isList(one) && isList(other))
    throw new Unmergeable('its branches have "prefixItems" and other items');
}
