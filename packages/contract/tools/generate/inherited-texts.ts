import type { Document, JsonSchema } from "../../src/contract.ts";
import { isRecord } from "../../src/record.ts";

const SCHEMAS = "#/components/schemas/";

/**
 * Returns the document, in which every property that refers to a schema has the description and examples
 * of that schema, unless it has its own. In generated types, editors show only the texts of the property.
 */
export function withInheritedTexts(document: Document): Document {
  const { schemas } = document.components;
  const inherit = (property: unknown) =>
    isRecord(property) ? { ...textsOf(targetOf(property, schemas)), ...property } : property;
  return JSON.parse(JSON.stringify(document), (name, value) => {
    if (name !== "properties" || !isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([field, property]) => [field, inherit(property)]));
  });
}

/** The schema that a property refers to; empty if it refers to none. */
function targetOf({ $ref: reference }: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  if (typeof reference !== "string" || !reference.startsWith(SCHEMAS)) return {};
  return schemas[reference.slice(SCHEMAS.length)] ?? {};
}

function textsOf({ description, examples }: JsonSchema): JsonSchema {
  return { ...(description !== undefined && { description }), ...(examples !== undefined && { examples }) };
}
