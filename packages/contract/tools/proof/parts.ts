import type { JsonSchema, Operation, ResponseObject, ResponsesObject, Webhook } from "../../src/contract.ts";
import { isJson, JSON_MEDIA_TYPE, PROBLEM_MEDIA_TYPE } from "../../src/media-types.ts";
import { isRecord } from "../../src/record.ts";
import { EVENT, type Proof, type Status } from "../../src/response/conformance.ts";
import { inputsOf } from "./inputs.ts";

/**
 * What a part of a contract needs as proof:
 *
 * - `status`: tests received the status with this content type; `event` for the request of an event, of which the
 *   following kinds are parts too. Problem details that are sent instead of JSON to clients that prefer them need one
 *   failure of each operation: the status does not depend on `Accept`;
 * - `header`: a response had the header field;
 * - `field`: a response had an optional field, and one did not have it;
 * - `enumeration value`: a response had this value of an enumeration;
 * - `read`: the handler read the parameter or body field;
 * - `effect`: a test showed that the parameter or body field changes the response or the stored data.
 */
export const KINDS = ["status", "header", "field", "enumeration value", "read", "effect"] as const;

/** One of `KINDS`. */
export type Kind = (typeof KINDS)[number];

/** A part of an operation that needs proof, such as the status `304 without content` or the effect of `query limit`. */
export interface Part {
  readonly kind: Kind;
  readonly name: string;
}

/** All parts of an operation that need proof. */
export function partsOf(operation: Operation): Part[] {
  return [...responsePartsOf(operation.responses), ...inputPartsOf(operation)];
}

/** Handlers do not read header parameters: the server handles them. */
function inputPartsOf(operation: Operation): Part[] {
  return inputsOf(operation).flatMap((name): Part[] => {
    const effect: Part = { kind: "effect", name };
    return name.startsWith("header ") ? [effect] : [{ kind: "read", name }, effect];
  });
}

/** The parts of an event that need proof. */
export function eventPartsOf({ sent }: Webhook): Part[] {
  return responsePartsOf({ [EVENT]: sent });
}

/** The parts of documented responses that need proof. */
export function responsePartsOf(responses: ResponsesObject): Part[] {
  const parts = Object.entries(responses).flatMap(([status, response]): Part[] => [
    ...typesOf(response).map((type): Part => ({ kind: "status", name: statusName(status, type, response) })),
    ...Object.keys(response.headers ?? {}).map((name): Part => ({ kind: "header", name: `${status} ${name}` })),
    ...bodySchemasOf(response).flatMap((schema) => [...schemaParts(groupOf(status), "", schema)]),
  ]);
  return [...new Map(parts.map((part) => [`${part.kind} ${part.name}`, part])).values()];
}

/** The content types of a response; `[undefined]` for a response without content. */
function typesOf({ content = {} }: ResponseObject): readonly (string | undefined)[] {
  const types = Object.keys(content);
  return types.length > 0 ? types : [undefined];
}

/**
 * Such as `200 image/webp` or `304 without content`; for JSON only the status, such as `200`. Problem details beside JSON
 * have one name for all statuses.
 */
function statusName(status: Status | string, type = "without content", { content = {} }: ResponseObject): string {
  if (type === PROBLEM_MEDIA_TYPE && JSON_MEDIA_TYPE in content) return `${groupOf(status)} ${type}`;
  return type === JSON_MEDIA_TYPE ? String(status) : `${status} ${type}`;
}

function* schemaParts(group: string, path: string, schema: unknown): Iterable<Part> {
  if (!isRecord(schema)) return;
  for (const value of enumOf(schema)) yield valuePart(group, path, value);
  for (const { name, field, isRequired } of fieldsOf(schema)) {
    const fieldPath = `${path}/${name}`;
    if (!isRequired) yield* [fieldPart(group, fieldPath, true), fieldPart(group, fieldPath, false)];
    yield* schemaParts(group, fieldPath, field);
  }
  yield* schemaParts(group, `${path}[]`, schema.items);
}

/** The parts that a response proves. */
export function partsProvedBy({ documented, status, type, headers, text }: Proof): Part[] {
  const names = Object.keys(documented.headers ?? {}).filter((name) => headers[name.toLowerCase()] !== undefined);
  const schema = type !== undefined && isJson(type) ? documented.content?.[type]?.schema : undefined;
  const body: unknown = schema === undefined ? undefined : JSON.parse(text);
  return [
    { kind: "status", name: statusName(status, type, documented) },
    ...names.map((name): Part => ({ kind: "header", name: `${status} ${name}` })),
    ...bodyParts(groupOf(status), "", schema, body),
  ];
}

function* bodyParts(group: string, path: string, schema: unknown, value: unknown): Iterable<Part> {
  if (!isRecord(schema)) return;
  if (enumOf(schema).includes(value)) yield valuePart(group, path, value);
  if (Array.isArray(value)) for (const entry of value) yield* bodyParts(group, `${path}[]`, schema.items, entry);
  if (!isRecord(value)) return;
  for (const { name, field, isRequired } of fieldsOf(schema)) {
    const fieldPath = `${path}/${name}`;
    if (!isRequired) yield fieldPart(group, fieldPath, value[name] !== undefined);
    if (value[name] !== undefined) yield* bodyParts(group, fieldPath, field, value[name]);
  }
}

/** The failures of an operation share their schema, so a field counts for all of them together. */
function groupOf(status: Status | string): string {
  return Number(status) >= 400 ? "failure" : String(status);
}

function fieldPart(group: string, path: string, isPresent: boolean): Part {
  return { kind: "field", name: `${group} ${path} ${isPresent ? "present" : "absent"}` };
}

function valuePart(group: string, path: string, value: unknown): Part {
  return { kind: "enumeration value", name: `${group} ${path} ${JSON.stringify(value)}` };
}

function bodySchemasOf({ content = {} }: ResponseObject): readonly (JsonSchema | undefined)[] {
  return Object.entries(content).flatMap(([type, { schema }]) => (isJson(type) ? [schema] : []));
}

function enumOf({ enum: values }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}

function fieldsOf({ properties, required = [] }: Readonly<Record<string, unknown>>) {
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, field]) => ({
    name,
    field,
    isRequired: Array.isArray(required) && required.includes(name),
  }));
}
