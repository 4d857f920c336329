import { setImmediate } from "node:timers/promises";

/** How many are sorted in one go. */
const PART = 500;

/** Sorts a long list in parts, and lets others run in between. The last step compares each item once: the engine's sort finds the two runs. */
export async function sortInParts<T>(items: readonly T[], compare: (one: T, other: T) => number): Promise<T[]> {
  await setImmediate();
  if (items.length <= PART) return items.toSorted(compare);
  const middle = items.length >> 1;
  const first = await sortInParts(items.slice(0, middle), compare);
  const second = await sortInParts(items.slice(middle), compare);
  return [...first, ...second].sort(compare);
}
