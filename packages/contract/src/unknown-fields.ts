import type { JsonSchema } from "./contract.ts";
import { unmergeableIn } from "./merged-schemas.ts";
import { isRecord } from "./record.ts";

/** Keywords with schemas that apply to the same value as their own; some of them only to some values. */
const BRANCHES = ["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"];

const INSTEAD = 'write one object, or "additionalProperties: false" in each branch';

/**
 * Where the known fields of a request's body depend on which branch of a schema applies, so that handlers would get
 * unknown fields or miss known ones: one sentence for each place. For schemas after `mergeSchemas`.
 */
export function fieldProblemsOf(schema: unknown, path = ""): string[] {
  if (!isRecord(schema)) return [];
  const problem = problemOf(schema);
  if (problem !== undefined) return [`${path === "" ? "It" : path} ${problem}.`];
  return childrenOf(schema).flatMap(([name, child]) => fieldProblemsOf(child, `${path}/${name}`));
}

function problemOf(schema: JsonSchema): string | undefined {
  const naming = branchesOf(schema).filter(namesFields);
  if (Array.isArray(schema.allOf) && schema.allOf.some(namesFields)) {
    const reason = unmergeableIn(schema) ?? 'the fields of its "anyOf" or "oneOf" differ';
    return `has an "allOf" that can't be merged to one object: ${reason}`;
  }
  const apart = ["patternProperties", "prefixItems"].find((name) => valuesOf(schema[name]).some(isOpen));
  if (apart !== undefined) return `has objects in "${apart}" that need "additionalProperties: false"`;
  if (naming.length === 0) return undefined;
  if ([schema.properties, schema.items, schema.additionalProperties].some(isRecord)) return beside(schema, naming);
  return naming.some(isOpen) && !hasOneObject(schema)
    ? `is a choice of objects with different fields; ${INSTEAD}`
    : undefined;
}

/** What is wrong with branches of an object or list that describes its fields or items itself. */
function beside({ properties }: JsonSchema, naming: readonly JsonSchema[]): string | undefined {
  const known = isRecord(properties) ? properties : {};
  const unknown = naming.flatMap(fieldsOf).filter(([name, field]) => !Object.hasOwn(known, name) || namesFields(field));
  if (unknown.length === 0 && !naming.some(({ items }) => namesFields(items))) return undefined;
  const names = [...new Set(unknown.map(([name]) => name))];
  const what = names.length === 0 ? "items with fields" : names.join(", ");
  return `names ${what} only in a branch; name all fields of the object in its own "properties"`;
}

/** Whether one branch of a choice at most is an object, and one a list: `knownFieldsOf` takes their fields. */
export function hasOneObject({ anyOf = [], oneOf = [], ...rest }: JsonSchema): boolean {
  const branches = [anyOf, oneOf].flat();
  const count = (type: string) => branches.filter((branch) => mayBe(branch, type)).length;
  return !branchesOf(rest).some(namesFields) && count("object") <= 1 && count("array") <= 1;
}

function mayBe(schema: unknown, type: string): boolean {
  if (!isRecord(schema)) return schema !== false;
  if (schema.type !== undefined) return [schema.type].flat().includes(type);
  const values = "const" in schema ? [schema.const] : schema.enum;
  return (
    !Array.isArray(values) || values.some((value) => (type === "array") === Array.isArray(value) && isRecord(value))
  );
}

/** The fields that a branch, or a branch of it, names. */
function fieldsOf(schema: JsonSchema): [name: string, field: unknown][] {
  const own = Object.entries(isRecord(schema.properties) ? schema.properties : {});
  return [...own, ...branchesOf(schema).flatMap(fieldsOf)];
}

/** Whether a schema names fields of objects, at any depth. */
function namesFields(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  return isRecord(schema.properties) || childrenOf(schema).some(([, child]) => namesFields(child));
}

/** Whether a schema has an object, at any depth, that names fields and may have others. */
function isOpen(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const isOpenItself = isRecord(schema.properties) && schema.additionalProperties !== false;
  return isOpenItself || childrenOf(schema).some(([, child]) => isOpen(child));
}

function branchesOf(schema: JsonSchema): JsonSchema[] {
  return BRANCHES.flatMap((name) => (isSchema(name) ? [schema[name]] : valuesOf(schema[name]))).filter(isRecord);
}

/** The schemas directly in a schema that describe its value or parts of it, by the end of their paths. */
function childrenOf(schema: JsonSchema): [path: string, child: unknown][] {
  return [...BRANCHES, "properties", "patternProperties", "additionalProperties", "items", "prefixItems"].flatMap(
    (name): [string, unknown][] =>
      isSchema(name)
        ? [[name, schema[name]]]
        : entriesOf(schema[name]).map(([key, child]) => [`${name}/${key}`, child]),
  );
}

/** Whether the value of a keyword is one schema. */
function isSchema(name: string): boolean {
  return ["then", "else", "additionalProperties", "items"].includes(name);
}

function valuesOf(value: unknown): unknown[] {
  return entriesOf(value).map(([, one]) => one);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}
