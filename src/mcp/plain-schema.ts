import type { Document, JsonSchema } from "#contract/contract";
import { isRecord } from "#contract/record";
import { targetOf } from "#contract/references";

/** Keywords whose values are data, not schemas. */
const DATA = new Set(["const", "default", "enum", "required"]);

/**
 * Keywords that are left out: some say nothing about a value, and patterns would take a tenth of the list of tools. The
 * server checks them when a tool is called.
 */
const OMITTED = new Set(["$comment", "example", "examples", "externalDocs", "pattern", "title", "xml"]);

/** What next to a reference replaces the same keyword of its target. */
const ANNOTATIONS = new Set(["default", "description"]);

type Use = "arguments" | "result";

/** Functions that copy the schemas of a document, each for one use of them. */
export interface PlainSchemas {
  /** The value or the target of the reference that it is. */
  readonly resolve: (value: unknown) => unknown;
  /**
   * The schema without references, as JSON Schema 2020-12. A description next to a reference replaces that of its
   * target. Schemas of results have no descriptions, and do not say that there are no other fields.
   */
  readonly toPlain: (schema: unknown, use: Use) => JsonSchema;
}

/** Reads the schemas of a document whose references are not resolved. No schema may contain itself. */
export function plainSchemas(document: Document): PlainSchemas {
  const resolve = (value: unknown): unknown =>
    isRecord(value) && typeof value.$ref === "string" ? resolve(targetOf(value.$ref, document)) : value;
  return { resolve, toPlain };

  function toPlain(schema: unknown, use: Use): JsonSchema {
    if (!isRecord(schema)) return {};
    const { $ref: reference, ...rest } = schema;
    const own = Object.entries(rest).flatMap(([keyword, value]) => {
      if (OMITTED.has(keyword) || keyword.startsWith("x-")) return [];
      if (use === "result" && ["additionalProperties", "description"].includes(keyword)) return [];
      if (keyword === "description") return [[keyword, toLine(String(value))] as const];
      return [[keyword, plainValue(keyword, value, use)] as const];
    });
    if (typeof reference !== "string") return Object.fromEntries(own);
    const target = toPlain(resolve(schema), use);
    const isAnnotated = own.every(([keyword]) => ANNOTATIONS.has(keyword));
    return isAnnotated ? { ...target, ...Object.fromEntries(own) } : { ...Object.fromEntries(own), allOf: [target] };
  }

  function plainValue(keyword: string, value: unknown, use: Use): unknown {
    if (DATA.has(keyword) || !isRecord(value)) return value;
    if (Array.isArray(value)) return value.map((each) => (isRecord(each) ? toPlain(each, use) : each));
    if (keyword !== "properties") return toPlain(value, use);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toPlain(each, use)]));
  }
}

/** A text of several lines as one line. */
export function toLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
