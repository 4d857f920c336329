// The values of migrations 0027-segments and 0043-segment-changes.

/** The number of ids in a segment of the list of accounts. The first id is a multiple of it. */
export const ACCOUNTS_PER_SEGMENT = 1_000;

/** A segment with more items is divided. Until 0043-segment-changes, an account with more items had segments. */
export const MAX_SEGMENT_ITEMS = 2_000;

/** Since 0043-segment-changes, an account with more items has segments. */
export const MAX_UNSEGMENTED_ITEMS = 10_000;

/** The columns by which items are sorted, and the column of `item_segments` that has their values. */
export const SORT_COLUMNS = {
  created_at: "number",
  updated_at: "number",
  sort: "number",
  title_key: "text",
  domain: "text",
} as const;

export type SortColumn = keyof typeof SORT_COLUMNS;

/** The values of `number` and `text` for a column; the one that it does not use is the same in all rows. */
export function keyOf(column: SortColumn, value: string): readonly [number: string, text: string] {
  return SORT_COLUMNS[column] === "number" ? [value, "''"] : ["0", value];
}

/** The columns whose values a user wrote. */
export const TEXT_COLUMNS = ["title_key", "domain"] as const satisfies readonly SortColumn[];
