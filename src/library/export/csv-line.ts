/** A record of a CSV file (RFC 4180). */
export function toLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/**
 * `toLine`, for files that people open in a spreadsheet: no cell is a formula (OWASP, CSV injection). A cell that looks
 * like one starts with an apostrophe.
 */
export function toSpreadsheetLine(cells: readonly string[]): string {
  return toLine(cells.map((cell) => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell)));
}

/** Quotes a value where RFC 4180 requires it, and where a reader might trim it. */
function toCell(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
