import { setImmediate } from "node:timers/promises";
import type { FoundBookmark } from "./bookmark.ts";

/** Lines that are read between two yields to the event loop. */
const LINES_PER_SLICE = 100;

/** Reads a plain list: one link per line. Lines that are not links are skipped. */
export async function* readLines(text: string): AsyncIterable<FoundBookmark> {
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    if (end > start) yield { link: text.slice(start, end) };
    start = end + 1;
    if (++count % LINES_PER_SLICE === 0) await setImmediate();
  }
}
