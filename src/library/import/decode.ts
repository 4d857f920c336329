import { setImmediate } from "node:timers/promises";
import { bufferOf, declaredDecoder, likelyDecoder } from "../../base/charset.ts";

/** The bytes of a file, whole or in parts. */
export type Source = Uint8Array | AsyncIterable<Uint8Array>;

/** Bytes that are decoded between two yields to the event loop. */
const CHUNK_BYTES = 256 * 1024;

/** Bytes that decide whether a file that declares no charset is UTF-8. */
const SAMPLE_BYTES = 1024 * 1024;

/** The bytes of a source in parts that take a moment to decode. Yields to the event loop after each. */
export async function* partsOf(source: Source): AsyncIterable<Uint8Array> {
  for await (const part of source instanceof Uint8Array ? [source] : source) {
    for (let start = 0; start < part.length; start += CHUNK_BYTES) {
      yield part.subarray(start, start + CHUNK_BYTES);
      await setImmediate();
    }
  }
}

/** A source whose beginning is known. */
export interface Peeked {
  /** At least the wanted bytes, or all. */
  readonly start: Uint8Array;
  readonly whole: AsyncIterable<Uint8Array>;
}

/** Reads the beginning of a source. */
export async function peek(parts: AsyncIterable<Uint8Array>, length: number): Promise<Peeked> {
  const iterator = parts[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const { done = false, value } = await iterator.next();
    if (done) break;
    read.push(value);
    size += value.length;
  }
  const start = Buffer.concat(read);
  return { start, whole: chain(start, iterator) };
}

/** Passes on a value and those after it. Closes the iterator also if nothing more than the first one is read. */
export async function* chain<T>(first: T, rest: AsyncIterator<T>): AsyncIterable<T> {
  try {
    yield first;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    await rest.return?.();
  }
}

/**
 * The text of a file, without byte order marks. Its charset is that of the byte order mark, else the one that the file
 * declares, else UTF-8. Bytes that are not valid become U+FFFD. Only a file that declares nothing and is mostly not
 * UTF-8 is read as Windows-1252, which old browsers wrote.
 */
export async function* decode(parts: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const { start, whole } = await peek(parts, SAMPLE_BYTES);
  let decoder = declaredDecoder(start);
  let isFirst = true;
  for await (const part of whole) {
    decoder ??= likelyDecoder(part);
    // Without a decoder all bytes are ASCII.
    const text = decoder?.decode(part, { stream: true }) ?? bufferOf(part).toString("latin1");
    yield isFirst ? text.replace(/^\uFEFF+/, "") : text;
    isFirst = false;
  }
  yield decoder?.decode() ?? "";
}
