import { createInflateRaw, type InflateRaw } from "node:zlib";
import type { Input } from "./input.ts";

/** Bytes that are unpacked at a time. */
const CHUNK_BYTES = 64 * 1024;

/** Unpacks compressed bytes (RFC 1951) up to their end, which they mark themselves. What is after it can be read next. */
export async function* inflate(input: Input): AsyncIterable<Uint8Array> {
  const inflating = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const feeder = new Feeder(input, inflating);
  // Of the part in which the compressed bytes end, the stream need not say that it has unpacked it.
  inflating.once("end", () => feeder.stop());
  feeder.feed().catch((error) => inflating.destroy(error));
  try {
    yield* inflating;
  } finally {
    feeder.stop();
  }
}

/** Writes the parts of an input to a stream, each when the one before it is unpacked. */
class Feeder {
  readonly #input: Input;
  readonly #inflating: InflateRaw;
  /** The last part, and how many bytes were written before it. */
  #last: { readonly part: Uint8Array; readonly start: number } | undefined;
  #isOver = false;

  constructor(input: Input, inflating: InflateRaw) {
    this.#input = input;
    this.#inflating = inflating;
  }

  async feed(): Promise<void> {
    let size = 0;
    while (!this.#isOver) {
      const part = await this.#input.next();
      if (part === undefined) {
        this.#inflating.end();
        return;
      }
      this.#last = { part, start: size };
      size += part.length;
      await new Promise<unknown>((resolve) => this.#inflating.write(part, resolve));
      if (this.#inflating.bytesWritten < size) this.stop();
    }
  }

  /** Ends feeding. What was written after the end of the compressed bytes is unread. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#last !== undefined)
      this.#input.unread(this.#last.part.subarray(this.#inflating.bytesWritten - this.#last.start));
  }
}
