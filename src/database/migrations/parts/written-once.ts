/** Tables whose rows are inserted and deleted, but whose counted columns no statement updates. */
export const WRITTEN_ONCE = [
  "backup_chunks",
  "file_chunks",
  "pictures",
  "undo_collections",
  "undo_items",
  "undo_steps",
] as const;
