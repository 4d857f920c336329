import { html } from "ghtml";
import type { MarkedField, Marker } from "../../library/search/marks.ts";

/** Code units before the first mark of a text that does not begin with its beginning. */
const MAX_BEFORE = 40;

/**
 * A text with what a search asks for marked, cut to `max` code units, as markup. A text whose first mark is in the second
 * half of these, or after them, begins shortly before it.
 */
export function marked(marker: Marker, field: MarkedField, text: string, max: number): string {
  const marks = marker.marksIn(text, field);
  const [first] = marks;
  const start = first !== undefined && text.length > max && first.end > max / 2 ? startBefore(text, first.start) : 0;
  const end = Math.min(text.length, start + max);
  let at = start;
  const parts: string[] = [];
  for (const mark of marks.filter((each) => each.start < end)) {
    const last = Math.min(mark.end, end);
    parts.push(html`${piece(text, at, mark.start)}<mark>${piece(text, mark.start, last)}</mark>`);
    at = last;
  }
  return html`${start > 0 ? "… " : ""}!${parts.join("")}${piece(text, at, end)}${end < text.length ? " …" : ""}`;
}

/** The beginning of a word shortly before a mark, or of the mark. */
function startBefore(text: string, mark: number): number {
  const space = text.indexOf(" ", Math.max(0, mark - MAX_BEFORE));
  return space === -1 ? mark : Math.min(space + 1, mark);
}

/** A part of a text, which may end with half of a character. */
function piece(text: string, start: number, end: number): string {
  return text.slice(start, end).toWellFormed();
}
