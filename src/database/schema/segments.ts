// Triggers count with these values: changing one needs a migration.

/** The number of ids in a segment of the list of accounts. The first id is a multiple of it. */
export const ACCOUNTS_PER_SEGMENT = 1_000;

/** A segment with more items is divided. */
export const MAX_SEGMENT_ITEMS = 2_000;

/** The columns by which items are sorted, and the column of `item_segments` that has their values. */
export const SORT_COLUMNS = {
  created_at: "number",
  updated_at: "number",
  sort: "number",
  title_key: "text",
  domain: "text",
} as const;

export type SortColumn = keyof typeof SORT_COLUMNS;

/** The `number` of the first segment of a list, lower than that of any item. */
export const LOWEST_NUMBER = "-1e308";
