import { setImmediate } from "node:timers/promises";

/** The content type of every JSON response. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** Serialised JSON: a string or, if it is long, its bytes in parts. */
export type JsonText = string | readonly Buffer[];

/** Array items that are serialised by one call of `JSON.stringify`. */
const ITEMS_PER_SLICE = 20;

/** Characters that are serialised before yielding to the event loop. */
const MAX_PART_LENGTH = 128 * 1024;

/** Serialises a value as JSON. Yields to the event loop between slices of long arrays. */
export async function toJsonText(value: unknown): Promise<JsonText> {
  if (!hasLongArray(value)) return JSON.stringify(value);
  const parts = await serialiseYielding(slicesOf(value));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return length <= MAX_PART_LENGTH ? parts.join("") : encode(parts);
}

/** The total length of the parts, in bytes. */
export function byteLength(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** Serialises batches of items as one JSON array. */
export async function* jsonArrayOf(batches: AsyncIterable<readonly unknown[]>): AsyncIterable<string> {
  let opening = "[";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield opening + JSON.stringify(batch).slice(1, -1);
    opening = ",";
  }
  yield opening === "[" ? "[]" : "]";
}

/**
 * Whether a value is a long array or an object with one. Array items, which are short, are not
 * searched.
 */
function hasLongArray(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > ITEMS_PER_SLICE;
  return typeof value === "object" && value !== null && Object.values(value).some(hasLongArray);
}

/** Serialises a value in slices of a few items each. */
function* slicesOf(value: unknown): Iterable<string> {
  if (Array.isArray(value) && hasLongArray(value)) yield* arraySlices(value);
  else if (typeof value === "object" && value !== null && hasLongArray(value))
    yield* fieldSlices(Object.entries(value));
  else yield JSON.stringify(value);
}

function* arraySlices(items: readonly unknown[]): Iterable<string> {
  for (let first = 0; first < items.length; first += ITEMS_PER_SLICE) {
    const slice = JSON.stringify(items.slice(first, first + ITEMS_PER_SLICE)).slice(1, -1);
    yield first === 0 ? `[${slice}` : `,${slice}`;
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

async function serialiseYielding(slices: Iterable<string>): Promise<string[]> {
  const parts: string[] = [];
  let sinceYield = 0;
  for (const slice of slices) {
    parts.push(slice);
    sinceYield += slice.length;
    if (sinceYield > MAX_PART_LENGTH) {
      await setImmediate();
      sinceYield = 0;
    }
  }
  return parts;
}

async function encode(parts: readonly string[]): Promise<Buffer[]> {
  const encoded: Buffer[] = [];
  for (const part of parts) {
    encoded.push(Buffer.from(part));
    await setImmediate();
  }
  return encoded;
}
