import { once } from "node:events";
import { stdout } from "node:process";
import Table from "cli-table3";
import { type Cell, printable, printJson, printText, toJson } from "./output.ts";

/**
 * Prints rows as a table with these columns, by heading: aligned on a terminal, otherwise separated
 * by tabs. With `json`, prints the rows themselves as a JSON array.
 */
export function printRows<R extends object>(
  rows: readonly R[],
  columns: Readonly<Record<string, (row: R) => Cell>>,
  { json }: { readonly json: boolean },
): void {
  if (json) {
    printJson(rows);
    return;
  }
  const lines = rows.map((row) => Object.values(columns).map((toCell) => printable(toCell(row))));
  const table = [Object.keys(columns), ...lines];
  if (stdout.isTTY) printText(`${toTable(table)}\n`);
  else for (const line of table) printText(`${line.join("\t")}\n`);
}

function toTable(lines: readonly string[][]): string {
  const none = { "top-mid": "", "top-left": "", "top-right": "", bottom: "", "bottom-mid": "", "bottom-left": "" };
  const chars = { ...none, top: "", "bottom-right": "", left: "", "left-mid": "", mid: "", "mid-mid": "", right: "" };
  const table = new Table({
    chars: { ...chars, "right-mid": "", middle: "  " },
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
  });
  table.push(...lines);
  return table.toString();
}

/**
 * Prints rows like `printRows`, batch by batch as they arrive. On a terminal the first batch decides how wide the
 * columns are. Waits while the reader of standard output is slow.
 */
export async function printRowStream<R extends object>(
  batches: AsyncIterable<readonly R[]>,
  columns: Readonly<Record<string, (row: R) => Cell>>,
  { json }: { readonly json: boolean },
): Promise<void> {
  const texts = json ? jsonTexts(batches) : tableTexts(batches, columns);
  for await (const text of texts) if (!stdout.write(text)) await once(stdout, "drain");
}

async function* jsonTexts(batches: AsyncIterable<readonly object[]>): AsyncIterable<string> {
  let separator = "[\n";
  for await (const batch of batches) {
    for (const row of batch) {
      yield `${separator}  ${toJson(row).replaceAll("\n", "\n  ")}`;
      separator = ",\n";
    }
  }
  yield separator === ",\n" ? "\n]\n" : "[]\n";
}

async function* tableTexts<R>(
  batches: AsyncIterable<readonly R[]>,
  columns: Readonly<Record<string, (row: R) => Cell>>,
): AsyncIterable<string> {
  const heading = Object.keys(columns);
  let widths: readonly number[] | undefined;
  for await (const batch of batches) {
    const lines = batch.map((row) => Object.values(columns).map((toCell) => printable(toCell(row))));
    const first = widths === undefined ? [heading] : [];
    widths ??= heading.map((text, index) => Math.max(text.length, ...lines.map((line) => line[index]?.length ?? 0)));
    yield [...first, ...lines].map((line) => `${join(line, widths ?? [])}\n`).join("");
  }
  if (widths === undefined) yield `${heading.join("\t")}\n`;
}

/** Cells of a line: padded on a terminal, otherwise separated by tabs. */
function join(line: readonly string[], widths: readonly number[]): string {
  if (!stdout.isTTY) return line.join("\t");
  return line
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join("  ")
    .trimEnd();
}
