// Frozen like migrations: 0006-quotas creates tables and triggers from these values.

/** The columns whose bytes count towards the storage of an account, by table. */
export const STORED_COLUMNS = {
  collections: ["title", "description", "cover"],
  items: ["link", "title", "excerpt", "note", "cover", "tags", "media", "search_text"],
  pictures: ["bytes"],
  backup_chunks: ["bytes"],
} as const;

/** The column of `libraries` that counts the rows of a table; undefined where they are not counted. */
export const COUNTERS = {
  collections: "collection_count",
  items: "item_count",
  pictures: undefined,
  backup_chunks: undefined,
} as const;

export type CountedTable = keyof typeof STORED_COLUMNS;

/** The tables whose triggers 0006-quotas creates; later ones have a migration of their own. */
export const COUNTED_TABLES = ["collections", "items", "pictures"] as const satisfies readonly CountedTable[];

/** SQL: the bytes of a row. `row` is a prefix such as `new.`, or empty. */
export function storedBytes(table: CountedTable, row: string): string {
  return STORED_COLUMNS[table].map((column) => `octet_length(${row}${column})`).join(" + ");
}

/** Maximum existing products that one account created, and the name of the constraint. */
export const PRODUCT_QUOTA = { max: 1_000_000, constraint: "product_counts_quota" } as const;
