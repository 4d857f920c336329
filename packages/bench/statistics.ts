/** The median, minimum and maximum of several rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** The percentile of some numbers: `share` percent of them are not greater. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.ceil((sorted.length * share) / 100) - 1] ?? Number.NaN;
}

export function spreadOf(numbers: readonly number[]): Spread {
  return { median: round(median(numbers)), min: round(Math.min(...numbers)), max: round(Math.max(...numbers)) };
}

/** Rounds to three significant digits; the rest is noise. */
export function round(number: number): number {
  return Number(number.toPrecision(3));
}

/**
 * Returns the order of the items in a round. Over `2 * items.length` rounds each item has each position equally often;
 * with up to three items, each also follows each other item equally often.
 */
export function orderOf<T>(items: readonly T[], round: number): readonly T[] {
  const start = round % items.length;
  const rotated = [...items.slice(start), ...items.slice(0, start)];
  return Math.floor(round / items.length) % 2 === 0 ? rotated : rotated.toReversed();
}
