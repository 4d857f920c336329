import { damaged } from "./limits.ts";

/** Bytes that arrive in parts, read one after the other. */
export class Input {
  readonly #parts: AsyncIterator<Uint8Array>;
  #unread: Uint8Array | undefined;

  constructor(parts: AsyncIterable<Uint8Array>) {
    this.#parts = parts[Symbol.asyncIterator]();
  }

  /** The next part; undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    if (this.#unread !== undefined) {
      const part = this.#unread;
      this.#unread = undefined;
      return part;
    }
    const { done = false, value } = await this.#parts.next();
    return done ? undefined : value;
  }

  /** Makes bytes the next part. Only the last part that `next` returned can be unread, or its end. */
  unread(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#unread = bytes;
  }

  /** The next bytes. Throws `invalid` if there are fewer. */
  async take(length: number): Promise<Buffer> {
    const taken: Uint8Array[] = [];
    for (let missing = length; missing > 0; ) {
      const part = await this.next();
      if (part === undefined) throw damaged();
      const bytes = part.subarray(0, missing);
      taken.push(bytes);
      missing -= bytes.length;
      this.unread(part.subarray(bytes.length));
    }
    return Buffer.concat(taken);
  }

  /** Tells the source that nothing more is read of it. */
  async close(): Promise<void> {
    await this.#parts.return?.();
  }
}
