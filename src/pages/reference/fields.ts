import { html } from "ghtml";
import type { JsonSchema } from "#contract/contract";
import { isRecord } from "#contract/record";
import type { Guide } from "./guide.ts";
import { renderInline } from "./markdown.ts";

type Words = Guide["texts"]["fields"];

/** Deeper objects are not shown. */
const MAX_DEPTH = 6;

/** Pairs of keywords that bound a value, and what they count. */
const BOUNDS = [
  ["minLength", "maxLength", "characters"],
  ["minItems", "maxItems", "entries"],
  ["minimum", "maximum", undefined],
] as const;

/** A field of an object, or of the objects in a list. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** A field with the names of those around it. */
interface PlacedField extends Field {
  /** Such as `reminder.date`. */
  readonly path: string;
  /** The end of its anchor. */
  readonly anchor: string;
}

/** The fields of an object, or of the objects in a list; none of other schemas. */
export function fieldsIn(schema: JsonSchema): readonly Field[] {
  const { properties, required } = objectIn(schema);
  if (!isRecord(properties)) return [];
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, field]) =>
    isRecord(field) ? [{ name, schema: field, isRequired: names.includes(name) }] : [],
  );
}

/** The fields of a schema at all depths that are shown. */
export function placedFieldsIn(schema: JsonSchema, around?: PlacedField, depth = 0): readonly PlacedField[] {
  if (depth > MAX_DEPTH) return [];
  return fieldsIn(schema).flatMap((field) => {
    const prefix =
      around === undefined ? { path: "", anchor: "" } : { path: `${around.path}.`, anchor: `${around.anchor}.` };
    const placed = { ...field, path: prefix.path + field.name, anchor: prefix.anchor + anchorPart(field) };
    return [placed, ...placedFieldsIn(field.schema, placed, depth + 1)];
  });
}

/** The name of a field in anchors: `parent.$id` differs from `$id` in `parent`. */
function anchorPart({ name }: Field): string {
  return name.replaceAll(".", "-");
}

/**
 * The fields of an object, or of the objects in a list, as nested lists. Empty for other schemas. With `anchor`, each
 * can be the target of a link: its id is the anchor and its path.
 */
export function fieldList(guide: Guide, schema: JsonSchema, anchor?: string, depth = 0): string {
  const fields = depth > MAX_DEPTH ? [] : fieldsIn(schema);
  if (fields.length === 0) return "";
  return html`<ul class="fields">!${fields.map((each) => {
    const { name, schema: field, isRequired } = each;
    const own = anchor === undefined ? undefined : anchor + anchorPart(each);
    return html`<li!${own === undefined ? "" : html` id="${own}"`}><code>${name}</code> !${typeLabel(guide, field, isRequired)}
!${descriptionOf(guide, field)}!${fieldList(guide, field, own && `${own}.`, depth + 1)}</li>
`;
  })}</ul>`;
}

/** The description of a schema, as HTML within a line. */
export function descriptionOf({ english }: Guide, { description }: JsonSchema): string {
  return typeof description === "string" ? html`<span!${english}>!${renderInline(description)}</span>` : "";
}

/** The type of a value with its bounds, such as `string, 1 to 200 characters, or null`. */
export function typeOf(words: Words, schema: JsonSchema): string {
  return [nameOf(words, schema), ...boundsOf(words, schema), ...defaultOf(words, schema)].join(", ");
}

/** Where a value is, if given, its type, and whether it is required, as HTML. */
export function typeLabel(
  { texts: { fields: words } }: Guide,
  schema: JsonSchema,
  isRequired: boolean,
  place?: string,
) {
  const type = [...(place === undefined ? [] : [place]), typeOf(words, schema)].join(", ");
  return html`<span class="type">${type}!${isRequired ? html`, <b>${words.required}</b>` : ""}</span>`;
}

function nameOf(words: Words, { type, const: constant, enum: values, anyOf, items, format }: JsonSchema): string {
  const or = ` ${words.or} `;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(or);
  if (Array.isArray(anyOf))
    return anyOf
      .filter(isRecord)
      .map((schema) => nameOf(words, schema))
      .join(or);
  if (type === "array" && isRecord(items)) return words.listOf(nameOf(words, items));
  const name = Array.isArray(type) ? type.join(or) : String(type ?? words.any);
  return typeof format === "string" ? `${name} (${format})` : name;
}

function boundsOf(words: Words, schema: JsonSchema): string[] {
  return BOUNDS.flatMap(([low, high, unit]) => {
    const [least, most] = [schema[low], schema[high]];
    const suffix = unit === undefined ? "" : ` ${words.units[unit]}`;
    if (least !== undefined && most !== undefined)
      return [(least === most ? `${least}` : words.between(`${least}`, `${most}`)) + suffix];
    if (least !== undefined) return [words.from(`${least}`) + suffix];
    return most === undefined ? [] : [words.to(`${most}`) + suffix];
  });
}

function defaultOf(words: Words, { default: value }: JsonSchema): string[] {
  return value === undefined ? [] : [words.default(JSON.stringify(value))];
}

function objectIn(schema: JsonSchema): JsonSchema {
  return isRecord(schema.items) ? objectIn(schema.items) : schema;
}
