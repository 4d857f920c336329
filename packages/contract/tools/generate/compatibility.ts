import { JSON_MEDIA_TYPE, PROBLEM_MEDIA_TYPE } from "../../src/media-types.ts";
import { isRecord } from "../../src/record.ts";
import { withoutUnused, withoutWebhooks } from "./without-webhooks.ts";

/** A change to the derived JSON files of the contracts, for tools that fail on what OpenAPI allows. */
export interface CompatibilityRule {
  /** What changes, as a sentence in Markdown. */
  readonly change: string;
  /** The tools that need it. */
  readonly tools: string;
  /** The tools' own issues about it. */
  readonly issues: readonly string[];
  /** Returns the changed document. */
  readonly apply: (document: Part) => Part;
}

type Part = Readonly<Record<string, unknown>>;

/** Changes one field of an object. Undefined removes the field. */
type Change = (name: string, value: unknown, parent: string) => unknown;

/** Rules that change which values are valid. They apply before a document is converted to 3.0. */
export const NARROWING_RULES: readonly CompatibilityRule[] = [
  {
    change: "`webhooks` are left out, and what only they use. The YAML file and OpenAPI 3.2 have them.",
    tools: "oapi-codegen",
    issues: [],
    apply: (document) => ({ ...withoutWebhooks(document) }),
  },
  {
    change: "A failure is JSON, and not problem details too, which clients get only if they ask for them.",
    tools: "oapi-codegen, openapi-typescript, orval (types of failures)",
    issues: [],
    apply: (document) => withoutUnused(document, mapFields(document, "", withoutProblems)),
  },
  {
    change: "A list or a value of another type, as `[array, string]`, becomes the list alone.",
    tools: "openapi-generator (Java)",
    issues: [],
    apply: (document) => mapObjects(document, listAlone),
  },
  {
    change:
      "An enumeration with null or a default has neither null nor an empty text nor those that begin with a space or `+`.",
    tools: "openapi-zod-client, openapi-generator (names of values that would be the same)",
    issues: [],
    apply: (document) => mapObjects(document, withoutOtherSpellings),
  },
  {
    change:
      "A boolean or an integer with one value (`const`) is any boolean or integer. The description names the value.",
    tools: "openapi-generator (C#, Kotlin, PHP, Ruby, Rust, Swift)",
    issues: [],
    apply: (document) =>
      mapObjects(document, (part) => (isBooleanOrNumber(part.const) ? without(part, "const") : part)),
  },
  {
    change: "A pattern has `\\x00` for `\\u0000`, and does not exclude characters above `\\u00ff` by their number.",
    tools: "openapi-generator (PHP)",
    issues: [],
    apply: (document) =>
      mapObjects(document, (part) =>
        typeof part.pattern === "string" ? { ...part, pattern: withoutUnicodeEscapes(part.pattern) } : part,
      ),
  },
  {
    change: "A time (`date-time`) has no `pattern`.",
    tools: "openapi-generator (PHP, Ruby), which compare it with their objects for times",
    issues: [],
    apply: (document) =>
      mapObjects(document, (part) => (part.format === "date-time" ? without(part, "pattern") : part)),
  },
  {
    change:
      "A choice (`anyOf`) of a date and a time is the time, and of a text and the empty one the text. " +
      "The server accepts the other too.",
    tools: "ogen",
    issues: [],
    apply: (document) => mapObjects(document, withoutChoice),
  },
  {
    change: "A number that is 1 or more by default has a minimum of 1 instead of a negative one.",
    tools: "all, whose users should not send less than 1",
    issues: [],
    apply: (document) => mapObjects(document, withPositiveMinimum),
  },
  {
    change: "A schema with `parentId` does not have `parent.$id`, whose name would become the same.",
    tools: "oapi-codegen, openapi-generator (Python)",
    issues: [],
    apply: (document) =>
      mapFields(document, "", (name, value) =>
        name === "properties" && isRecord(value) && "parentId" in value ? without(value, "parent.$id") : value,
      ),
  },
  {
    change: "A field named `$ref` is not required, because examples do not have it.",
    tools: "Prism, Redocly, Spectral",
    issues: [],
    apply: (document) => mapObjects(document, withoutRequiredReference),
  },
];

