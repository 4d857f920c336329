// The contracts have fields named `$id` and `$ref`. The validator's reference resolver treats these names as
// keywords everywhere, in examples too.

/** Prefix of a renamed field: a private-use character, which no name contains. */
const PREFIX = "\uE000";

/** Copies a document without its examples, and adds a prefix to names of schema fields that start with `$`. */
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
