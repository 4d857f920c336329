import { peek } from "./decode.ts";
import { isMozLz4, unpackMozLz4 } from "./packed/moz-lz4.ts";
import { isZip, unpackZip } from "./packed/zip.ts";

/** Bytes by which a packed file is recognised. */
const START_BYTES = 8;

/** As much as the command line reads of a file. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * The bytes of a file, or of the bookmarks that are packed in it: in a ZIP archive, or in a backup that Firefox has
 * compressed. Throws `invalid` for a damaged file, and one that has, packed or not, more bytes than `maxBytes`.
 */
export async function* unpack(parts: AsyncIterable<Uint8Array>, maxBytes = MAX_BYTES): AsyncIterable<Uint8Array> {
  const { start, whole } = await peek(parts, START_BYTES);
  if (isZip(start)) yield* unpackZip(whole, maxBytes);
  else if (isMozLz4(start)) yield* unpackMozLz4(whole, maxBytes);
  else yield* whole;
}
