/** Keywords whose values are data: nothing in them is a reference. */
const DATA = new Set(["const", "default", "enum", "example", "examples"]);

/** Keywords whose values have names that an author chose: one of them may be the name of a keyword. */
const NAMED = new Set(["headers", "parameters", "properties", "responses", "schemas"]);

/**
 * A copy of a document with what its references point at in their place: the same object wherever it is referred to. Fields of a schema may
 * have the name `$ref`. Throws where a reference leads nowhere in the document.
 */
export function resolveReferences<T extends object>(document: T): T {
  const copies = new Map<object, object>();

  function resolve(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    const reference = "$ref" in value ? value.$ref : undefined;
    return typeof reference === "string" ? resolve(targetOf(reference, document)) : copyOf(value, resolveKeyword);
  }

  function resolveKeyword(name: string, value: unknown): unknown {
    if (DATA.has(name) || typeof value !== "object" || value === null) return value;
    return NAMED.has(name) ? copyOf(value, (_name, named) => resolve(named)) : resolve(value);
  }

  function copyOf(value: object, resolveEach: (name: string, value: unknown) => unknown): object {
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy = Array.isArray(value) ? [] : {};
    // Before its fields, so that these may refer to it.
    copies.set(value, copy);
    for (const [name, field] of Object.entries(value)) Reflect.set(copy, name, resolveEach(name, field));
    return copy;
  }

  return Object(resolve(document));
}

/** What a JSON Pointer in a URI fragment points at (RFC 6901). */
function targetOf(reference: string, document: object): unknown {
  const [start, ...names] = reference.split("/").map(toName);
  const target = names.reduce<unknown>((value, name) => Reflect.get(Object(value), name), document);
  if (start !== "#" || target === undefined)
    throw new Error(`The reference ${reference} leads nowhere in the contract.`);
  return target;
}

function toName(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}
