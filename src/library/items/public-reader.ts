import type { Highlight } from "./highlight.ts";
import { type Item, NO_COPY } from "./item.ts";

// Who reads a collection only because it is public sees no notes and reminders, and finds nothing by them; and no copies of
// pages, which are for those who keep them, and would publish what others wrote.

/** Flags of items that say what such readers do not see. */
const HIDDEN_FLAGS: readonly string[] = ["note", "reminder"];

/** What a public reader sees of an item. */
export function toPublicItem(item: Item): Item {
  const highlights = item.highlights === "[]" ? "[]" : withoutNotes(JSON.parse(item.highlights));
  return { ...item, note: "", reminder_at: null, highlights, ...NO_COPY };
}

function withoutNotes(highlights: readonly Highlight[]): string {
  return JSON.stringify(highlights.map((highlight) => ({ ...highlight, note: "" })));
}

/** Those of the counts of flags that a public reader sees. */
export function toPublicFlags<Flag extends { readonly name: string }>(flags: readonly Flag[]): Flag[] {
  return flags.filter(({ name }) => !HIDDEN_FLAGS.includes(name));
}
