/** The English texts of the pages that change bookmarks and collections. */
export const enEdit = {
  undo: "Undo",
  unsorted: "Unsorted",
  trash: "Trash",
  root: "None: top level",
  newItem: "Add a bookmark",
  add: "Add bookmark",
  addAgain: "Add it again",
  known: "You have already saved this link.",
  knownLink: "Open the saved bookmark",
  titleHint: "Leave empty to use the link",
  tagsHint: "Separated by commas",
  excerptHint: "A short description of the page",
  noteHint: "Everyone who can read the collection through the API can read it, also strangers if it is public",
  save: "Save",
  stale: "This was changed elsewhere while you were editing. If you save, your version replaces it.",
  showStored: "Show the saved version",
  reminderHint: "In UTC",
  created: "Added",
  changed: "changed",
  highlights: "Highlights",
  newHighlight: "Add a highlight",
  highlightText: "Text of the highlight",
  highlightNote: "Note on the highlight",
  color: "Colour",
  colors: {
    yellow: "Yellow",
    orange: "Orange",
    red: "Red",
    pink: "Pink",
    purple: "Purple",
    indigo: "Indigo",
    blue: "Blue",
    cyan: "Cyan",
    teal: "Teal",
    green: "Green",
    brown: "Brown",
    gray: "Grey",
  },
  addHighlight: "Add highlight",
  removeHighlight: "Remove highlight",
  cover: "Cover",
  noCover: "There is no cover yet.",
  coverFile: "Picture",
  coverHint: "PNG, JPEG, GIF or WebP, at most 5 MiB",
  upload: "Upload cover",
  removeCover: "Remove cover",
  page: "Linked page",
  pageRead: "Last read",
  pageWaits: "It will be read soon.",
  pageFailed: "It could not be read the last time.",
  readPage: "Read the page again",
  readPageText: "What the page says replaces title and description only where nobody has written others.",
  copy: "Copy of the page",
  copyMade: "Made",
  copyStates: {
    none: "There is none.",
    ready: "There is one.",
    retry: "It will be made soon.",
    failed: "The page could not be copied.",
    "invalid-origin": "The page could not be read.",
    "invalid-timeout": "The page could not be read in time.",
    "invalid-size": "The page is too large, or does not fit into your storage.",
  },
  copyText: "You can still read a copy when the page has changed or vanished. It has no scripts.",
  openCopy: "Open the copy",
  keepCopy: "Keep a copy",
  renewCopy: "Keep a newer copy",
  removeCopy: "Remove the copy",
  toTrash: "Move to Trash",
  toTrashText: "You can restore it from the Trash.",
  deleteItem: "Delete for good",
  deleteItemText: "It is in the Trash. To restore it, choose a collection above and save.",
  typedName: "Name of a collection",
  typedHint: (count: number) =>
    `The list has the first ${count.toLocaleString("en")} collections. Type a part of a name to find any other.`,
  typedFound: (hasMore: boolean): string =>
    hasMore
      ? "The list has the collections with this name. There are more: type more of it."
      : "The list has the collections with this name.",
  newCollection: "Create a collection",
  createCollection: "Create collection",
  showCollection: "Show its bookmarks",
  ownedBy: "owned by",
  keepCopiesHint:
    "Of all bookmarks in this collection, not of those in the collections inside. Copies count towards your storage.",
  publicHint:
    "Anyone can read its bookmarks without signing in; through the API, that includes notes and highlights. Your other collections stay private.",
  order: "Order",
  orderText: "Moves the collection among those with the same parent.",
  up: "Move up",
  down: "Move down",
  merge: "Merge",
  mergeText: "Its bookmarks and the collections in it move to another collection. Then it is deleted.",
  mergeInto: "Merge into",
  deleteCollection: "Delete collection",
  deleteCollectionText: "You see first how much that deletes.",
  deletedCollections: (nested: number) => {
    if (nested === 0) return "The collection is deleted.";
    return nested === 1
      ? "The collection and 1 collection in it are deleted."
      : `The collection and ${nested.toLocaleString("en")} collections in it are deleted.`;
  },
  trashedItems: (count: number) => {
    if (count === 0) return "It holds no bookmarks.";
    return count === 1
      ? "1 bookmark moves to the Trash."
      : `${count.toLocaleString("en")} bookmarks move to the Trash.`;
  },
  canUndo: "You can undo this for 24 hours.",
  clean: "Delete empty collections",
  emptyCollections: (count: number) => {
    if (count === 0) return "There are no empty collections.";
    return count === 1
      ? "1 collection holds no bookmarks and is deleted."
      : `${count.toLocaleString("en")} collections hold no bookmarks and are deleted.`;
  },
  collectionFields: {
    title: "Title",
    description: "Description",
    parent: "Inside of",
    view: "Layout",
    public: "Public",
    keepCopies: "Keep copies of pages",
  },
  fields: {
    link: "Link",
    title: "Title",
    collection: "Collection",
    tags: "Tags",
    excerpt: "Excerpt",
    note: "Note",
    important: "Important",
    broken: "The link is broken",
    reminder: "Remind me",
  },
};
