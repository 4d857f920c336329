import type { Json, JsonNode } from "./nodes.ts";

// Reads values of a JSON text, of which nothing is known.

/** A text, or a number as text; undefined for other values, and for an empty text. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A field of an object; undefined of other values. */
export function fieldOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined;
}

/** The texts of a list, or the names, titles or labels of its objects. */
export function textsOf(value: Json | undefined): string[] {
  if (!isList(value)) return [];
  return value
    .map((entry) => textOf(isObject(entry) ? (entry.name ?? entry.title ?? entry.label) : entry))
    .filter((text) => text !== undefined);
}

/** The objects of a list. */
export function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

/** The start of a node, to show what can't be read. */
export function shown({ fields }: JsonNode): string {
  return JSON.stringify(fields).slice(0, 1000);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
