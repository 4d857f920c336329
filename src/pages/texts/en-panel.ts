/** The English texts of the panel in which a bookmark is edited beside its list. */
export const panel = {
  close: "Close",
  page: "Open as a page",
  keep: "Save what I typed",
  take: "Use this",
  changed: "This was changed elsewhere while you were editing.",
  stored: "Saved now:",
  /** What scripts say. `#` stands for a tag. */
  scripts: {
    loading: "Loading …",
    saving: "Saving …",
    saved: "Saved",
    unsaved: "Not saved yet",
    offline: "Not saved: the server cannot be reached. Trying again …",
    discard: "Some of what you typed is not saved yet. Do you want to discard it?",
    empty: "(empty)",
    removeTag: "Remove the tag #",
  },
};
