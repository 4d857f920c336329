import { stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { UsageError } from "./command.ts";

/** Prints one line on standard output. Replaces what would change the terminal or the order of characters in it. */
export function print(line: string): void {
  stdout.write(`${printable(line)}\n`);
}

/** Prints lines that end with a line break, unchanged: names in them must be `printable`. */
export function printText(text: string): void {
  stdout.write(text);
}

/** Prints one JSON document on standard output. Times, whose names end in `_at`, become ISO 8601 text. */
export function printJson(value: unknown): void {
  printText(`${toJson(value)}\n`);
}

/** `value` as JSON, in which the characters that `printable` replaces are escaped. */
export function toJson(value: unknown): string {
  // JSON itself escapes line breaks in texts; those between lines stay.
  return JSON.stringify(value, toTimeText, 2).replace(UNPRINTABLE, (found) =>
    found === "\n" ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function toTimeText(name: string, value: unknown): unknown {
  return name.endsWith("_at") && typeof value === "number" ? formatTime(value) : value;
}

export type Cell = string | number | null;

/** Control characters, such as line breaks and terminal escape sequences, and those that change the order of text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Replaces control characters, also bidirectional ones, which a name may contain. */
export function printable(cell: Cell): string {
  return String(cell ?? "").replace(UNPRINTABLE, "\u{fffd}");
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
  return yes || /^y(es)?$/i.test(await askToConfirm(`${printable(question)} [y/N]`));
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
