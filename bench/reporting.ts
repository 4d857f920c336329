import { stderr } from "node:process";

/** The middle one of some numbers, or what lies between the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** Says on a terminal what goes on; replaces what was said before. */
export function progress(sentence: string): void {
  if (stderr.isTTY) stderr.write(`\r\x1b[K${sentence}`);
}
