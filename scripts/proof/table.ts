import { missingIn, nameOf, type Row, sentenceOf, totalOf } from "./rows.ts";

/** The rows of one contract as lines of text, under their total. */
export function tableOf(rows: readonly Row[]): string {
  const width = (field: "operation" | "request") => Math.max(...rows.map((row) => row[field].length));
  const lines = rows.map((row) => {
    const head = `${row.operation.padEnd(width("operation"))}  ${row.request.padEnd(width("request"))}`;
    const answers = row.answers.map((answer) => `${nameOf(answer)} ×${answer.count}`);
    return `  ${missingIn(row).length === 0 ? "✓" : "✗"} ${head}  ${answers.join("  ")}\n`;
  });
  return `${rows[0]?.contract}: ${sentenceOf(totalOf(rows))}\n${lines.join("")}`;
}

/** A line for each answer that was never seen, such as `catalogue getProduct 503`; one for an operation that was never seen at all. */
export function gapsIn(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const name = `${row.contract} ${row.operation}`;
    const missing = missingIn(row);
    return missing.length === row.answers.length ? [name] : missing.map((answer) => `${name} ${nameOf(answer)}`);
  });
}
