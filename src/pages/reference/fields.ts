import { html } from "ghtml";
import type { JsonSchema } from "#contract/contract";
import { isRecord } from "#contract/record";
import { renderInline } from "./markdown.ts";

/** Deeper objects are not shown. */
const MAX_DEPTH = 6;

/** Pairs of keywords that bound a value, and what they count. */
const BOUNDS = [
  ["minLength", "maxLength", " characters"],
  ["minItems", "maxItems", " entries"],
  ["minimum", "maximum", ""],
] as const;

/** The fields of an object, or of the objects in a list, as nested lists. Empty for other schemas. */
export function fieldsOf(schema: JsonSchema, depth = 0): string {
  const { properties, required } = objectIn(schema);
  if (!isRecord(properties) || depth > MAX_DEPTH) return "";
  const names = Array.isArray(required) ? required : [];
  return html`<ul class="fields">!${Object.entries(properties).map(([name, field]) =>
    isRecord(field) ? fieldOf(name, field, names.includes(name), depth) : "",
  )}</ul>`;
}

function fieldOf(name: string, schema: JsonSchema, isRequired: boolean, depth: number): string {
  return html`<li><code>${name}</code> <span class="type">${typeOf(schema)}!${isRequired ? ", <b>required</b>" : ""}</span>
!${descriptionOf(schema)}!${fieldsOf(schema, depth + 1)}</li>
`;
}

/** The description of a schema, as HTML within a line. */
export function descriptionOf({ description }: JsonSchema): string {
  return typeof description === "string" ? renderInline(description) : "";
}

/** The type of a value with its bounds, such as `string, 1 to 200 characters, or null`. */
export function typeOf(schema: JsonSchema): string {
  return [nameOf(schema), ...boundsOf(schema), ...defaultOf(schema)].join(", ");
}

function nameOf({ type, const: constant, enum: values, anyOf, items, format }: JsonSchema): string {
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" or ");
  if (Array.isArray(anyOf)) return anyOf.filter(isRecord).map(nameOf).join(" or ");
  if (type === "array" && isRecord(items)) return `list of ${nameOf(items)}`;
  const name = Array.isArray(type) ? type.join(" or ") : String(type ?? "any value");
  return typeof format === "string" ? `${name} (${format})` : name;
}

function boundsOf(schema: JsonSchema): string[] {
  return BOUNDS.flatMap(([low, high, unit]) => {
    const [least, most] = [schema[low], schema[high]];
    if (least !== undefined && most !== undefined)
      return [least === most ? `${least}${unit}` : `${least} to ${most}${unit}`];
    if (least !== undefined) return [`at least ${least}${unit}`];
    return most === undefined ? [] : [`at most ${most}${unit}`];
  });
}

function defaultOf({ default: value }: JsonSchema): string[] {
  return value === undefined ? [] : [`default ${JSON.stringify(value)}`];
}

function objectIn(schema: JsonSchema): JsonSchema {
  return isRecord(schema.items) ? objectIn(schema.items) : schema;
}
