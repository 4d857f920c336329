import { inside, mapping, on, type Part, type Visit } from "./rule.ts";

/** The formats that the server's validator knows. */
const FORMATS = [
  "date",
  "time",
  "date-time",
  "duration",
  "uri",
  "uri-reference",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
  "password",
];

/** What a schema must not hold: the validator refuses it, or nothing comes of it. */
export const schemaRules = {
  "no-example": on("Schema", (schema) => refused(schema, "example", 'write "examples"')),
  "no-discriminator": on("Schema", (schema) =>
    refused(schema, "discriminator", "tell the branches of anyOf apart by a const"),
  ),
  "no-unevaluated-properties": on("Schema", (schema) =>
    refused(schema, "unevaluatedProperties", 'write "additionalProperties"'),
  ),
  "no-nullable": on("Schema", (schema) => refused(schema, "nullable", "write type: [string, 'null']")),
  "no-extension": on("Schema", (schema) => {
    const extension = Object.keys(schema).find((key) => key.startsWith("x-"));
    return extension && `"${extension}" stands inside a schema; put it on what has the schema.`;
  }),
  "known-format": on("Schema", ({ format }) => {
    if (format === undefined || FORMATS.includes(String(format))) return undefined;
    return `The validator does not know the format "${format}"; write a pattern.`;
  }),
  "bounded-text": inside("RequestBody", textWithoutBounds),
  "bounded-parameter": on("Parameter", (parameter, visit) => {
    const schema = mapping(parameter, "schema", visit);
    const isNumber = schema.type === "integer" || schema.type === "number";
    // A parameter is read from text, in which 1e999 is Infinity.
    if (isNumber && schema.maximum === undefined) return `The number "${parameter.name}" needs a maximum.`;
    return parameter.in === "header" ? undefined : textWithoutBounds(schema);
  }),
  "flat-body": inside("RequestBody", (schema, visit) => {
    const branches = [schema.anyOf, schema.oneOf, schema.allOf].flat().map((branch) => visit.resolve(branch).node);
    const isOfObjects = branches.some((branch) => mapping({ branch }, "branch").properties !== undefined);
    return isOfObjects
      ? "A choice between objects in a body loses the fields that one branch does not know; write one object."
      : undefined;
  }),
  "closed-response": inside("Response", ({ type, additionalProperties }) => {
    if (type !== "object" || additionalProperties === false) return undefined;
    return 'An object in a response needs "additionalProperties: false", so that no other field leaves the server.';
  }),
  "no-recursion": on("Schema", (schema, visit) => {
    return holdsItself(schema, visit) ? "A schema that holds itself does not boot; give it a depth." : undefined;
  }),
};

function refused(schema: Part, keyword: string, instead: string): string | undefined {
  return keyword in schema ? `A schema may not hold "${keyword}"; ${instead}.` : undefined;
}

/** What a client may send has an end, and holds no NUL. */
function textWithoutBounds({ type, format, pattern, maxLength, ...rest }: Part): string | undefined {
  const isBound = rest.enum !== undefined || rest.const !== undefined || rest.contentMediaType !== undefined;
  if (type !== "string" || isBound) return undefined;
  if (format === "date" || format === "date-time" || /^\^.*\{\d+\}\$$/.test(String(pattern))) return undefined;
  const refusesNul = pattern !== undefined || (format !== undefined && format !== "password");
  return refusesNul && maxLength !== undefined
    ? undefined
    : "Text that a client sends needs a maxLength, and a pattern or format that refuses NUL.";
}

/** Whether a part, or one that it refers to, leads back to one above it. */
function holdsItself(part: unknown, visit: Visit, above: readonly unknown[] = []): boolean {
  if (typeof part !== "object" || part === null) return false;
  const { node } = visit.resolve(part);
  return (
    above.includes(node) || Object.values(Object(node)).some((child) => holdsItself(child, visit, [...above, node]))
  );
}
