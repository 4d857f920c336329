import type { FoundBookmark, UnreadableEntry } from "../bookmark/bookmark.ts";
import { highlightsIn, isTrue, pathIn, tagsIn } from "../bookmark/cells.ts";
import type { Row } from "./row-reader.ts";

/** Columns that are read. */
const MAX_COLUMNS = 100;

/** Characters that are kept of a row that can't be read. */
const MAX_TEXT = 1000;

/** Names of columns by the field that they fill, as `normalized` writes them; the first ones take precedence. */
const NAMES = {
  link: ["url", "link", "href", "address"],
  title: ["title", "name"],
  note: ["note", "annotations"],
  excerpt: ["excerpt", "description", "selection"],
  path: ["folder", "collection"],
  tags: ["tags", "tag", "labels", "documenttags"],
  created: [
    ...["created", "timeadded", "createdat", "saveddate", "date", "adddate"],
    ...["dateadded", "addedat", "datecreated", "timestamp", "createdtime", "savedat", "time"],
  ],
  cover: ["cover"],
  highlights: ["highlights"],
  important: ["favorite", "favorited", "favourite", "important", "starred", "isfavorite", "isstarred"],
} as const;

export type Field = keyof typeof NAMES;

/** The columns of a table, and how its cells are written. */
export interface Layout {
  readonly delimiter: string;
  /** The number of columns. */
  readonly width: number;
  /** The column of each field. */
  readonly indexes: ReadonlyMap<Field, number>;
  /** Whether it is an export of Raindrop.io or of this server, not a table made for an import. */
  readonly isExport: boolean;
  /** Between tags; undefined where each cell may have another one. */
  readonly tagSeparator: string | undefined;
}

/** The name of a column, of which neither case, spaces, underscores nor hyphens matter. */
function normalized(name: string): string {
  return name.toLowerCase().replace(/[\s_"-]/g, "");
}

/** The place of the name of each field among names, of which the first that is known takes precedence. */
export function placesOf(names: readonly string[]): ReadonlyMap<Field, number> {
  const known = names.map(normalized);
  const places = new Map<Field, number>();
  for (const [field, synonyms] of Object.entries(NAMES)) {
    const name = synonyms.find((synonym) => known.includes(synonym));
    // `Object.entries` has no type for the names.
    if (name !== undefined) places.set(field as Field, known.indexOf(name));
  }
  return places;
}

/** The layout of a table with this header; undefined if it has no column for the link. */
export function layoutOf(header: readonly string[], delimiter: string): Layout | undefined {
  const names = header.slice(0, MAX_COLUMNS).map(normalized);
  const indexes = placesOf(names);
  if (!indexes.has("link")) return undefined;
  const isExport = names.includes("highlights") || (names.includes("excerpt") && names.includes("cover"));
  const tagSeparator = isExport ? "," : names.includes("timeadded") ? "|" : undefined;
  return { delimiter, width: header.length, indexes, isExport, tagSeparator };
}

/** The layout of a table without a header: links and their titles. */
export function headerless(width: number, delimiter: string): Layout {
  const indexes = new Map<Field, number>([
    ["link", 0],
    ["title", 1],
  ]);
  return { delimiter, width, indexes, isExport: false, tagSeparator: undefined };
}

/** Whether a row has all columns, and a link where it belongs. */
export function isWhole(cells: readonly string[], layout: Layout): boolean {
  return cells.length === layout.width && hasLink(cells, layout);
}

/** Whether a row has a link where it belongs, whatever its scheme. */
export function hasLink(cells: readonly string[], { indexes }: Layout): boolean {
  return isLink(cells[indexes.get("link") ?? -1] ?? "");
}

function isLink(cell: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:\/\/[^\r\n]+$/i.test(cell);
}

/** The bookmark of a row, or the row if it has no cell for the link, or one that does not belong there. */
export function toFound(row: Row, layout: Layout): FoundBookmark | UnreadableEntry {
  const { indexes, isExport, tagSeparator } = layout;
  const { line } = row;
  const cells = withoutSurplus(row.cells, layout);
  const cell = (field: Field) => cells[indexes.get(field) ?? -1];
  const link = cell("link") ?? "";
  const isBroken = row.cells.length !== layout.width && !hasLink(cells, layout);
  if (link.trim() === "" || isBroken) return { kind: "unreadable", line, text: row.cells.join(" ").slice(0, MAX_TEXT) };
  return {
    kind: "bookmark",
    line,
    link,
    title: cell("title"),
    note: cell("note"),
    excerpt: cell("excerpt"),
    path: pathIn(cell("path") ?? "", isExport),
    tags: tagsIn(cell("tags") ?? "", tagSeparator),
    created: cell("created"),
    cover: cell("cover"),
    highlights: highlightsIn(cell("highlights") ?? ""),
    important: isTrue(cell("important")),
  };
}

/**
 * A row without cells beyond the last column. Where only one column can have the delimiters that make it too long, the
 * cell of that column is put together again.
 */
function withoutSurplus(cells: readonly string[], layout: Layout): readonly string[] {
  const { width, indexes, delimiter } = layout;
  const link = indexes.get("link") ?? -1;
  const surplus = cells.length - width;
  if (surplus <= 0 || cells.slice(width).every((cell) => cell === "")) return cells.slice(0, width);
  const merge = (at: number) => {
    const cell = cells.slice(at, at + surplus + 1).join(delimiter);
    return [...cells.slice(0, at), cell, ...cells.slice(at + surplus + 1)];
  };
  if (hasLink(cells, layout)) return width - link <= 2 ? merge(width - 1) : cells.slice(0, width);
  return link === 1 && isLink(cells[1 + surplus] ?? "") ? merge(0) : cells.slice(0, width);
}
