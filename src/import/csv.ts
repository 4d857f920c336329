import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { Failure } from "../errors.ts";
import type { Found, FoundBookmark } from "./bookmark.ts";
import { highlightsIn, pathIn, tagsIn } from "./cells.ts";

/** Characters that are parsed between two yields to the event loop. */
const CHUNK_LENGTH = 4 * 1024;

/** Maximum characters of a record: more than the largest bookmark has. */
const MAX_RECORD_LENGTH = 256 * 1024;

/** Columns that are read. */
const MAX_COLUMNS = 100;

/** The columns of Raindrop.io, Pocket and Instapaper, by the field that they fill. */
const COLUMNS = {
  link: ["url", "link"],
  title: ["title"],
  note: ["note"],
  excerpt: ["excerpt", "description", "selection"],
  path: ["folder"],
  tags: ["tags"],
  created: ["created", "time_added", "timestamp"],
  cover: ["cover"],
  highlights: ["highlights"],
  important: ["favorite"],
} as const;

type Field = keyof typeof COLUMNS;

/** The column of each field, and how cells are written. */
interface Layout {
  readonly indexes: ReadonlyMap<Field, number>;
  /** Whether it is an export of Raindrop.io or of this server, not a table made for an import. */
  readonly isExport: boolean;
  /** Between tags. */
  readonly tagSeparator: string;
}

/** Whether this is the first line of a table with a column for the link. */
export function isCsvHeader(line: string): boolean {
  return namesIn(line.split(",")).some((name) => includes(COLUMNS.link, name));
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

/** Reads a table with a header, in any order of columns. Throws `invalid` if it can't be read. */
export async function* readCsv(text: AsyncIterable<string>): AsyncIterable<Found> {
  const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
  const { parse } = await import("csv-parse"); // Here, because most servers never read a table.
  const records = Readable.from(chunksOf(text)).pipe(parse({ ...options, max_record_size: MAX_RECORD_LENGTH }));
  let layout: Layout | undefined;
  try {
    for await (const record of records) {
      // The type of csv-parse is `any`; without `columns` and `cast` a record is an array of strings.
      const cells: readonly string[] = record;
      if (layout === undefined) layout = layoutOf(cells);
      else yield toBookmark(cells, layout);
    }
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure("invalid", "The table could not be read.", { reason: "file_invalid", cause });
  }
}

/** The text in small chunks of whole characters: half a surrogate pair would become a replacement character. */
async function* chunksOf(text: AsyncIterable<string>): AsyncIterable<string> {
  for await (const part of text) {
    for (let start = 0; start < part.length; ) {
      const chunk = part.slice(start, start + CHUNK_LENGTH);
      const isSplit = /[\uD800-\uDBFF]$/.test(chunk.slice(-1));
      const end = start + chunk.length + (isSplit ? 1 : 0);
      yield part.slice(start, end);
      start = end;
      await setImmediate();
    }
  }
}

function namesIn(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.trim().replace(/^"|"$/g, "").toLowerCase());
}

function layoutOf(header: readonly string[]): Layout {
  const names = namesIn(header.slice(0, MAX_COLUMNS));
  const indexes = new Map<Field, number>();
  for (const [field, known] of Object.entries(COLUMNS)) {
    const index = names.findIndex((name) => includes(known, name));
    // `Object.entries` has no type for the names.
    if (index >= 0) indexes.set(field as Field, index);
  }
  return {
    indexes,
    isExport: names.includes("highlights"),
    tagSeparator: names.includes("time_added") ? "|" : ",",
  };
}

function toBookmark(cells: readonly string[], { indexes, isExport, tagSeparator }: Layout): FoundBookmark {
  const cell = (field: Field) => cells[indexes.get(field) ?? -1];
  return {
    kind: "bookmark",
    link: cell("link") ?? "",
    title: cell("title"),
    note: cell("note"),
    excerpt: cell("excerpt"),
    path: pathIn(cell("path") ?? "", isExport),
    tags: tagsIn(cell("tags") ?? "", tagSeparator),
    created: cell("created"),
    cover: cell("cover"),
    highlights: highlightsIn(cell("highlights") ?? ""),
    important: cell("important") === "true",
  };
}
