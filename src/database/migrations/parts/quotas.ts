// The values of 0006-quotas, and of later migrations that count more tables.

/** The columns whose bytes count towards the storage of an account, by table. */
export const STORED_COLUMNS = {
  collections: ["title", "description", "cover"],
  items: ["link", "title", "excerpt", "note", "cover", "tags", "media", "search_text"],
  item_texts: ["html", "words"],
  account_icons: ["bytes"],
  pictures: ["bytes"],
  backup_chunks: ["bytes"],
  file_chunks: ["bytes"],
  undo_steps: ["change"],
  undo_items: ["tags", "media", "cover"],
  undo_collections: ["title", "description", "cover"],
} as const;

/** The column of `libraries` that counts the rows of a table; undefined if they are not counted. */
export const COUNTERS = {
  collections: "collection_count",
  items: "item_count",
  item_texts: undefined,
  account_icons: undefined,
  pictures: undefined,
  backup_chunks: undefined,
  file_chunks: undefined,
  undo_steps: undefined,
  undo_items: undefined,
  undo_collections: undefined,
} as const;

export type CountedTable = keyof typeof STORED_COLUMNS;

/** The tables whose triggers 0006-quotas creates; later ones have a migration of their own. */
export const COUNTED_TABLES = ["collections", "items", "pictures"] as const satisfies readonly CountedTable[];

/** Columns that may be null. */
const NULLABLE = new Set(["undo_items.tags", "undo_items.media", "undo_items.cover"]);

/** The columns of `items` since 0041-tag-index. */
export const STORED_ITEM_COLUMNS: readonly string[] = [...STORED_COLUMNS.items, "tag_words"];

/** SQL: the bytes of a row. `row` is a prefix such as `new.`, or empty. */
export function storedBytes(
  table: CountedTable,
  row: string,
  columns: readonly string[] = STORED_COLUMNS[table],
): string {
  return columns
    .map((column) => {
      const bytes = `octet_length(${row}${column})`;
      return NULLABLE.has(`${table}.${column}`) ? `coalesce(${bytes}, 0)` : bytes;
    })
    .join(" + ");
}

/** Maximum existing products that one account created, and the name of the constraint. */
export const PRODUCT_QUOTA = { max: 1_000_000, constraint: "product_counts_quota" } as const;
