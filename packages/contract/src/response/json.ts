import { ownTurn } from "../scheduling.ts";

/** The content type of every JSON response. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** Serialised JSON: a string or, if it is long, its bytes in parts. */
export type JsonText = string | readonly Buffer[];

/** Items of a long array that `toJsonText` serialises with one call of `JSON.stringify`. */
const ITEMS_PER_SLICE = 20;

/**
 * A part ends with the slice that makes it longer than this many characters. Serialising that many
 * takes less than a millisecond.
 */
const PART_LENGTH = 64 * 1024;

/** A part also ends after this many slices: a slice of a marked tree costs more, the deeper it is. */
const SLICES_PER_PART = 500;

/** Objects and arrays that `toJsonText` serialises one field or item at a time, see `inSlices`. */
const sliced = new WeakSet<object>();

/**
 * Marks a node of a tree, an array or an object, so that `toJsonText` serialises each of its items or fields
 * on its own. Needed for trees that are large although each of their arrays is short.
 */
export function inSlices<T extends object>(node: T): T {
  sliced.add(node);
  return node;
}

/**
 * Serialises a value as JSON. Yields to the event loop between parts of long arrays. Encodes each
 * part when it is complete, so that the whole is never in memory both as a string and as bytes.
 */
export async function toJsonText(value: unknown): Promise<JsonText> {
  if (!hasLongArray(value)) return JSON.stringify(value);
  const parts: Buffer[] = [];
  let text = "";
  let slices = 0;
  for (const slice of slicesOf(value)) {
    text += slice;
    if (text.length <= PART_LENGTH && ++slices < SLICES_PER_PART) continue;
    parts.push(Buffer.from(text));
    text = "";
    slices = 0;
    await ownTurn();
  }
  return parts.length === 0 ? text : [...parts, Buffer.from(text)];
}

/** The total length of the parts, in bytes. */
export function byteLength(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/**
 * The items of a batch with fewer items than this are serialised one by one. They may be long,
 * because a batch is also limited by its length.
 */
const FEW_ITEMS = 10;

/** Serialises batches of items as one JSON array. */
export async function* jsonArrayOf(batches: AsyncIterable<readonly unknown[]>): AsyncIterable<string> {
  let opening = "[";
  await ownTurn();
  for await (const batch of batches) {
    const slices = batch.length < FEW_ITEMS ? batch.map((item) => [item]) : [batch];
    for (const slice of slices) {
      yield opening + JSON.stringify(slice).slice(1, -1);
      opening = ",";
    }
    await ownTurn();
  }
  yield opening === "[" ? "[]" : "]";
}

/** Whether a value is a long or marked array, or an object with one. Does not search the items of arrays. */
function hasLongArray(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length > ITEMS_PER_SLICE || sliced.has(value);
  return sliced.has(value) || Object.values(value).some(hasLongArray);
}

/** Serialises a value in slices of a few items each. */
function* slicesOf(value: unknown): Iterable<string> {
  if (Array.isArray(value) && hasLongArray(value)) yield* arraySlices(value);
  else if (typeof value === "object" && value !== null && hasLongArray(value))
    yield* fieldSlices(Object.entries(value));
  else yield JSON.stringify(value);
}

function* arraySlices(items: readonly unknown[]): Iterable<string> {
  if (sliced.has(items)) {
    yield* itemSlices(items);
    return;
  }
  for (let first = 0; first < items.length; first += ITEMS_PER_SLICE) {
    const slice = JSON.stringify(items.slice(first, first + ITEMS_PER_SLICE)).slice(1, -1);
    yield first === 0 ? `[${slice}` : `,${slice}`;
  }
  yield "]";
}

/** The slices of every item of a marked array. */
function* itemSlices(items: readonly unknown[]): Iterable<string> {
  yield "[";
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ",";
    yield* slicesOf(item);
  }
  yield "]";
}

function* fieldSlices(entries: readonly [string, unknown][]): Iterable<string> {
  let opening = "{";
  for (const [name, field] of entries.filter(([, field]) => field !== undefined)) {
    yield `${opening}${JSON.stringify(name)}:`;
    yield* slicesOf(field);
    opening = ",";
  }
  yield "}";
}
