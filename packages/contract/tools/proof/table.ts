import { describeProblem, exceptionsIn, problemsIn, type Row, statusesIn } from "./rows.ts";
import { countOf, sentenceOf, totalOf } from "./totals.ts";

/** The rows of one contract as text, below their total. */
export function tableOf(rows: readonly Row[]): string {
  const width = (field: "operation" | "request") => Math.max(...rows.map((row) => row[field].length));
  const lines = rows.map((row) => {
    const head = `${row.operation.padEnd(width("operation"))}  ${row.request.padEnd(width("request"))}`;
    const exceptions = exceptionsIn(row).length;
    const cells = [
      ...statusesIn(row).map(({ name, count }) => `${name} ×${count}`),
      ...(exceptions === 0 ? [] : [countOf(exceptions)]),
    ];
    return `  ${problemsIn(row).length === 0 ? "✓" : "✗"} ${head}  ${cells.join("  ")}`.trimEnd();
  });
  return `${rows[0]?.contract}: ${sentenceOf(totalOf(rows))}\n${lines.map((line) => `${line}\n`).join("")}`;
}

/**
 * A line such as `catalogue getProduct: never seen: status 503` for each part that was never proved. If no status of an
 * operation was seen, only one line for the operation.
 */
export function gapsIn(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const name = `${row.contract} ${row.operation}`;
    const statuses = statusesIn(row);
    if (statuses.length > 0 && statuses.every(({ count }) => count === 0)) return [`${name}: never seen`];
    return problemsIn(row).map((part) => `${name}: ${describeProblem(part)}`);
  });
}
