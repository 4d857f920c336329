import { stdout } from "node:process";
import Table from "cli-table3";
import { type Cell, printable, printJson, printText } from "./output.ts";

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
