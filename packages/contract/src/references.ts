import { isRecord } from "./record.ts";

/** Keywords whose values are arbitrary JSON, in which a `$ref` is not a reference. */
const DATA = new Set(["const", "default", "enum", "example", "examples"]);

/** Keywords whose values are maps with free keys: a key such as `default` is not a keyword there. */
const NAMED = new Set([
  "headers",
  "links",
  "parameters",
  "properties",
  "requestBodies",
  "responses",
  "schemas",
  "securitySchemes",
  "webhooks",
]);

/**
 * The one extension that has responses of the contract. In others, which are for other tools, nothing is a reference.
 */
const OUTSIDE = "x-outside-operations";

/** What may be next to a `$ref` without a meaning for the server. */
const ANNOTATIONS = new Set([
  ...["summary", "description", "title", "deprecated", "readOnly", "writeOnly", "example", "examples"],
  ...["externalDocs", "xml", "$comment"],
]);

/**
 * Copies a document with each reference replaced by its target. References to the same target become the same object.
 * Other keywords next to a reference in a schema apply too (JSON Schema 2020-12, section 8.2.3.1), as in an `allOf`. A
 * property of a schema that is named `$ref` is not a reference. Throws when a reference has no target in the document.
 */
export function resolveReferences<T extends object>(document: T): T {
  const copies = new Map<object, object>();

  function resolve(value: unknown): unknown {
    if (!isRecord(value)) return value;
    const { $ref: reference, ...siblings } = value;
    if (typeof reference !== "string") return copyOf(value, resolveKeyword);
    const target = resolve(targetOf(reference, document));
    const more = Object.entries(siblings).filter(([name]) => !ANNOTATIONS.has(name) && !isExtension(name));
    if (more.length === 0) return target;
    const own = Object.fromEntries(more.map(([name, one]) => [name, resolveKeyword(name, one)]));
    return { ...own, allOf: [target, own.allOf ?? []].flat() };
  }

  function resolveKeyword(name: string, value: unknown): unknown {
    if (DATA.has(name) || isExtension(name) || !isRecord(value)) return value;
    return NAMED.has(name) ? copyOf(value, (_name, named) => resolve(named)) : resolve(value);
  }

  function copyOf(value: object, resolveEach: (name: string, value: unknown) => unknown): object {
    const existing = copies.get(value);
    if (existing !== undefined) return existing;
    // Copies arrays too, by index.
    const copy = (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
    // Stored before its fields are copied, because they may contain references to it.
    copies.set(value, copy);
    for (const [name, field] of Object.entries(value)) copy[name] = resolveEach(name, field);
    return copy;
  }

  // The cast is safe: except for its references, a copy has the type of the original.
  return resolve(document) as T;
}

function isExtension(name: string): boolean {
  return name.startsWith("x-") && name !== OUTSIDE;
}

/**
 * Finds the target of a reference, a JSON Pointer as a URI fragment such as `#/a/b` (RFC 6901). It may be a reference
 * itself. Throws when there is none.
 */
export function targetOf(reference: string, document: object): unknown {
  const [start, ...names] = reference.split("/").map(toName);
  const target = names.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), document);
  if (start !== "#" || target === undefined)
    throw new Error(`The reference ${reference} has no target in the contract.`);
  return target;
}

function toName(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}
