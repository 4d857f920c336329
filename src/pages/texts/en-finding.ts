/** The English texts of saved searches, and of the pages of tags and highlights. */
export const enFinding = {
  searches: {
    title: "Saved searches",
    lead: "Searches that you have given a name. The list of your collections has them too.",
    save: "Save this search",
    manage: "Change saved searches",
    name: "Name",
    nameHint: "It is listed with your collections.",
    search: "Search",
    place: "Collection",
    noPlace: "Deleted, or no longer shared with you",
    action: "Action",
    change: "Rename",
    submit: "Save",
    delete: "Delete",
    none: "You have no saved searches",
    noneText: "Search your bookmarks, then give the search a name.",
    open: "Open bookmarks",
  },
};

/** What confirms an action of these pages. */
export const findingNotices = {
  "search-saved": "The search is saved.",
  "search-renamed": "The search has its new name.",
  "search-deleted": "The saved search was deleted.",
};
