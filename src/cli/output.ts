import { stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { SingleBar } from "cli-progress";
import Table from "cli-table3";
import { UsageError } from "./command.ts";

/** Prints one line on standard output. */
export function print(line: string): void {
  stdout.write(`${line}\n`);
}

/** Prints lines that end with a line break. */
export function printText(text: string): void {
  stdout.write(text);
}

/** Prints one JSON document on standard output. Times, whose names end in `_at`, become ISO 8601 text. */
export function printJson(value: unknown): void {
  print(toJson(value));
}

export function toJson(value: unknown): string {
  return JSON.stringify(value, toTimeText, 2);
}

function toTimeText(name: string, value: unknown): unknown {
  return name.endsWith("_at") && typeof value === "number" ? formatTime(value) : value;
}

export type Cell = string | number | null;

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
  if (stdout.isTTY) print(toTable(table));
  else for (const line of table) print(line.join("\t"));
}

/** Replaces control characters: a name may contain line breaks and terminal escape sequences. */
export function printable(cell: Cell): string {
  return String(cell ?? "").replace(/\p{Cc}/gu, "\u{fffd}");
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

/** A time in milliseconds since 1970 as ISO 8601 text; `never` for null. */
export function formatTime(milliseconds: number | null): string {
  return milliseconds === null ? "never" : new Date(milliseconds).toISOString();
}

/**
 * Asks a question on the terminal; resolves with whether the reply is `y` or `yes`, or at once with
 * true if `yes` is set. Throws `UsageError` if there is no terminal.
 */
export async function confirm(question: string, { yes }: { readonly yes: boolean }): Promise<boolean> {
  return yes || /^y(es)?$/i.test(await askToConfirm(`${question} [y/N]`));
}

/** Asks for a confirmation on the terminal, and returns the reply. Throws `UsageError` if there is no terminal. */
export async function askToConfirm(question: string): Promise<string> {
  if (!stdin.isTTY) throw new UsageError("There is no terminal to ask for confirmation. Use --yes.");
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    return (await terminal.question(`${question} `)).trim();
  } finally {
    terminal.close();
  }
}

/** Progress of work in units such as `bookmarks`. Disposing removes it from the terminal. */
export interface Progress extends Disposable {
  readonly update: (done: number, total?: number) => void;
}

/** Opens a progress bar on standard error, or a counter if the total is unknown. Without a terminal, shows nothing. */
export function openProgress(unit: string, total?: number): Progress {
  if (!stderr.isTTY) return { update: () => {}, [Symbol.dispose]: () => {} };
  const bar = new SingleBar({ format: formatOf(unit, total), clearOnComplete: true, hideCursor: true, stream: stderr });
  bar.start(total ?? 0, 0);
  return {
    update(done, newTotal) {
      if (newTotal !== undefined) bar.setTotal(newTotal);
      bar.update(done);
    },
    [Symbol.dispose]: () => bar.stop(),
  };
}

function formatOf(unit: string, total: number | undefined): string {
  return total === undefined
    ? `{value} ${unit}`
    : `[{bar}] {percentage} % | {value} of {total} ${unit} | {eta_formatted} left`;
}
