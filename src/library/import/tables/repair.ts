import { withoutBreak } from "../bookmark/text-lines.ts";
import { hasLink, isWhole, type Layout } from "./layout.ts";
import { type Quoting, type ReadRow, type Row, readRow } from "./row-reader.ts";

/** Lines, and characters, that a row with wrong quotes may have. */
const MAX_BROKEN_LINES = 50;
const MAX_BROKEN_LENGTH = 64 * 1024;

/** Rows of a batch that are searched over so many lines: what this costs does not grow with the rows. */
const MAX_SEARCHES = 1000;

/** Lines of a table, as one text. */
interface Lines {
  readonly text: string;
  /** Where each line begins, and where the text ends. */
  readonly starts: readonly number[];
}

/**
 * Reads rows of which at least one has wrong quotes. A row ends on the line on which it begins, unless it is whole only
 * if it goes on, and no line that it would take is a whole row. Returns how many of the last lines belong to a row that
 * may go on after them; none if they are the last ones of the table.
 */
export function* repairRows(
  lines: readonly string[],
  { line, isLast }: { readonly line: number; readonly isLast: boolean },
  layout: Layout,
): Generator<Row, number, undefined> {
  const starts = [0];
  for (const { length } of lines) starts.push((starts.at(-1) ?? 0) + length);
  const reader = new BrokenRows({ text: lines.join(""), starts }, layout);
  for (let first = 0; first < lines.length; ) {
    const read = reader.read(first, isLast || first === 0);
    if (read === undefined) return lines.length - first;
    yield { line: line + first, cells: read.cells };
    first = read.next;
  }
  return 0;
}

interface Reading {
  readonly cells: readonly string[];
  /** The line after it. */
  readonly next: number;
}

class BrokenRows {
  readonly #lines: Lines;
  readonly #layout: Layout;
  #searches = 0;

  constructor(lines: Lines, layout: Layout) {
    this.#lines = lines;
    this.#layout = layout;
  }

  /** Reads the row that begins on a line; undefined if it may go on after the last line, and `isComplete` is false. */
  read(first: number, isComplete: boolean): Reading | undefined {
    const alone = this.#readLine(first, "strict");
    if (alone.problem === undefined) return { cells: alone.cells, next: first + 1 };
    const { problem, ...strict } = this.#readOver(first, this.#lines.starts.length - 1, "strict");
    if (problem === "open" && !isComplete) return undefined;
    const isClosed = problem === undefined && !this.#takesWhole(first, strict.next);
    if (isClosed && isWhole(strict.cells, this.#layout)) return strict;
    const readings = [this.#readLine(first, "lenient").cells, this.#readLine(first, "literal").cells];
    const whole = readings.find((cells) => isWhole(cells, this.#layout));
    if (whole !== undefined) return { cells: whole, next: first + 1 };
    const found = this.#search(first) ?? (isClosed && this.#isPlausible(strict.cells) ? strict : undefined);
    if (found !== undefined) return found;
    return { cells: readings.find((cells) => hasLink(cells, this.#layout)) ?? readings[1] ?? [], next: first + 1 };
  }

  #isPlausible(cells: readonly string[]): boolean {
    return cells.length === this.#layout.width || hasLink(cells, this.#layout);
  }

  #readLine(line: number, quoting: Quoting): ReadRow {
    const { starts, text } = this.#lines;
    const start = starts[line] ?? 0;
    const limit = start + withoutBreak(text.slice(start, starts[line + 1])).length;
    return readRow(text, { start, limit }, this.#layout.delimiter, quoting);
  }

  /** Reads a row that ends before line `end`. */
  #readOver(first: number, end: number, quoting: Quoting): Reading & Pick<ReadRow, "problem"> {
    const { starts, text } = this.#lines;
    const place = { start: starts[first] ?? 0, limit: starts[end] ?? text.length };
    const { cells, problem, ...row } = readRow(text, place, this.#layout.delimiter, quoting);
    let next = first + 1;
    while (next < end && (starts[next] ?? 0) <= row.end) next++;
    return { cells, problem, next };
  }

  /** Whether a row that is read to line `next` takes a line with it that is a whole row. */
  #takesWhole(first: number, next: number): boolean {
    for (let line = first + 1; line < next; line++) {
      const { cells, problem, hasBareQuote } = this.#readLine(line, "strict");
      if (problem === undefined && !hasBareQuote && isWhole(cells, this.#layout)) return true;
    }
    return false;
  }

  /** Looks for a whole row with quotes that are not doubled, on this line and some after it. */
  #search(first: number): Reading | undefined {
    if (++this.#searches > MAX_SEARCHES) return undefined;
    const { starts } = this.#lines;
    const maxEnd = Math.min(starts.length - 1, first + MAX_BROKEN_LINES);
    const maxLength = (starts[first] ?? 0) + MAX_BROKEN_LENGTH;
    let end = first + 1;
    while (end < maxEnd && (starts[end + 1] ?? 0) <= maxLength && !this.#takesWhole(end - 1, end + 1)) end++;
    const found = this.#readOver(first, end, "lenient");
    return isWhole(found.cells, this.#layout) ? found : undefined;
  }
}
