import { missingIn, nameOf, type Row, sentenceOf, totalOf } from "./rows.ts";

/** The rows of one contract as text, below their total. */
export function tableOf(rows: readonly Row[]): string {
  const width = (field: "operation" | "request") => Math.max(...rows.map((row) => row[field].length));
  const lines = rows.map((row) => {
    const head = `${row.operation.padEnd(width("operation"))}  ${row.request.padEnd(width("request"))}`;
    const responses = row.responses.map((response) => `${nameOf(response)} ×${response.count}`);
    return `  ${missingIn(row).length === 0 ? "✓" : "✗"} ${head}  ${responses.join("  ")}\n`;
  });
  return `${rows[0]?.contract}: ${sentenceOf(totalOf(rows))}\n${lines.join("")}`;
}

/**
 * A line such as `catalogue getProduct 503` for each response that was never seen. If none of an
 * operation was seen, only one line for the operation, such as `catalogue getProduct`.
 */
export function gapsIn(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const name = `${row.contract} ${row.operation}`;
    const missing = missingIn(row);
    return missing.length === row.responses.length ? [name] : missing.map((response) => `${name} ${nameOf(response)}`);
  });
}
