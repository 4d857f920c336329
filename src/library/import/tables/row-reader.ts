// Reads a row whose quotes may be wrong, which csv-parse rejects.

/** A row of a table. */
export interface Row {
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * How quotes are read. `strict`: a quote ends a cell only before a delimiter or the end of the row; those in its text
 * are doubled. `lenient`: quotes in the text need not be doubled, and a cell whose quote does not end is text, quote
 * included. `literal`: all quotes are text.
 */
export type Quoting = "strict" | "lenient" | "literal";

export interface ReadRow {
  readonly cells: readonly string[];
  /** The place after its last cell: that of its line break, or the limit. */
  readonly end: number;
  /** Only `strict`: a cell whose quote does not end before the limit, or that has a quote which is not doubled. */
  readonly problem?: "open" | "wrong" | undefined;
  /** Whether a cell that does not begin with a quote has one. */
  readonly hasBareQuote: boolean;
}

/** Cells that are read of a row; after them it ends at the next line break. */
const MAX_CELLS = 1000;

/** Reads the row of a text at `start`, as far as `limit`. */
export function readRow(
  text: string,
  { start, limit }: { readonly start: number; readonly limit: number },
  delimiter: string,
  quoting: Quoting,
): ReadRow {
  const cells: string[] = [];
  let hasBareQuote = false;
  // No later cell can end if one did not: without this, a row of many such cells would be searched for each of them.
  let areLiteral = quoting === "literal";
  for (let at = start; ; at++) {
    const open = areLiteral ? undefined : openingQuote(text, at, limit);
    const close = open === undefined ? undefined : closingQuote(text, { open, limit }, delimiter, quoting);
    if (close === "wrong" || (close === undefined && open !== undefined && quoting === "strict"))
      return { cells, end: at, problem: close ?? "open", hasBareQuote };
    if (open !== undefined && close === undefined) areLiteral = true;
    const end = cellEnd(text, close === undefined ? at : close + 1, limit, delimiter);
    if (open !== undefined && close !== undefined) cells.push(text.slice(open + 1, close).replaceAll('""', '"'));
    else {
      const cell = text.slice(at, end);
      hasBareQuote ||= cell.includes('"');
      cells.push(cell);
    }
    if (end >= limit || text[end] !== delimiter) return { cells, end, hasBareQuote };
    if (cells.length === MAX_CELLS) return { cells, end: lineEnd(text, end, limit), hasBareQuote };
    at = end;
  }
}

/** The place of the quote with which a cell begins, after spaces. */
function openingQuote(text: string, start: number, limit: number): number | undefined {
  let at = start;
  while (at < limit && text[at] === " ") at++;
  return at < limit && text[at] === '"' ? at : undefined;
}

function closingQuote(
  text: string,
  { open, limit }: { readonly open: number; readonly limit: number },
  delimiter: string,
  quoting: Quoting,
): number | "wrong" | undefined {
  for (let at = text.indexOf('"', open + 1); at !== -1 && at < limit; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"' && at + 1 < limit) at++;
    else if (endsCell(text, at + 1, limit, delimiter)) return at;
    else if (quoting === "strict") return "wrong";
  }
  return undefined;
}

/** Whether there are only spaces before the next delimiter or line break. */
function endsCell(text: string, start: number, limit: number, delimiter: string): boolean {
  let at = start;
  while (at < limit && text[at] === " ") at++;
  return at >= limit || text[at] === delimiter || text[at] === "\n" || text[at] === "\r";
}

function cellEnd(text: string, start: number, limit: number, delimiter: string): number {
  let at = start;
  while (at < limit && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}

function lineEnd(text: string, start: number, limit: number): number {
  let at = start;
  while (at < limit && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}
