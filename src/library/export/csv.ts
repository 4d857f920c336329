import type { Database } from "../../database/database.ts";
import type { Highlight } from "../items/highlight.ts";
import type { Item } from "../items/item.ts";
import type { Scope } from "../items/scope.ts";
import { placeIdOf } from "../placement.ts";
import type { Choice } from "./choice.ts";
import { toLine } from "./csv-line.ts";
import type { Folders } from "./folders.ts";
import { itemBatches } from "./item-batches.ts";

/** The columns of Raindrop.io's export, in its order. Importers of other services look for these names. */
const COLUMNS = [
  "id",
  "title",
  "note",
  "excerpt",
  "url",
  "folder",
  "tags",
  "created",
  "cover",
  "highlights",
  "favorite",
] as const;

/** The lines of a CSV file (RFC 4180) without a byte order mark, one item per record. */
export async function* csvLines(
  database: Database,
  scope: Scope,
  choice: Choice,
  folders: Folders,
): AsyncIterable<string> {
  yield toLine(COLUMNS);
  for await (const items of itemBatches(database, scope, choice)) {
    const paths = await folders.pathsOf(database, items.map(placeIdOf));
    for (const item of items) yield toLine(toCells(item, paths.get(placeIdOf(item)) ?? []));
  }
}

function toCells(item: Item, path: readonly string[]): string[] {
  const tags: readonly string[] = JSON.parse(item.tags);
  const highlights: readonly Highlight[] = JSON.parse(item.highlights);
  const cells: Record<(typeof COLUMNS)[number], string> = {
    id: String(item.id),
    title: item.title,
    note: item.note,
    excerpt: item.excerpt,
    url: item.link,
    folder: toPathCell(path),
    tags: toTagsCell(tags),
    created: new Date(item.created_at).toISOString(),
    cover: item.cover,
    highlights: toHighlightsCell(highlights),
    favorite: String(item.important === 1),
  };
  return COLUMNS.map((column) => cells[column]);
}

// How lists of texts are written in one cell of a table. src/library/import/bookmark/cells.ts reads them.

/**
 * The titles of folders, joined by ` / `. A word of a title that is a slash gets a backslash in front, as
 * does one that is a slash after backslashes, so that a slash between spaces always separates titles.
 */
function toPathCell(titles: readonly string[]): string {
  return titles.map((title) => title.split(" ").map(escapeSlash).join(" ")).join(" / ");
}

function escapeSlash(word: string): string {
  return /^\\*\/$/.test(word) ? `\\${word}` : word;
}

/** The tags, joined by `, `; a JSON array if that would be ambiguous. */
function toTagsCell(tags: readonly string[]): string {
  const isAmbiguous = tags.some((tag) => tag.includes(",")) || tags[0]?.startsWith("[");
  return isAmbiguous ? JSON.stringify(tags) : tags.join(", ");
}

/**
 * For each highlight the lines `Highlight:<text>`, `Note:<note>`, `Color:<color>` and `Created:<ISO time>`,
 * with an empty line between highlights. A line break inside a text is followed by a tab, so that no
 * other line begins with a key or is empty.
 */
function toHighlightsCell(highlights: readonly Highlight[]): string {
  return highlights.map(toLines).join("\n\n");
}

function toLines({ text, note, color, created }: Highlight): string {
  const time = new Date(created).toISOString();
  return `Highlight:${indented(text)}\nNote:${indented(note)}\nColor:${color}\nCreated:${time}`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n\t");
}
