import { peek } from "./decode.ts";
import { beginsWithTable, START_BYTES, unpackFirstTable } from "./packed/first-table.ts";
import { bounded } from "./packed/limits.ts";
import { isMozLz4, unpackMozLz4 } from "./packed/moz-lz4.ts";
import { isZip, unpackZip } from "./packed/zip.ts";

/** As much as the command line reads of a file. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * The bytes of a file, or of the bookmarks that are packed in it: in a ZIP archive, or in a backup that Firefox has
 * compressed. Throws `invalid` for a damaged file, and one that has, packed or not, more bytes than `maxBytes`; an
 * archive that begins with its table, as this server's, may have 1 GiB.
 */
export async function* unpack(parts: AsyncIterable<Uint8Array>, maxBytes = MAX_BYTES): AsyncIterable<Uint8Array> {
  const { start, whole } = await peek(parts, START_BYTES);
  if (beginsWithTable(start)) yield* unpackFirstTable(whole, maxBytes);
  else if (isZip(start)) yield* unpackZip(whole, maxBytes);
  else if (isMozLz4(start)) yield* unpackMozLz4(whole, maxBytes);
  else yield* bounded(whole, maxBytes);
}
