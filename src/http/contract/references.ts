import { isRecord } from "../record.ts";

/** Keywords whose values are data: a `$ref` in them is not a reference. */
const DATA = new Set(["const", "default", "enum", "example", "examples"]);

/** Keywords whose values map author-chosen names, which may equal a keyword, to objects. */
const NAMED = new Set(["headers", "parameters", "properties", "responses", "schemas"]);

/**
 * Copies a document with each reference replaced by its target. References to one target share one
 * object. A property named `$ref` is not a reference. Throws when a reference has no target in the
 * document.
 */
export function resolveReferences<T extends object>(document: T): T {
  const copies = new Map<object, object>();

  function resolve(value: unknown): unknown {
    if (!isRecord(value)) return value;
    const reference = value.$ref;
    return typeof reference === "string" ? resolve(targetOf(reference, document)) : copyOf(value, resolveKeyword);
  }

  function resolveKeyword(name: string, value: unknown): unknown {
    if (DATA.has(name) || !isRecord(value)) return value;
    return NAMED.has(name) ? copyOf(value, (_name, named) => resolve(named)) : resolve(value);
  }

  function copyOf(value: object, resolveEach: (name: string, value: unknown) => unknown): object {
    const existing = copies.get(value);
    if (existing !== undefined) return existing;
    // Copies arrays too, by index.
    const copy = (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
    // Stored before the fields are copied, because they may refer to it.
    copies.set(value, copy);
    for (const [name, field] of Object.entries(value)) copy[name] = resolveEach(name, field);
    return copy;
  }

  // A copy has the shape of the original, except that references are gone.
  return resolve(document) as T;
}

/** Finds the target of a JSON Pointer in a URI fragment (RFC 6901). */
function targetOf(reference: string, document: object): unknown {
  const [start, ...names] = reference.split("/").map(toName);
  const target = names.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), document);
  if (start !== "#" || target === undefined)
    throw new Error(`The reference ${reference} has no target in the contract.`);
  return target;
}

function toName(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}
