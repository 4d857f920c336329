import type { Document } from "../../src/contract.ts";
import { isRecord } from "../../src/record.ts";

type Part = Readonly<Record<string, unknown>>;

/** What is copied unchanged: schemas, which are the same in both versions, and values of examples. */
const UNCHANGED = ["schema", "schemas", "value"];

const SCHEMA = "#/components/schemas/";

/**
 * Writes an OpenAPI 3.1 document in 3.2, with what that adds: tags have a `summary` and a `kind`, values of examples are
 * `dataValue`, because they are JSON before it is serialised, and content that is no more than a named schema is in
 * `components.mediaTypes`.
 */
export function toOpenApi32(document: Document): object {
  const mediaTypes: Record<string, unknown> = {};
  const converted = convert({ ...document }, mediaTypes);
  return {
    ...converted,
    openapi: "3.2.0",
    ...(document.tags !== undefined && { tags: document.tags.map(toTag) }),
    ...(Object.keys(mediaTypes).length > 0 && {
      components: { ...(isRecord(converted.components) ? converted.components : {}), mediaTypes },
    }),
  };
}

/** The fields of a part, converted. Adds to `mediaTypes`, by name. */
function convert(part: Part, mediaTypes: Record<string, unknown>): Part {
  return mapFields(part, (name, value) => {
    if (UNCHANGED.includes(name)) return value;
    if (name === "content" && isRecord(value))
      return mapFields(value, (_type, media) => toMediaType(media, mediaTypes));
    if (name === "examples" && isRecord(value)) return mapFields(value, (_name, example) => toExample(example));
    return convertValue(value, mediaTypes);
  });
}

function convertValue(value: unknown, mediaTypes: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((entry) => convertValue(entry, mediaTypes));
  return isRecord(value) ? convert(value, mediaTypes) : value;
}

/** A reference to a named media type, if this one has no more than a named schema. */
function toMediaType(media: unknown, mediaTypes: Record<string, unknown>): unknown {
  if (!isRecord(media)) return media;
  const { schema, ...more } = media;
  const reference = isRecord(schema) && Object.keys(more).length === 0 ? schema.$ref : undefined;
  if (typeof reference !== "string" || !reference.startsWith(SCHEMA)) return convert(media, mediaTypes);
  const name = reference.slice(SCHEMA.length);
  mediaTypes[name] = media;
  return { $ref: `#/components/mediaTypes/${name}` };
}

function toExample(example: unknown): unknown {
  if (!isRecord(example) || !("value" in example)) return example;
  const { value, ...described } = example;
  return { ...described, dataValue: value };
}

function toTag({ name, ...described }: { readonly name: string }): object {
  return { name, summary: name.charAt(0).toUpperCase() + name.slice(1), ...described, kind: "nav" };
}

function mapFields(part: Part, map: (name: string, value: unknown) => unknown): Part {
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, map(name, value)]));
}
