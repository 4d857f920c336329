import { KEYWORDS_OF_TYPE } from "./compatibility.ts";
import { withoutWebhooks } from "./without-webhooks.ts";

/**
 * Converts one part of a contract. `place` is its JSON Pointer, for error messages. Throws if the part
 * has a keyword for which there is no rule.
 */
type Rule = (part: unknown, place: string) => unknown;

type Rules = Readonly<Record<string, Rule>>;

type Part = Readonly<Record<string, unknown>>;

/**
 * Converts an OpenAPI 3.1 document to 3.0.3: the same operations, and schemas that accept the same
 * values. There is a rule for each keyword that the contracts use. Any other keyword throws an error
 * that names its place, so that no meaning changes unnoticed. 3.0 has no webhooks: they are left out.
 */
export function toOpenApi30(document: object): object {
  return convertContract(withoutWebhooks(document), "#");
}

const keep: Rule = (part) => part;

/** A rule for an object that may have only these fields and `x-` extensions. */
function object(rules: Rules) {
  return (part: unknown, place: string): Part =>
    mapEntries(part, (name, value) => {
      const rule = ownValue(rules, name) ?? (name.startsWith("x-") ? keep : undefined);
      if (rule === undefined) throw noRule(place, name);
      return rule(value, `${place}/${name}`);
    });
}

/** A rule for an object whose fields can have any name. */
function each(rule: Rule): Rule {
  return (part, place) => mapEntries(part, (name, value) => rule(value, `${place}/${name}`));
}

function list(rule: Rule): Rule {
  return (part, place) => {
    if (!Array.isArray(part)) throw new Error(`A list is expected at ${place}.`);
    return part.map((value, index) => rule(value, `${place}/${index}`));
  };
}

/** Applies the rule to anything but a reference. In 3.0 a reference has no other fields. */
function orReference(rule: Rule): Rule {
  const reference = object({ $ref: keep });
  return (part, place) => (isPart(part) && Object.hasOwn(part, "$ref") ? reference : rule)(part, place);
}

/** Keywords of schemas that are the same in both versions. */
const SAME_KEYWORDS: Rules = {
  allOf: (part, place) => list(schema)(part, place),
  additionalProperties: (part, place) => (typeof part === "boolean" ? part : schema(part, place)),
  anyOf: (part, place) => list(schema)(part, place),
  default: keep,
  deprecated: keep,
  description: keep,
  enum: keep,
  example: keep,
  externalDocs: keep,
  format: keep,
  items: (part, place) => schema(part, place),
  maximum: keep,
  maxItems: keep,
  maxLength: keep,
  maxProperties: keep,
  minimum: keep,
  minItems: keep,
  minLength: keep,
  minProperties: keep,
  multipleOf: keep,
  not: (part, place) => schema(part, place),
  oneOf: (part, place) => list(schema)(part, place),
  pattern: keep,
  properties: (part, place) => each(schema)(part, place),
  readOnly: keep,
  required: keep,
  title: keep,
  uniqueItems: keep,
  writeOnly: keep,
  xml: keep,
};

/** The replacements in 3.0 for other keywords of schemas. */
const REPLACED_KEYWORDS: Readonly<Record<string, (value: unknown) => Part>> = {
  $ref: (target) => ({ allOf: [{ $ref: target }] }),
  const: (value) => ({ enum: [value] }),
  contentMediaType: () => ({ format: "binary" }),
  exclusiveMaximum: (maximum) => ({ maximum, exclusiveMaximum: true }),
  exclusiveMinimum: (minimum) => ({ minimum, exclusiveMinimum: true }),
  // 3.0 has room for one example.
  examples: (values) => ({ example: toList(values)[0] }),
  dependentRequired: (names) => ({ not: { anyOf: Object.entries(toPart(names)).map(withoutDependents) } }),
  type: (types) => toType([types].flat()),
};

/** Matches objects that have a field and lack one that it depends on. */
function withoutDependents([field, dependents]: [string, unknown]): Part {
  return { required: [field], not: { required: dependents } };
}

/** 3.0 has `nullable` instead of the type null, and `oneOf` instead of several types. One of them may be null. */
function toType(types: readonly unknown[]): Part {
  const choices = types
    .filter((type) => type !== "null")
    .map((type, index) => ({ type, ...(types.includes("null") && index === 0 && { nullable: true }) }));
  if (choices.length === 0) throw new Error("OpenAPI 3.0 has no schema of null alone.");
  return choices.length === 1 ? { ...choices[0] } : { oneOf: choices };
}

function hasSeveralTypes(schema: object): boolean {
  return "type" in schema && [schema.type].flat().filter((type) => type !== "null").length > 1;
}

