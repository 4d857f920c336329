import { mergeSchema } from "../../src/merged-schemas.ts";
import { fieldProblemsOf } from "../../src/unknown-fields.ts";
import { inside, isMapping, type Mapping, mappingAt, on, toMapping, type Visit } from "./rule.ts";

/** Rules for schemas: no keywords that the validator rejects or ignores. */
export const schemaRules = {
  "no-example": on("Schema", (schema) => forbidden(schema, "example", 'write "examples"')),
  "no-discriminator": on("Schema", (schema) =>
    forbidden(schema, "discriminator", "distinguish the branches of anyOf by a const"),
  ),
  "no-unevaluated-properties": on("Schema", (schema) =>
    forbidden(schema, "unevaluatedProperties", 'write "additionalProperties"'),
  ),
  "no-nullable": on("Schema", (schema) => forbidden(schema, "nullable", "write type: [string, 'null']")),
  "no-extension": on("Schema", (schema) => {
    const extension = Object.keys(schema).find((key) => key.startsWith("x-"));
    return (
      extension && `"${extension}" is inside a schema; move it to the parameter, header or body that has the schema.`
    );
  }),
  "flat-body": on("RequestBody", (body, visit) => {
    const schemas = Object.values(mappingAt(body, "content")).map((media) => toMapping(media).schema);
    const [problem] = schemas.flatMap((schema) => fieldProblemsOf(mergeSchema(resolveAll(schema, visit))));
    return problem && `The server drops unknown fields, and can't tell which these are in the body: ${problem}`;
  }),
  "closed-response": inside("Response", ({ type, additionalProperties }) => {
    // A schema describes what clients stored under names of their own.
    if (type !== "object" || additionalProperties === false || isMapping(additionalProperties)) return undefined;
    return 'An object in a response needs "additionalProperties: false", so that the server sends no other field.';
  }),
  "no-recursion": on("Schema", (schema, visit) => {
    return isRecursive(schema, visit)
      ? "The server does not start with a recursive schema; write out a fixed depth."
      : undefined;
  }),
};

function forbidden(schema: Mapping, keyword: string, instead: string): string | undefined {
  return keyword in schema ? `A schema must not contain "${keyword}"; ${instead}.` : undefined;
}

/** A schema with its references resolved; a reference to itself, which `no-recursion` reports, allows anything. */
function resolveAll(value: unknown, visit: Visit, ancestors: readonly unknown[] = []): unknown {
  const { node } = visit.resolve(value);
  if (typeof node !== "object" || node === null) return node;
  if (ancestors.includes(node)) return {};
  const resolve = (child: unknown) => resolveAll(child, visit, [...ancestors, node]);
  if (Array.isArray(node)) return node.map(resolve);
  return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, resolve(child)]));
}

/** Whether a node contains itself or one of its ancestors, directly or through references. */
function isRecursive(value: unknown, visit: Visit, ancestors: readonly unknown[] = []): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { node } = visit.resolve(value);
  if (ancestors.includes(node)) return true;
  const children = Array.isArray(node) || isMapping(node) ? Object.values(node) : [];
  return children.some((child) => isRecursive(child, visit, [...ancestors, node]));
}
