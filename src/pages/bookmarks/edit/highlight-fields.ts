import type { HighlightChange } from "../../../library/items/highlight.ts";
import type { Values } from "../../design/form-state.ts";
import { withLineFeeds } from "../../design/form-values.ts";
import { highlightFields, NEW } from "./typed-fields.ts";

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

/**
 * What a form says about the highlight whose button was pressed: a new one has no `id` in the change. An empty text
 * removes it.
 */
export function highlightIn(values: Values): HighlightChange {
  if (values.remove !== undefined) return { id: values.remove, text: "" };
  const id = values.highlight ?? NEW;
  const { text, note, color } = highlightFields(values, id);
  const known = COLORS.find((name) => name === color);
  const marked = { note: withLineFeeds(note), ...(known !== undefined && { color: known }) };
  return id === NEW ? { ...marked, text: withLineFeeds(text) } : { ...marked, id };
}
