/**
 * The flags that `facets` counts, with the SQL condition that an item has it. Another one needs a migration with triggers
 * that count it; repairs, moves and the verification follow from this list.
 */
const FLAGS = {
  important: "important = 1",
  broken: "broken = 1",
  note: "note <> ''",
  notag: "tags = '[]'",
  highlights: "highlights <> '[]'",
  reminder: "reminder_at is not null",
  file: "file_id is not null",
} as const;

/** A facet that an item may have, except for its tags. */
interface Facet {
  readonly kind: "type" | "month" | "flag";
  /** SQL: of a row of `items`. */
  readonly name: string;
  /** SQL: whether a row of `items` has it. */
  readonly condition: string;
}

/** The facets of items, except for their tags. `month`: SQL, that of `created_at`. */
export function facetsOf(month: string): Facet[] {
  const flags = Object.entries(FLAGS).map(
    ([name, condition]) => ({ kind: "flag", name: `'${name}'`, condition }) as const,
  );
  return [
    { kind: "type", name: "type", condition: "1 = 1" },
    { kind: "month", name: month, condition: "1 = 1" },
    ...flags,
  ];
}
