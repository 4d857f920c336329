import { stderr } from "node:process";

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Says on a terminal what goes on; replaces what was said before. */
export function progress(sentence: string): void {
  if (stderr.isTTY) stderr.write(`\r\x1b[K${sentence}`);
}
