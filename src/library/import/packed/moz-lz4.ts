import { setImmediate } from "node:timers/promises";
import { bounded, collect, damaged } from "./limits.ts";

// Firefox's compressed files (`jsonlz4`): 8 bytes that name the format, the size of the content as 32 bits, the low
// byte first, and one LZ4 block (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md).

const NAME = "mozLz40\0";
const HEADER_BYTES = 12;

/** How far back a copy may begin. */
const WINDOW_BYTES = 64 * 1024;

/** Bytes that are unpacked between two yields to the event loop. */
const CHUNK_BYTES = 64 * 1024;

/** Bytes of the shortest copy. */
const MIN_COPY = 4;

/** A length beyond this is more than a file may have. */
const MAX_LENGTH = 2 ** 30;

export function isMozLz4(start: Uint8Array): boolean {
  return Buffer.from(start.subarray(0, NAME.length)).toString("latin1") === NAME;
}

/** The content of a file. Throws `invalid` if it is damaged, or has more bytes than `maxBytes`. */
export async function* unpackMozLz4(parts: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  const input = new Input(await collect(parts, maxBytes));
  for (let skipped = 0; skipped < HEADER_BYTES; skipped++) input.byte();
  yield* bounded(unpacked(input), maxBytes);
}

async function* unpacked(input: Input): AsyncIterable<Uint8Array> {
  const output = new Output();
  while (!input.isAtEnd) {
    const token = input.byte();
    for (let left = lengthOf(token >> 4, input); left > 0; ) {
      const bytes = input.take(Math.min(left, CHUNK_BYTES));
      output.add(bytes);
      left -= bytes.length;
      if (output.isFull) yield await output.flush();
    }
    // The last sequence has no copy.
    if (input.isAtEnd) break;
    const distance = input.byte() + 256 * input.byte();
    for (let left = lengthOf(token & 15, input) + MIN_COPY; left > 0; left -= CHUNK_BYTES) {
      output.copy(distance, Math.min(left, CHUNK_BYTES));
      if (output.isFull) yield await output.flush();
    }
  }
  yield await output.flush();
}

/** A length of which the token has 4 bits, and if they are all set, bytes after it the rest. */
function lengthOf(bits: number, input: Input): number {
  let length = bits;
  if (bits === 15) {
    let byte = 255;
    while (byte === 255 && length <= MAX_LENGTH) {
      byte = input.byte();
      length += byte;
    }
  }
  return length;
}

/** Bytes that are in several parts. */
class Input {
  readonly #parts: readonly Uint8Array[];
  #part = 0;
  #at = 0;

  constructor(parts: readonly Uint8Array[]) {
    this.#parts = parts.filter(({ length }) => length > 0);
  }

  get isAtEnd(): boolean {
    return this.#part >= this.#parts.length;
  }

  byte(): number {
    const [byte = 0] = this.take(1);
    return byte;
  }

  /** At most so many bytes, and at least one. Throws `invalid` at the end. */
  take(length: number): Uint8Array {
    const part = this.#parts[this.#part];
    if (part === undefined) throw damaged();
    const bytes = part.subarray(this.#at, this.#at + length);
    this.#at += bytes.length;
    if (this.#at >= part.length) {
      this.#part++;
      this.#at = 0;
    }
    return bytes;
  }
}

/** What is unpacked, and what copies may refer to before it. */
class Output {
  readonly #bytes = Buffer.alloc(WINDOW_BYTES + 2 * CHUNK_BYTES);
  /** The first byte that was not returned, and the place after the last one. */
  #start = 0;
  #end = 0;

  get isFull(): boolean {
    return this.#end - this.#start >= CHUNK_BYTES;
  }

  add(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** Appends bytes that began `distance` bytes before; a copy may contain itself. Throws `invalid` before the first byte. */
  copy(distance: number, length: number): void {
    if (distance === 0 || distance > this.#end) throw damaged();
    for (const end = this.#end + length; this.#end < end; this.#end++)
      this.#bytes[this.#end] = this.#bytes[this.#end - distance] ?? 0;
  }

  /** Returns what was not returned before. Yields to the event loop. */
  async flush(): Promise<Uint8Array> {
    await setImmediate();
    const flushed = Buffer.from(this.#bytes.subarray(this.#start, this.#end));
    const kept = Math.min(this.#end, WINDOW_BYTES);
    this.#bytes.copyWithin(0, this.#end - kept, this.#end);
    this.#start = kept;
    this.#end = kept;
    return flushed;
  }
}