/** All other rules, in the order in which they are applied. The YAML files are the source and are not changed. */
export const COMPATIBILITY_RULES: readonly CompatibilityRule[] = [
  {
    change: "Examples have no field named `$ref`: tools resolve it as a reference.",
    tools: "hey-api, kubb, oazapfts, openapi-zod-client, orval, Prism, Scalar, Spectral",
    issues: [
      "https://github.com/APIDevTools/swagger-parser/issues/160",
      "https://github.com/stoplightio/spectral/issues/2830",
    ],
    apply: withoutReferenceFields,
  },
  {
    change: "The `requestBody` of a link is left out where it is not a string.",
    tools: "openapi-generator",
    issues: ["https://github.com/swagger-api/swagger-parser/pull/883"],
    apply: (document) =>
      mapFields(document, "", (_name, value, parent) =>
        parent === "links" && isRecord(value) && isRecord(value.requestBody) ? without(value, "requestBody") : value,
      ),
  },
  {
    change: "The `encoding` of a form, with the media types of its file, is left out.",
    tools: "ogen",
    issues: ["https://github.com/ogen-go/ogen/issues/1159"],
    apply: (document) =>
      mapFields(document, "", (name, value, parent) =>
        name === "multipart/form-data" && parent === "content" && isRecord(value) ? without(value, "encoding") : value,
      ),
  },
  {
    change:
      "Several types of a schema, such as `[object, integer]`, become `oneOf`, with one type and its keywords each.",
    tools: "hey-api, kubb, oapi-codegen, openapi-generator (Rust, TypeScript)",
    issues: ["https://github.com/oapi-codegen/oapi-codegen/issues/373"],
    apply: (document) => mapObjects(document, withOneType),
  },
  {
    change: '`const: ""` becomes `enum: [""]`.',
    tools: "kubb",
    issues: ["https://github.com/kubb-labs/kubb/pull/3605"],
    apply: (document) =>
      mapObjects(document, (part) => (part.const === "" ? { ...without(part, "const"), enum: [""] } : part)),
  },
  {
    change: "An integer has the format `int64`, and a number `double`, except in enumerations.",
    tools: "oapi-codegen, openapi-generator (C#, Go, Java, Kotlin, Rust)",
    issues: [],
    apply: (document) => mapObjects(document, withNumberFormat),
  },
  {
    change: "A file has the format `binary`, beside `contentMediaType`.",
    tools: "openapi-generator, openapi-python-client",
    issues: [],
    apply: (document) =>
      mapObjects(document, (part) =>
        typeof part.contentMediaType === "string" ? { ...part, format: "binary" } : part,
      ),
  },
];

/** Applies the narrowing rules to an OpenAPI document, 3.1. */
export function toNarrow(document: object): object {
  return applyAll(NARROWING_RULES, document);
}

/** Applies the other rules to an OpenAPI document, 3.0 or 3.1. */
export function toCompatible(document: object): object {
  return applyAll(COMPATIBILITY_RULES, document);
}

function applyAll(rules: readonly CompatibilityRule[], document: object): object {
  return rules.reduce<Part>((changed, { apply }) => apply(changed), { ...document });
}

function typesOf({ type }: Part): string[] {
  return Array.isArray(type) ? type.map(String) : [];
}

function withoutProblems(name: string, value: unknown): unknown {
  return name === "content" && isRecord(value) && JSON_MEDIA_TYPE in value ? without(value, PROBLEM_MEDIA_TYPE) : value;
}

function listAlone(schema: Part): Part {
  const types = typesOf(schema);
  if (!types.includes("array") || types.length === 1) return schema;
  const { string = [], integer = [], object = [] } = KEYWORDS_OF_TYPE;
  const others = [...string, ...integer, ...object];
  return { ...Object.fromEntries(Object.entries(schema).filter(([name]) => !others.includes(name))), type: "array" };
}

/** What an enumeration accepts although leaving it out, or the same without its first character, means as much. */
const OTHER_SPELLING = /^$|^[ +]/;

