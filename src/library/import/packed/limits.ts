import { Failure } from "#contract/failure";

const MIB = 1024 * 1024;

/** Passes bytes on. Throws `invalid` if they are more than `maxBytes`. */
export async function* bounded(parts: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > maxBytes) {
      const message = `The file is larger than ${maxBytes / MIB} MiB.`;
      throw new Failure("invalid", message, { reason: "file-too-large", values: { limit: maxBytes / MIB } });
    }
    yield part;
  }
}

/** All parts. Throws `invalid` if they have more bytes than `maxBytes`. */
export async function collect(parts: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const part of bounded(parts, maxBytes)) all.push(part);
  return all;
}

/** A packed file that can't be read. */
export function damaged(cause?: unknown): Failure {
  return new Failure("invalid", "The file is damaged: it could not be unpacked.", { reason: "file-damaged", cause });
}
