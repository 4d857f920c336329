// `$id` and `$ref` occur as names of fields in contracts. The library's reference resolver takes them for
// keywords wherever they occur, in examples too. So fields are renamed for it, and examples are left out.

/** Prefix of a renamed field: a private-use character, which no name contains. */
const PREFIX = "\uE000";

/** Copies a document without examples, with a prefix on names of schema fields that start with `$`. */
export function renameDollarFields<T>(document: T): T {
  return JSON.parse(
    JSON.stringify(document, (key, value) => (key === "examples" ? undefined : value)),
    (key, value) => (key === "properties" ? withPrefix(value) : value),
  );
}

function withPrefix(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.startsWith("$") ? PREFIX + name : name, value]),
  );
}
