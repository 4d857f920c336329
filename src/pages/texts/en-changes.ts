import { bookmarks } from "./en-bookmarks.ts";

/** The English texts of the page of changes that can be undone. */
export const changes = {
  title: "Changes that you can undo",
  lead: (max: number) => `Changes to your bookmarks in the last 24 hours, the newest first; at most ${max}.`,
  all: "All changes",
  none: "There is nothing to undo",
  noneText: "Changes to several bookmarks, removals and imports stay here for 24 hours.",
  what: "Change",
  size: "Affects",
  when: "When",
  undo: "Undo",
  bookmarks,
  collections: (total: number) => (total === 1 ? "1 collection" : `${total.toLocaleString("en")} collections`),
  /** What was done to bookmarks. The place or the tags follow. */
  movedTo: "Moved to",
  restored: "Restored to their former collections",
  trashed: "Moved to the Trash",
  erased: "Deleted for good",
  important: "Marked as important",
  unimportant: "Marked as not important",
  tagged: "Tags added:",
  allUntagged: "All tags removed",
  untagged: "Tags removed:",
  retagged: "Tag changed:",
  media: "Pictures changed",
  cover: "Cover changed",
  edited: "Changed",
  /** What was done otherwise, by the name of the operation. */
  operations: {
    deleteCollection: "Collection deleted",
    deleteCollections: "Collections deleted",
    mergeCollections: "Collections merged",
    cleanCollections: "Empty collections deleted",
    emptyTrash: "Trash emptied",
    import: "Import",
    addItems: "Added",
  },
};
