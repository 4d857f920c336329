import type { Found } from "./bookmark/bookmark.ts";
import { lineGroups, linesIn, withoutBreak } from "./bookmark/text-lines.ts";
import { hasDelimiter, isWebLink } from "./lines.ts";
import { joined } from "./tables/joined-rows.ts";
import { headerless, type Layout, layoutOf, toFound } from "./tables/layout.ts";
import { readRow } from "./tables/row-reader.ts";
import { rowsIn } from "./tables/rows.ts";

/** Lines at the start of a file by which a table without a header is recognised. */
const MAX_SAMPLED = 100;

/** Lines at the start of a file in which its header is, or some of its rows; the others are blank. */
const MAX_LINES = 1000;

/** Lines that a header may have. */
const MAX_HEADER_LINES = 10;

/** What may be between cells, if the file does not name it. */
const DELIMITERS = [",", ";", "\t"] as const;

/** A table at the start of a file. */
export interface Table {
  readonly layout: Layout;
  /** Lines before its first row. */
  readonly skipped: number;
}

/**
 * The table that begins with this text, which may end within a line if `isCut`. Its header has a column for the link,
 * or it has none and its first column are links; a line `sep=X` before them names the delimiter. Undefined for other texts.
 */
export function findTable(start: string, isCut: boolean): Table | undefined {
  const lines = linesIn(start).slice(0, MAX_LINES).map(withoutBreak);
  const first = lines.findIndex((line) => line.trim() !== "");
  const named = /^"?sep=([^"\w])"?$/i.exec((lines[first] ?? "").replace(/^\uFEFF/, ""))?.[1];
  const header = named === undefined ? first : first + 1;
  const { text, skipped } = headerIn(lines, header);
  const delimiters = named === undefined ? delimitersOf(text) : [named];
  for (const delimiter of delimiters) {
    const layout = layoutOf(cellsOf(text, delimiter), delimiter);
    if (layout !== undefined) return { layout, skipped };
  }
  const delimiter = named ?? delimitersOf(lines[header] ?? "")[0] ?? ",";
  const complete = isCut && lines.length > 1 ? lines.slice(header, -1) : lines.slice(header);
  const sample = complete.filter((line) => line.trim() !== "").slice(0, MAX_SAMPLED);
  const rows = sample.map((line) => cellsOf(line, delimiter));
  const widths = rows.filter(isLinkWithTitle).map(({ length }) => length);
  const isTable =
    widths.length > rows.length / 2 && sample.some((line) => hasDelimiter(line) || /\s/.test(line.trim()));
  if (!isLinkWithTitle(rows[0] ?? []) || !(isTable || named !== undefined)) return undefined;
  return { layout: headerless(Math.min(...widths), delimiter), skipped: header };
}

function isLinkWithTitle([link = "", title]: readonly string[]): boolean {
  return isWebLink(link) && title !== undefined;
}

/** The header, which spans several lines if a quoted name has a line break, and the number of its lines. */
function headerIn(lines: readonly string[], first: number): { readonly text: string; readonly skipped: number } {
  for (let end = first + 1; end <= Math.min(lines.length, first + MAX_HEADER_LINES); end++) {
    const text = lines.slice(first, end).join("\n");
    if (text.split('"').length % 2 === 1) return { text, skipped: end };
  }
  return { text: lines[first] ?? "", skipped: first + 1 };
}

/** The delimiters, that of which there are most outside quotes first. */
function delimitersOf(line: string): readonly string[] {
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: cellsOf(line, delimiter).length }));
  return counts.sort((one, other) => other.count - one.count).map(({ delimiter }) => delimiter);
}

function cellsOf(line: string, delimiter: string): readonly string[] {
  return readRow(line, { start: 0, limit: line.length }, delimiter, "lenient").cells;
}

/** Reads the rows of a table. */
export async function* readCsv(text: AsyncIterable<string>, { layout, skipped }: Table): AsyncIterable<Found> {
  const rows = rowsIn(withoutFirst(lineGroups(text), skipped), skipped + 1, layout);
  for await (const row of joined(rows, layout)) yield toFound(row, layout);
}

/** The lines after so many at the beginning. */
async function* withoutFirst(
  groups: AsyncIterable<readonly string[]>,
  count: number,
): AsyncIterable<readonly string[]> {
  let skipped = 0;
  for await (const group of groups) {
    yield group.slice(count - skipped);
    skipped = Math.min(count, skipped + group.length);
  }
}
