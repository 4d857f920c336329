/** The flags that 0012-item-facets counts: those of an item whose column fulfils the condition. */
export const FLAGS = [
  { name: "important", column: "important", condition: "= 1" },
  { name: "broken", column: "broken", condition: "= 1" },
  { name: "note", column: "note", condition: "<> ''" },
  { name: "notag", column: "tags", condition: "= '[]'" },
  { name: "highlights", column: "highlights", condition: "<> '[]'" },
  { name: "reminder", column: "reminder_at", condition: "is not null" },
] as const;
