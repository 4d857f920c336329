import { setImmediate } from "node:timers/promises";
import type { IdRange } from "./index-query.ts";

// Lists of ids without duplicates, in ascending order.

/** The length of the parts of a text that are parsed between two yields to the event loop: about 30,000 ids. */
const PART_LENGTH = 256 * 1024;

/** Parses ids that are separated by commas, in any order, some of them repeated. Yields to the event loop. */
export async function parseIds(text: string): Promise<number[]> {
  let ids: number[] = [];
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    const comma = text.indexOf(",", start + PART_LENGTH);
    end = comma === -1 ? text.length : comma;
    const part = sortedOnce(JSON.parse(`[${text.slice(start, end)}]`));
    const [first = 0] = part;
    // A database reads rows in the order in which they are stored, which is nearly that of their ids.
    if (first > (ids.at(-1) ?? 0)) for (const id of part) ids.push(id);
    else ids = unite(ids, part);
    await setImmediate();
  }
  return ids;
}

/** Ids in ascending order, without duplicates. */
function sortedOnce(ids: readonly number[]): number[] {
  const sorted = Float64Array.from(ids).sort();
  const once: number[] = [];
  for (const id of sorted) if (id !== once.at(-1)) once.push(id);
  return once;
}

/** The ids of a list that are in a range. */
export function within(list: readonly number[], { after, upTo, ids }: IdRange): readonly number[] {
  const part = list.slice(countUpTo(list, after), countUpTo(list, upTo));
  return ids === undefined ? part : intersect(part, ids);
}

/** Whether an id is in a list. */
export function includes(list: readonly number[], id: number): boolean {
  return list[countUpTo(list, id) - 1] === id;
}

/** Returns a function that tells whether an id is in a list. Call it with ids in ascending order. */
export function lookupIn(list: readonly number[]): (id: number) => boolean {
  let next = 0;
  return (id) => {
    while (next < list.length && (list[next] ?? 0) < id) next += 1;
    return list[next] === id;
  };
}

/** The ids that are in both lists. */
export function intersect(one: readonly number[], other: readonly number[]): number[] {
  return one.filter(lookupIn(other));
}

/** The ids of the first list that are not in the other. */
export function subtract(one: readonly number[], other: readonly number[]): number[] {
  const isInOther = lookupIn(other);
  return one.filter((id) => !isInOther(id));
}

/** The ids that are in one of the lists. */
export function unite(one: readonly number[], other: readonly number[]): number[] {
  const united: number[] = [];
  let next = 0;
  for (const id of one) {
    for (let before = other[next]; before !== undefined && before <= id; before = other[next]) {
      if (before < id) united.push(before);
      next += 1;
    }
    united.push(id);
  }
  for (const id of other.slice(next)) united.push(id);
  return united;
}

/** The number of ids that are not greater than `limit`. */
function countUpTo(list: readonly number[], limit: number): number {
  let [start, end] = [0, list.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    if ((list[middle] ?? 0) <= limit) start = middle + 1;
    else end = middle;
  }
  return start;
}
