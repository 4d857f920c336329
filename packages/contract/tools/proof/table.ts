import { describeProblem, problemsIn, type Row, responsesIn, sentenceOf, totalOf } from "./rows.ts";

/** The rows of one contract as text, below their total. */
export function tableOf(rows: readonly Row[]): string {
  const width = (field: "operation" | "request") => Math.max(...rows.map((row) => row[field].length));
  const lines = rows.map((row) => {
    const head = `${row.operation.padEnd(width("operation"))}  ${row.request.padEnd(width("request"))}`;
    const responses = responsesIn(row).map(({ name, count }) => `${name} ×${count}`);
    return `  ${problemsIn(row).length === 0 ? "✓" : "✗"} ${head}  ${responses.join("  ")}\n`;
  });
  return `${rows[0]?.contract}: ${sentenceOf(totalOf(rows))}\n${lines.join("")}`;
}

/**
 * A line such as `catalogue getProduct: never seen: response 503` for each part that was never proved. If no
 * response of an operation was seen, only one line for the operation.
 */
export function gapsIn(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const name = `${row.contract} ${row.operation}`;
    if (responsesIn(row).every(({ count }) => count === 0)) return [`${name}: never seen`];
    return problemsIn(row).map((part) => `${name}: ${describeProblem(part)}`);
  });
}
