import { setImmediate } from "node:timers/promises";
import type { parse as parseType } from "csv-parse/sync";
import { MAX_LINE_LENGTH } from "../bookmark/text-lines.ts";
import type { Layout } from "./layout.ts";
import { repairRows } from "./repair.ts";
import type { Row } from "./row-reader.ts";

/** Characters of the lines that are parsed at once, unless a quoted cell goes on. */
const BATCH_LENGTH = 8 * 1024;

/** Maximum lines parsed at once, and maximum lines of one quoted cell. */
const BATCH_LINES = 500;
const MAX_QUOTED_LINES = 10_000;

/** Characters that csv-parse gets at most: its time depends on the cells, of which each character may begin one. */
const MAX_PARSED_LENGTH = 32 * 1024;

/** Rows between two yields to the event loop. */
const ROWS_PER_SLICE = 100;

/**
 * The rows of a table, those on blank lines too. csv-parse reads them in batches of lines, each of which ends outside
 * a quoted cell if all quotes are right. A batch in which they are not is read row by row, so
 * that a quote that does not end takes no other row with it.
 */
export async function* rowsIn(
  groups: AsyncIterable<readonly string[]>,
  firstLine: number,
  layout: Layout,
): AsyncIterable<Row> {
  const { parse } = await import("csv-parse/sync"); // Here, because most servers never read a table.
  let batch: string[] = [];
  let length = 0;
  let isQuoted = false;
  let line = firstLine;
  for await (const group of groups) {
    for (const text of group) {
      batch.push(text);
      length += text.length;
      isQuoted = isQuoted !== hasOddQuotes(text);
      const [maxLength, maxLines] = isQuoted ? [MAX_LINE_LENGTH, MAX_QUOTED_LINES] : [BATCH_LENGTH, BATCH_LINES];
      if (length < maxLength && batch.length < maxLines) continue;
      const remaining = yield* readBatch(parse, batch, { line, isQuoted, isLast: false }, layout);
      line += batch.length - remaining;
      batch = batch.slice(batch.length - remaining);
      length = batch.reduce((sum, { length }) => sum + length, 0);
      isQuoted = batch.filter(hasOddQuotes).length % 2 === 1;
    }
  }
  if (batch.length > 0) yield* readBatch(parse, batch, { line, isQuoted, isLast: true }, layout);
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

interface BatchState {
  readonly line: number;
  /** Whether it ends in a quoted cell. */
  readonly isQuoted: boolean;
  readonly isLast: boolean;
}

/** Reads lines. Returns how many of the last ones belong to a row that is not complete. */
async function* readBatch(
  parse: typeof parseType,
  lines: readonly string[],
  { line, isQuoted, isLast }: BatchState,
  layout: Layout,
): AsyncGenerator<Row, number, undefined> {
  const text = lines.join("");
  const rows = isQuoted || text.length > MAX_PARSED_LENGTH ? undefined : parseRows(parse, text, line, layout);
  if (rows !== undefined) {
    yield* rows;
    await setImmediate();
    return 0;
  }
  const repaired = repairRows(lines, { line, isLast }, layout);
  for (let count = 1; ; count++) {
    const { done, value } = repaired.next();
    if (done) return value;
    yield value;
    if (count % ROWS_PER_SLICE === 0) await setImmediate();
  }
}

/** The rows of a text; undefined if quotes are wrong, or a row of several lines has not all columns. */
function parseRows(parse: typeof parseType, text: string, firstLine: number, layout: Layout): Row[] | undefined {
  const options = { delimiter: layout.delimiter, record_delimiter: ["\r\n", "\n", "\r"], relax_column_count: true };
  let records: string[][];
  try {
    records = parse(text, options);
  } catch {
    return undefined;
  }
  const rows: Row[] = [];
  let line = firstLine;
  for (const cells of records) {
    const breaks = breaksIn(cells);
    if (breaks > 0 && cells.length !== layout.width) return undefined;
    rows.push({ line, cells });
    line += 1 + breaks;
  }
  return rows;
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0), 0);
}
