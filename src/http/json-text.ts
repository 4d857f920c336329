import { setImmediate } from "node:timers/promises";

/** JSON to be sent: a string or, where it is long, its bytes in parts. */
export type JsonText = string | readonly Buffer[];

/** How many items of an array are written at once. */
const SLICE = 20;

/** What may be written, encoded and hashed in one go without holding anybody up, in characters. */
const LONG = 128 * 1024;

/** The JSON of a value. That of a long array is made in parts, and others run in between. */
export async function toJsonText(value: unknown): Promise<JsonText> {
  if (!Array.isArray(value) || value.length <= SLICE) return JSON.stringify(value);
  const parts = await inParts(value);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return length <= LONG ? parts.join("") : encode(parts);
}

/** How many bytes a text has that is in parts. */
export function byteLength(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

async function inParts(items: readonly unknown[]): Promise<string[]> {
  const parts: string[] = [];
  let sincePause = 0;
  for (let first = 0; first < items.length; first += SLICE) {
    const slice = JSON.stringify(items.slice(first, first + SLICE)).slice(1, -1);
    parts.push(first === 0 ? `[${slice}` : `,${slice}`);
    sincePause += slice.length;
    if (sincePause > LONG) {
      await setImmediate();
      sincePause = 0;
    }
  }
  return [...parts, "]"];
}

async function encode(parts: readonly string[]): Promise<Buffer[]> {
  const encoded: Buffer[] = [];
  for (const part of parts) {
    encoded.push(Buffer.from(part));
    await setImmediate();
  }
  return encoded;
}
