import type { Database } from "../../database/database.ts";
import type { Highlight } from "../items/highlight.ts";
import type { Item } from "../items/item.ts";
import type { Scope } from "../items/scope.ts";
import { placeIdOf } from "../placement.ts";
import { toHighlightsCell, toPathCell, toTagsCell } from "./cells.ts";
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
