import { setImmediate } from "node:timers/promises";

/** How many items are worked on in one go. */
const PART = 200;

/** Maps a long list in parts; others run in between. */
export async function mapInParts<T, Mapped>(items: readonly T[], map: (item: T) => Mapped): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  for (let first = 0; first < items.length; first += PART) {
    if (first > 0) await setImmediate();
    for (const item of items.slice(first, first + PART)) mapped.push(map(item));
  }
  return mapped;
}

type Compare<T> = (one: T, other: T) => number;

/** Sorts a long list in parts; others run in between. */
export async function sortInParts<T>(items: readonly T[], compare: Compare<T>): Promise<T[]> {
  if (items.length <= PART) {
    await setImmediate();
    return items.toSorted(compare);
  }
  const middle = items.length >> 1;
  return merge(
    await sortInParts(items.slice(0, middle), compare),
    await sortInParts(items.slice(middle), compare),
    compare,
  );
}

async function merge<T>(one: readonly T[], other: readonly T[], compare: Compare<T>): Promise<T[]> {
  const merged: T[] = [];
  const rest = other.values();
  let next = rest.next();
  for (const item of one) {
    for (; !next.done && compare(next.value, item) < 0; next = rest.next()) merged.push(next.value);
    merged.push(item);
    if (merged.length % PART === 0) await setImmediate();
  }
  for (; !next.done; next = rest.next()) merged.push(next.value);
  return merged;
}
