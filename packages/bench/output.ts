import { stderr } from "node:process";

/** Shows progress on a terminal, in place of the previous message. An empty message clears the line. */
export function progress(message: string): void {
  if (stderr.isTTY) stderr.write(`\r\x1b[K${message}`);
}

/** A table in Markdown. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** The message of an error and those of its causes, on one line. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${messageOf(error.cause)}`;
}

/** Parses the value of an option that counts something. */
export function parseCount(name: string, value: string, max: number): number {
  const count = Number(value);
  if (!/^[1-9]\d*$/.test(value) || count > max) throw new Error(`--${name} must be a whole number from 1 to ${max}.`);
  return count;
}
