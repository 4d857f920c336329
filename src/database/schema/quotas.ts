/** The columns whose bytes count towards the storage of an account, by table. Triggers count them, see the migrations. */
export const STORED_COLUMNS = {
  collections: ["title", "description", "cover"],
  items: ["link", "title", "excerpt", "note", "cover", "tags", "media", "search_text", "tag_words"],
  pictures: ["bytes"],
  backup_chunks: ["bytes"],
  file_chunks: ["bytes"],
  undo_steps: ["change"],
  undo_items: ["tags", "media", "cover"],
  undo_collections: ["title", "description", "cover"],
} as const;

/** Maximum existing products that one account created, and the name of the constraint. */
export const PRODUCT_QUOTA = { max: 1_000_000, constraint: "product_counts_quota" } as const;
