// `$id` and `$ref` may be names of fields. The resolver of references, ours and glue's, takes them for keywords wherever they stand, in examples
// too. So they are hidden while it works, and examples left out.

/** Stands before a name that is hidden; a character of the private use area, which no name has. */
const HIDDEN = "\uE000";

/** A copy of a document whose schemas have no field named like a reference, and which has no examples. */
export function hideNames<T>(document: T): T {
  return JSON.parse(
    JSON.stringify(document, (key, value) => (key === "examples" ? undefined : value)),
    (key, value) =>
      key === "properties" ? renamed(value, (name) => (name.startsWith("$") ? HIDDEN + name : name)) : value,
  );
}

/** Gives the fields of a schema, or of a document, their names back, in place. */
export function showNames<T>(document: T): T {
  const seen = new Set<unknown>();
  const rest: unknown[] = [document];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    for (const [name, value] of Object.entries(next)) {
      if (name.startsWith(HIDDEN)) {
        Reflect.deleteProperty(next, name);
        Reflect.set(next, name.slice(HIDDEN.length), value);
      }
      rest.push(value ?? null);
    }
  }
  return document;
}

function renamed(fields: object, rename: (name: string) => string): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value]));
}
