import type { HighlightChange } from "../../../items/highlight.ts";
import type { Values } from "../../design/form-state.ts";
import { withLineFeeds } from "../../design/form-values.ts";

/** The colours of highlights in the order of the drop-down list. */
export const COLORS = [
  "yellow",
  "orange",
  "red",
  "pink",
  "purple",
  "indigo",
  "blue",
  "cyan",
  "teal",
  "green",
  "brown",
  "gray",
] as const;

/** What a form says about a highlight: a new one without `id`. An empty text removes it. */
export function highlightIn({ highlight: id = "", text, note, color, remove }: Values): HighlightChange {
  if (id !== "" && remove === "1") return { id, text: "" };
  const known = COLORS.find((name) => name === color);
  const marked = { note: withLineFeeds(note), ...(known !== undefined && { color: known }) };
  return id === "" ? { ...marked, text: withLineFeeds(text) } : { ...marked, id };
}
