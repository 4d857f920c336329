/** Derives one part of a contract. `place` says where it stands, as a JSON Pointer, for errors. Throws where there is no rule for what it holds. */
type Rule = (part: unknown, place: string) => unknown;

type Rules = Readonly<Record<string, Rule>>;

type Part = Readonly<Record<string, unknown>>;

/**
 * An OpenAPI 3.1 document as OpenAPI 3.0.3 says it: the same operations, and schemas that allow the same values. There is a rule for each construct
 * that the contracts have. Anything else throws an error that names its place, so that nothing changes its meaning unseen.
 */
export function toOpenApi30(document: object): object {
  return Object(contract(document, "#"));
}

const keep: Rule = (part) => part;

/** An object with these fields, and with extensions. */
function object(rules: Rules): Rule {
  return (part, place) =>
    mapEntries(part, (name, value) => {
      const rule = ownValue(rules, name) ?? (name.startsWith("x-") ? keep : undefined);
      if (rule === undefined) throw unknown(place, name);
      return rule(value, `${place}/${name}`);
    });
}

/** An object whose names are free. */
function each(rule: Rule): Rule {
  return (part, place) => mapEntries(part, (name, value) => rule(value, `${place}/${name}`));
}

function list(rule: Rule): Rule {
  return (part, place) => Array.from(Object(part), (value, index) => rule(value, `${place}/${index}`));
}

/** What the rule derives, or a reference to it; in 3.0 nothing stands beside a reference. */
function orReference(rule: Rule): Rule {
  const reference = object({ $ref: keep });
  return (part, place) => (Object.hasOwn(Object(part), "$ref") ? reference : rule)(part, place);
}

/** What schemas of both versions say in the same way. */
const SAME_IN_SCHEMAS: Rules = {
  additionalProperties: (part, place) => (typeof part === "boolean" ? part : schema(part, place)),
  anyOf: (part, place) => list(schema)(part, place),
  default: keep,
  description: keep,
  enum: keep,
  format: keep,
  items: (part, place) => schema(part, place),
  maximum: keep,
  maxItems: keep,
  maxLength: keep,
  minimum: keep,
  minItems: keep,
  minLength: keep,
  minProperties: keep,
  pattern: keep,
  properties: (part, place) => each(schema)(part, place),
  required: keep,
};

/** What 3.0 says otherwise: what stands there for a keyword of 3.1. */
const OTHER_IN_SCHEMAS: Readonly<Record<string, (value: unknown) => Part>> = {
  $ref: (target) => ({ allOf: [{ $ref: target }] }),
  const: (value) => ({ enum: [value] }),
  contentMediaType: () => ({ format: "binary" }),
  dependentRequired: (names) => ({ not: { anyOf: Object.entries(Object(names)).map(withoutDependents) } }),
  type: (types) => toType([types].flat()),
};

/** An object that has a field and lacks one that this needs. */
function withoutDependents([field, needed]: [string, unknown]): Part {
  return { required: [field], not: { required: needed } };
}

/** Tools take a number for one of 32 bits unless its format says otherwise. */
const SIZES: Readonly<Record<string, Part>> = { integer: { format: "int64" }, number: { format: "double" } };

/** Null is no type in 3.0, and several types are a choice. */
function toType(types: readonly unknown[]): Part {
  const choices = types
    .filter((type) => type !== "null")
    .map((type) => ({ type, ...SIZES[String(type)], ...(types.includes("null") && { nullable: true }) }));
  if (choices.length === 0) throw new Error("OpenAPI 3.0 has no schema of null alone.");
  return choices.length === 1 ? { ...choices[0] } : { anyOf: choices };
}

function schema(part: unknown, place: string): unknown {
  if (typeof part !== "object" || part === null) throw new Error(`OpenAPI 3.0 has no schema ${part}, at ${place}.`);
  const keywords = Object.entries(part);
  if (keywords.length === 1 && "$ref" in part) return part;
  const derived = keywords.map(([keyword, value]): Part => {
    const same = ownValue(SAME_IN_SCHEMAS, keyword);
    if (same !== undefined) return { [keyword]: same(value, `${place}/${keyword}`) };
    const other = ownValue(OTHER_IN_SCHEMAS, keyword);
    if (other !== undefined) return other(value);
    throw unknown(place, keyword);
  });
  const names = derived.flatMap((keywords) => Object.keys(keywords));
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`OpenAPI 3.0 would say "${twice}" twice, at ${place}.`);
  return Object.assign({}, ...derived);
}

const example = orReference(object({ summary: keep, value: keep }));

const header = orReference(object({ description: keep, required: keep, schema }));

const parameter = orReference(
  object({ name: keep, in: keep, required: keep, description: keep, schema, examples: each(example) }),
);

const content = each(object({ schema, examples: each(example), encoding: each(object({ contentType: keep })) }));

const link = orReference(object({ operationId: keep, description: keep, parameters: keep, requestBody: keep }));

const response = orReference(object({ description: keep, headers: each(header), content, links: each(link) }));

const operation = object({
  operationId: keep,
  tags: keep,
  summary: keep,
  description: keep,
  deprecated: keep,
  security: keep,
  parameters: list(parameter),
  requestBody: orReference(object({ description: keep, required: keep, content })),
  responses: each(response),
});

const contract = object({
  openapi: toVersion,
  info,
  servers: keep,
  tags: keep,
  security: keep,
  paths: each(object({ get: operation, put: operation, post: operation, patch: operation, delete: operation })),
  "x-outside-operations": object({ responses: each(response) }),
  components: object({
    securitySchemes: keep,
    parameters: each(parameter),
    headers: each(header),
    examples: each(example),
    schemas: each(schema),
    responses: each(response),
    links: each(link),
  }),
});

function toVersion(version: unknown, place: string): string {
  if (!String(version).startsWith("3.1.")) throw new Error(`OpenAPI 3.1 is expected, not ${version}, at ${place}.`);
  return "3.0.3";
}

const infoFields = object({
  title: keep,
  version: keep,
  summary: keep,
  description: keep,
  license: object({ name: keep, identifier: keep }),
});

/** The summary begins the description, and the licence is named by the address of its text instead of its identifier. */
function info(part: unknown, place: string): unknown {
  const { summary, description, license, ...rest } = Object(infoFields(part, place));
  return {
    ...rest,
    description: [summary, description].filter((text) => text !== undefined).join("\n\n"),
    license: { name: license.name, url: `https://spdx.org/licenses/${license.identifier}.html` },
  };
}

function mapEntries(part: unknown, map: (name: string, value: unknown) => unknown): Part {
  return Object.fromEntries(Object.entries(Object(part)).map(([name, value]) => [name, map(name, value)]));
}

function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function unknown(place: string, name: string): Error {
  return new Error(
    `There is no rule that says "${name}" in OpenAPI 3.0, at ${place}. Write one in scripts/openapi-3-0.ts.`,
  );
}
