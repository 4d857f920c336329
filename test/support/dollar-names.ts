// `$id` and `$ref` may be names of fields. The library's resolver of references takes them for keywords wherever they stand, in examples too. So they
// are hidden while it works, and examples left out.

/** Stands before a name that is hidden; a character of the private use area, which no name has. */
const HIDDEN = "\uE000";

/** A copy of a document whose schemas have no field named like a reference, and which has no examples. */
export function hideNames<T>(document: T): T {
  return JSON.parse(
    JSON.stringify(document, (key, value) => (key === "examples" ? undefined : value)),
    (key, value) => (key === "properties" ? hidden(value) : value),
  );
}

function hidden(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.startsWith("$") ? HIDDEN + name : name, value]),
  );
}
