import { hasLink, isWhole, type Layout } from "./layout.ts";
import type { Row } from "./row-reader.ts";

/** Rows that may be one, with those of blank lines. */
const MAX_PIECES = 100;

/**
 * Joins rows that were one before line breaks in its text, which should have been quoted, divided it: rows that have
 * together all columns, of which none but the first has a link by itself. Drops rows without text.
 */
export async function* joined(rows: AsyncIterable<Row>, layout: Layout): AsyncIterable<Row> {
  let pieces: Row[] = [];
  for await (const row of rows) {
    if (pieces.length > 0 && isPiece(row, pieces, layout)) {
      pieces.push(row);
      const whole = join(pieces, layout);
      if (whole === undefined) continue;
      yield whole;
      pieces = [];
      continue;
    }
    yield* pieces.filter(isNotBlank);
    pieces = [];
    if (row.cells.length < layout.width && isNotBlank(row)) pieces.push(row);
    else if (isNotBlank(row)) yield row;
  }
  yield* pieces.filter(isNotBlank);
}

function isNotBlank({ cells }: Row): boolean {
  return cells.some((cell) => cell.trim() !== "");
}

function isPiece({ cells }: Row, pieces: readonly Row[], layout: Layout): boolean {
  if (pieces.length >= MAX_PIECES || hasLink(cells, layout)) return false;
  return widthOf(pieces) + cells.length - 1 <= layout.width;
}

/** Columns of the row that pieces are together. */
function widthOf(pieces: readonly Row[]): number {
  return pieces.reduce((width, { cells }) => width + cells.length - 1, 1);
}

function join(pieces: readonly Row[], layout: Layout): Row | undefined {
  const [{ line } = { line: 0 }] = pieces;
  if (widthOf(pieces) !== layout.width) return undefined;
  const cells: string[] = [];
  for (const piece of pieces) {
    const [first = "", ...others] = piece.cells;
    const last = cells.pop();
    cells.push(last === undefined ? first : `${last}\n${first}`, ...others);
  }
  return isWhole(cells, layout) ? { line, cells } : undefined;
}