function withoutOtherSpellings(schema: Part): Part {
  const { enum: values } = schema;
  if (!Array.isArray(values) || !(values.includes(null) || "default" in schema)) return schema;
  const kept = values.filter((value) => value !== null && !OTHER_SPELLING.test(String(value)));
  const types = [schema.type].flat().filter((type) => type !== "null");
  return { ...schema, type: types.length === 1 ? types[0] : types, enum: kept };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

function withoutChoice(schema: Part): Part {
  const { anyOf, examples, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const kept = anyOf.filter((choice) => isRecord(choice) && choice.const !== "" && choice.format !== "date");
  const [only] = kept;
  if (kept.length !== 1 || !isRecord(only)) return schema;
  const choice = { ...rest, ...only };
  if (!Array.isArray(examples)) return choice;
  return { ...choice, examples: examples.filter((example) => example !== "" && !DATE.test(String(example))) };
}

function withPositiveMinimum(schema: Part): Part {
  const { minimum } = schema;
  return Number(schema.default) >= 1 && Number(minimum) < 0 ? { ...schema, minimum: 1 } : schema;
}

/** PCRE has no `\\u`, and JavaScript no `\\x` with four digits. */
function withoutUnicodeEscapes(pattern: string): string {
  return pattern.replaceAll(/\\u00([0-9a-f]{2})/gi, "\\x$1").replaceAll(/\\u[0-9a-f]{4}/gi, "");
}

function isBooleanOrNumber(value: unknown): boolean {
  return typeof value === "boolean" || typeof value === "number";
}

/** Without a format, tools generate 32-bit numbers. */
const NUMBER_FORMATS: ReadonlyMap<unknown, string> = new Map([
  ["integer", "int64"],
  ["number", "double"],
]);

function withNumberFormat(schema: Part): Part {
  const types = [schema.type].flat().filter((type) => type !== "null");
  const format = types.length === 1 && schema.enum === undefined ? NUMBER_FORMATS.get(types[0]) : undefined;
  return format === undefined ? schema : { type: schema.type, format, ...schema };
}

function withoutReferenceFields(document: Part): Part {
  return mapFields(document, "", (name, value) => {
    if (name === "example") return withoutReferences(value);
    if (name !== "examples" || !isRecord(value)) return value;
    if (Array.isArray(value)) return value.map(withoutReferences);
    // Example Objects, which may themselves be references.
    const entries = Object.entries(value).map(([key, example]) => {
      const isExample = isRecord(example) && "value" in example;
      return [key, isExample ? { ...example, value: withoutReferences(example.value) } : example];
    });
    return Object.fromEntries(entries);
  });
}

function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences);
  return isRecord(value) ? mapObjects(value, (part) => without(part, "$ref")) : value;
}

function withoutRequiredReference(schema: Part): Part {
  const { required } = schema;
  return Array.isArray(required) && required.includes("$ref")
    ? { ...schema, required: required.filter((name) => name !== "$ref") }
    : schema;
}

const NUMBER_KEYWORDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/** Keywords that restrict values of one type. */
export const KEYWORDS_OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  object: ["properties", "required", "additionalProperties", "minProperties", "maxProperties", "dependentRequired"],
  array: ["items", "minItems", "maxItems", "uniqueItems"],
  string: ["pattern", "minLength", "maxLength"],
  integer: NUMBER_KEYWORDS,
  number: NUMBER_KEYWORDS,
};

/** A schema with several types besides null as the choice between them. */
function withOneType(schema: Part): Part {
  const types = Array.isArray(schema.type) ? schema.type.map(String) : [];
  if (types.filter((type) => type !== "null").length < 2) return schema;
  const isOfType = (keyword: string) => Object.values(KEYWORDS_OF_TYPE).some((keywords) => keywords.includes(keyword));
  const rest = Object.entries(schema).filter(([keyword]) => keyword !== "type" && !isOfType(keyword));
  const oneOf = types.map((type) => ({
    type,
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => KEYWORDS_OF_TYPE[type]?.includes(keyword))),
  }));
  return { ...Object.fromEntries(rest), oneOf };
}

/** Changes all fields of an object and of the objects in it. Lists are not changed, only their items are. */
function mapFields(part: Part, parent: string, change: Change): Part {
  const fields = Object.entries(part).map(([name, value]) => {
    const changed = change(name, value, parent);
    return [name, mapValue(changed, name, change)] as const;
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Changes an object and all objects in it, also in lists. */
function mapObjects(part: Part, change: (part: Part) => Part): Part {
  const map = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(map);
    return isRecord(value) ? mapObjects(value, change) : value;
  };
  return Object.fromEntries(Object.entries(change(part)).map(([name, value]) => [name, map(value)]));
}

function mapValue(value: unknown, name: string, change: Change): unknown {
  if (Array.isArray(value)) return value.map((item) => mapValue(item, name, change));
  return isRecord(value) ? mapFields(value, name, change) : value;
}

function without(part: Part, name: string): Part {
  return Object.fromEntries(Object.entries(part).filter(([field]) => field !== name));
}
