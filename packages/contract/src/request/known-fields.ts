import type { JsonSchema, Operation } from "../contract.ts";
import { type Detail, Failure } from "../failure.ts";
import { isRecord } from "../record.ts";
import { hasOneObject } from "../unknown-fields.ts";
import { toToken } from "./json-pointer.ts";

/** Copies a value without the fields that a schema does not name. */
export type KnownFields = (value: unknown) => unknown;

/**
 * Returns a function that copies only the fields that the schema names, at any depth, so that no handler can store
 * other fields by accident. An object whose `additionalProperties` has a schema keeps all its fields. Copying costs
 * less than deleting: a body can have thousands of unknown fields. Does not copy arrays that are too long, because
 * validation rejects them. Schemas whose fields depend on a choice are refused at the start, see `fieldProblemsOf`.
 */
export function knownFieldsOf(schema: JsonSchema): KnownFields {
  const { properties, items, additionalProperties } = schema;
  const copyObject = objectCopier(schema);
  const copyArray = arrayCopier(schema);
  if ([properties, items, additionalProperties].some(isRecord)) {
    if (copyObject === unchanged && copyArray === unchanged) return unchanged;
    return (value) => (Array.isArray(value) ? copyArray(value) : copyObject(value));
  }
  const { anyOf = [], oneOf = [] } = schema;
  const copiers = [anyOf, oneOf]
    .flat()
    .map((branch) => (isRecord(branch) ? knownFieldsOf(branch) : unchanged))
    .filter((copy) => copy !== unchanged);
  // A copier of an object leaves lists alone, and the other way round.
  if (copiers.length > 0 && hasOneObject(schema))
    return (value) => copiers.reduce((copied, copy) => copy(copied), value);
  return unchanged;
}

function arrayCopier({ items, maxItems }: JsonSchema): KnownFields {
  const copyEntry = isRecord(items) ? knownFieldsOf(items) : unchanged;
  const limit = typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY;
  if (copyEntry === unchanged) return unchanged;
  return (value) => (Array.isArray(value) && value.length <= limit ? value.map(copyEntry) : value);
}

function objectCopier({ properties, additionalProperties, patternProperties }: JsonSchema): KnownFields {
  const fields = Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    copy: isRecord(schema) ? knownFieldsOf(schema) : unchanged,
  }));
  if (isRecord(additionalProperties)) return openObjectCopier(fields, knownFieldsOf(additionalProperties));
  if (fields.length === 0) return unchanged;
  const patterns = Object.keys(isRecord(patternProperties) ? patternProperties : {}).map((one) => new RegExp(one, "u"));
  return (value) => {
    if (!isRecord(value) || Array.isArray(value)) return value;
    const copied: Record<string, unknown> = {};
    for (const { name, copy } of fields) if (Object.hasOwn(value, name)) copied[name] = copy(value[name]);
    if (patterns.length === 0) return copied;
    const matching = Object.entries(value).filter(
      ([name]) => !Object.hasOwn(copied, name) && patterns.some((pattern) => pattern.test(name)),
    );
    return Object.fromEntries([...Object.entries(copied), ...matching]);
  };
}

/** Copies all fields, each with the schema of its name, or with that of all others. */
function openObjectCopier(
  fields: readonly { readonly name: string; readonly copy: KnownFields }[],
  copyOther: KnownFields,
): KnownFields {
  if (copyOther === unchanged && fields.every(({ copy }) => copy === unchanged)) return unchanged;
  const copiers = new Map(fields.map(({ name, copy }) => [name, copy]));
  return (value) => {
    if (!isRecord(value) || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, (copiers.get(name) ?? copyOther)(field)]),
    );
  };
}

function unchanged(value: unknown): unknown {
  return value;
}

/** Maximum length of an unknown name in an error message, in characters. */
const MAX_QUOTED = 100;

interface Input {
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Throws `invalid` if a request to a strict operation (`x-strict-input`) has an unknown query parameter
 * or top-level body field. The client may mean it as a filter: a bulk operation that ignored it would
 * change or delete too much.
 */
export function assertNoUnknownInput(operation: Operation, { query, body }: Input): void {
  const { strictInput, parameters, bodySchema } = operation;
  if (strictInput === undefined) return;
  const ofQuery = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  assertKnown(query, [...ofQuery, ...(strictInput.query ?? [])], "query parameter");
  assertKnown(body, [...namesOf(bodySchema?.properties), ...(strictInput.body ?? [])], "body field");
}

function assertKnown(input: unknown, known: readonly string[], kind: string): void {
  const unknown = namesOf(input).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const name = unknown.slice(0, MAX_QUOTED).toWellFormed();
  const details: Detail[] = [{ path: `/${toToken(name)}`, message: "is not supported here", reason: "not-supported" }];
  throw new Failure("invalid", `This operation does not support the ${kind} "${name}". Nothing was changed.`, {
    reason: "unknown-input",
    values: { name },
    details,
  });
}

function namesOf(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
