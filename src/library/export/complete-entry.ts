/** The entry of an exported archive in which everything is that an import reads; older archives begin with their table. */
export const COMPLETE_ENTRY = "bookmarks.json";
