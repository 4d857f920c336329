import { setImmediate } from "node:timers/promises";
import { TextDecoder } from "node:util";
import { Failure } from "../errors.ts";
import { type Bookmark, type FoundBookmark, type SkipReason, skipReasonOf, toBookmark } from "./bookmark.ts";
import { isCsvHeader, readCsv } from "./csv.ts";
import { readHtml } from "./html.ts";
import { readLines } from "./lines.ts";

/** Characters at the start of a file by which its format is recognised. */
const START_LENGTH = 4096;

/** Bytes that are decoded between two yields to the event loop. */
const CHUNK_BYTES = 256 * 1024;

/** Called with each entry that is skipped, and why. Blank lines are no entries. */
export type OnSkipped = (found: FoundBookmark, reason: SkipReason) => void;

/**
 * Reads the bookmarks of a file, in their order: a bookmark file of a browser, of Raindrop.io or of
 * Pocket (HTML), a table of Raindrop.io, Pocket or Instapaper (CSV), or a list of links. Skips entries
 * without a valid link. Throws `invalid` for a file without a link, and for one with more than `maxCount`.
 */
export async function* readBookmarks(
  bytes: Buffer,
  maxCount: number,
  onSkipped: OnSkipped = () => {},
): AsyncIterable<Bookmark> {
  let count = 0;
  for await (const found of read(await decode(bytes))) {
    const bookmark = toBookmark(found);
    if (bookmark === undefined) {
      if (found.link.trim() !== "") onSkipped(found, skipReasonOf(found));
      continue;
    }
    if (++count > maxCount) throw tooMany(maxCount);
    yield bookmark;
  }
  if (count === 0) throw new Failure("invalid", "The file has no bookmarks.", { reason: "file_invalid" });
}

/** UTF-8 with or without a byte order mark; anything else is read as Windows-1252, which old browsers wrote. */
async function decode(bytes: Buffer): Promise<string> {
  try {
    return await decodeWith(new TextDecoder("utf-8", { fatal: true }), bytes);
  } catch {
    return decodeWith(new TextDecoder("windows-1252"), bytes);
  }
}

/** Throws a `TypeError` for invalid bytes if the decoder is fatal. */
async function decodeWith(decoder: TextDecoder, bytes: Buffer): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    parts.push(decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true }));
    await setImmediate();
  }
  return parts.join("") + decoder.decode();
}

function read(text: string): AsyncIterable<FoundBookmark> {
  const start = text.slice(0, START_LENGTH).trimStart();
  if (start.startsWith("<")) return readHtml(text);
  const [firstLine = ""] = start.split(/\r?\n/, 1);
  return isCsvHeader(firstLine) ? readCsv(text) : readLines(text);
}

function tooMany(maxCount: number): Failure {
  const message = `The file has more than ${maxCount.toLocaleString("en")} bookmarks.`;
  return new Failure("invalid", message, { reason: "file_size_limit" });
}
