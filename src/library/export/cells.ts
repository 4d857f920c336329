import type { Highlight } from "../items/highlight.ts";

// How lists of texts are written in one cell of a table. src/library/import/bookmark/cells.ts reads them.

/**
 * The titles of folders, joined by ` / `. A word of a title that is a slash gets a backslash in front, as
 * does one that is a slash after backslashes, so that a slash between spaces always separates titles.
 */
export function toPathCell(titles: readonly string[]): string {
  return titles.map((title) => title.split(" ").map(escapeSlash).join(" ")).join(" / ");
}

function escapeSlash(word: string): string {
  return /^\\*\/$/.test(word) ? `\\${word}` : word;
}

/** The tags, joined by `, `; a JSON array if that would be ambiguous. */
export function toTagsCell(tags: readonly string[]): string {
  const isAmbiguous = tags.some((tag) => tag.includes(",")) || tags[0]?.startsWith("[");
  return isAmbiguous ? JSON.stringify(tags) : tags.join(", ");
}

/**
 * For each highlight the lines `Highlight:<text>`, `Note:<note>`, `Color:<color>` and `Created:<ISO time>`,
 * with an empty line between highlights. A line break inside a text is followed by a tab, so that no
 * other line begins with a key or is empty.
 */
export function toHighlightsCell(highlights: readonly Highlight[]): string {
  return highlights.map(toLines).join("\n\n");
}

function toLines({ text, note, color, created }: Highlight): string {
  const time = new Date(created).toISOString();
  return `Highlight:${indented(text)}\nNote:${indented(note)}\nColor:${color}\nCreated:${time}`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n\t");
}