function schema(part: unknown, place: string): unknown {
  if (typeof part !== "object" || part === null) throw new Error(`OpenAPI 3.0 has no schema ${part}, at ${place}.`);
  const keywords = Object.entries(part);
  if (keywords.length === 1 && "$ref" in part) return part;
  const converted = keywords.map(([keyword, value]): Part => {
    const same = ownValue(SAME_KEYWORDS, keyword);
    if (same !== undefined) return { [keyword]: same(value, `${place}/${keyword}`) };
    const other = ownValue(REPLACED_KEYWORDS, keyword);
    if (other !== undefined) return other(value);
    throw noRule(place, keyword);
  });
  const names = converted.flatMap((keywords) => Object.keys(keywords));
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`OpenAPI 3.0 would need "${twice}" twice, at ${place}.`);
  const merged: Part = Object.assign({}, ...converted);
  return hasSeveralTypes(part) ? withKeywordsInChoice(merged) : merged;
}

/** Moves keywords beside several types to the type that they restrict: 3.0 requires that of `items`, tools of the rest. */
function withKeywordsInChoice({ oneOf, ...keywords }: Part): Part {
  const entries = Object.entries(keywords);
  const isOf = (type: unknown, keyword: string) => ownValue(KEYWORDS_OF_TYPE, String(type))?.includes(keyword) ?? false;
  const choices = toList(oneOf).map(toPart);
  const rest = entries.filter(([keyword]) => !choices.some(({ type }) => isOf(type, keyword)));
  const moved = choices.map((choice) => ({
    ...choice,
    ...Object.fromEntries(entries.filter(([keyword]) => isOf(choice.type, keyword))),
  }));
  return { ...Object.fromEntries(rest), oneOf: moved };
}

const example = orReference(object({ summary: keep, description: keep, value: keep }));

const header = orReference(
  object({ description: keep, required: keep, deprecated: keep, schema, example: keep, examples: each(example) }),
);

const parameter = orReference(
  object({
    name: keep,
    in: keep,
    required: keep,
    description: keep,
    deprecated: keep,
    allowEmptyValue: keep,
    style: keep,
    explode: keep,
    schema,
    example: keep,
    examples: each(example),
  }),
);

const content = each(
  object({ schema, example: keep, examples: each(example), encoding: each(object({ contentType: keep })) }),
);

const link = orReference(object({ operationId: keep, description: keep, parameters: keep, requestBody: keep }));

const response = orReference(object({ description: keep, headers: each(header), content, links: each(link) }));

const requestBody = orReference(object({ description: keep, required: keep, content }));

const operation = object({
  operationId: keep,
  tags: keep,
  summary: keep,
  description: keep,
  externalDocs: keep,
  deprecated: keep,
  security: withoutScopes,
  parameters: list(parameter),
  requestBody,
  responses: each(response),
});

const pathItem = object({
  summary: keep,
  description: keep,
  parameters: list(parameter),
  get: operation,
  put: operation,
  post: operation,
  patch: operation,
  delete: operation,
  head: operation,
  options: operation,
});

const convertContract = object({
  openapi: toVersion,
  info,
  servers: keep,
  tags: keep,
  externalDocs: keep,
  security: keep,
  paths: each(pathItem),
  "x-outside-operations": object({ responses: each(response) }),
  components: object({
    securitySchemes: keep,
    parameters: each(parameter),
    requestBodies: each(requestBody),
    headers: each(header),
    examples: each(example),
    schemas: each(schema),
    responses: each(response),
    links: each(link),
  }),
});

/** In 3.0 only OAuth and OpenID Connect have scopes. The description of a 403 says that one can be missing. */
function withoutScopes(part: unknown, place: string): unknown {
  return list(each(() => []))(part, place);
}

function toVersion(version: unknown, place: string): string {
  if (!String(version).startsWith("3.1.")) throw new Error(`OpenAPI 3.1 is expected, not ${version}, at ${place}.`);
  return "3.0.3";
}

const infoFields = object({
  title: keep,
  version: keep,
  summary: keep,
  description: keep,
  contact: keep,
  termsOfService: keep,
  license: object({ name: keep, identifier: keep, url: keep }),
});

/** 3.0 has no `info.summary`: the description starts with it. The licence gets a URL instead of an identifier. */
function info(part: unknown, place: string): unknown {
  const { summary, description, license, ...rest } = infoFields(part, place);
  return {
    ...rest,
    description: [summary, description].filter((text) => text !== undefined).join("\n\n"),
    ...(license !== undefined && { license: toLicense(toPart(license)) }),
  };
}

function toLicense({ name, identifier, url = `https://spdx.org/licenses/${identifier}.html` }: Part): Part {
  return { name, url };
}

function mapEntries(part: unknown, map: (name: string, value: unknown) => unknown): Part {
  return Object.fromEntries(Object.entries(toPart(part)).map(([name, value]) => [name, map(name, value)]));
}

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null;
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toPart(value: unknown): Part {
  return isPart(value) ? value : {};
}

function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function noRule(place: string, name: string): Error {
  return new Error(
    `There is no rule to write "${name}" in OpenAPI 3.0, at ${place}. Leave "3.0" out of "documents" in contract.config.json.`,
  );
}
