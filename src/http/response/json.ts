import { setImmediate } from "node:timers/promises";

/** JSON to be sent: a string or, where it is long, its bytes in parts. */
export type JsonText = string | readonly Buffer[];

/** How many items of an array are written at once. */
const SLICE = 20;

/** What may be written, encoded and hashed in one go without holding anybody up, in characters. */
const LONG = 128 * 1024;

/** The JSON of a value. Where it holds a long array it is made in parts, and others run in between. */
export async function toJsonText(value: unknown): Promise<JsonText> {
  if (!holdsLongArray(value)) return JSON.stringify(value);
  const parts = await withPauses(piecesOf(value));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return length <= LONG ? parts.join("") : encode(parts);
}

/** How many bytes a text has that is in parts. */
export function byteLength(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** An array of many items, or an object with one inside. What stands in the items is not looked at: it is written with them. */
function holdsLongArray(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > SLICE;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsLongArray);
}

/** The JSON of a value in pieces of a few items each. */
function* piecesOf(value: unknown): Iterable<string> {
  if (!holdsLongArray(value)) yield JSON.stringify(value);
  else if (Array.isArray(value)) yield* slicesOf(value);
  else yield* fieldsOf(Object.entries(Object(value)));
}

function* slicesOf(items: readonly unknown[]): Iterable<string> {
  for (let first = 0; first < items.length; first += SLICE) {
    const slice = JSON.stringify(items.slice(first, first + SLICE)).slice(1, -1);
    yield first === 0 ? `[${slice}` : `,${slice}`;
  }
  yield "]";
}

function* fieldsOf(entries: readonly [string, unknown][]): Iterable<string> {
  let opening = "{";
  for (const [name, field] of entries.filter(([, field]) => field !== undefined)) {
    yield `${opening}${JSON.stringify(name)}:`;
    yield* piecesOf(field);
    opening = ",";
  }
  yield "}";
}

async function withPauses(pieces: Iterable<string>): Promise<string[]> {
  const parts: string[] = [];
  let sincePause = 0;
  for (const piece of pieces) {
    parts.push(piece);
    sincePause += piece.length;
    if (sincePause > LONG) {
      await setImmediate();
      sincePause = 0;
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
