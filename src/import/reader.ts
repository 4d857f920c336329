import { setImmediate } from "node:timers/promises";
import { TextDecoder } from "node:util";
import { Failure } from "../errors.ts";
import {
  type Bookmark,
  type Found,
  type FoundBookmark,
  type SkipReason,
  skipReasonOf,
  toBookmark,
  type UnreadableEntry,
} from "./bookmark.ts";
import { isCsvHeader, readCsv } from "./csv.ts";
import { readHtml } from "./html.ts";
import { readLines } from "./lines.ts";

/** Characters at the start of a file by which its format is recognised. */
const START_LENGTH = 4096;

/** Bytes that are decoded between two yields to the event loop. */
const CHUNK_BYTES = 256 * 1024;

/** An entry of a file that is skipped. */
export interface Skipped {
  readonly reason: SkipReason;
  /** Its link, or its beginning if it has none. */
  readonly text: string;
  /** From 1; undefined if the format has no lines. */
  readonly line: number | undefined;
}

/** Called with each entry that is skipped. Blank lines are no entries. */
export type OnSkipped = (skipped: Skipped) => void;

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
  for await (const found of read(decode(bytes))) {
    if (found.kind === "folder") continue;
    const bookmark = found.kind === "bookmark" ? toBookmark(found) : undefined;
    if (bookmark === undefined) {
      const skipped = skippedOf(found);
      if (skipped.text !== "") onSkipped(skipped);
      continue;
    }
    if (++count > maxCount) throw tooMany(maxCount);
    yield bookmark;
  }
  if (count === 0) throw new Failure("invalid", "The file has no bookmarks.", { reason: "file_invalid" });
}

function skippedOf(found: FoundBookmark | UnreadableEntry): Skipped {
  const { line } = found;
  return found.kind === "unreadable"
    ? { reason: "unreadable", text: found.text.trim(), line }
    : { reason: skipReasonOf(found), text: found.link.trim(), line };
}

/**
 * The text of a file, in chunks: UTF-8 with or without a byte order mark; anything else is read as Windows-1252, which
 * old browsers wrote. Yields to the event loop after each chunk.
 */
async function* decode(bytes: Buffer): AsyncIterable<string> {
  const decoder = new TextDecoder((await isUtf8(bytes)) ? "utf-8" : "windows-1252");
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true });
    await setImmediate();
  }
  yield decoder.decode();
}

async function isUtf8(bytes: Buffer): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
      decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true });
      await setImmediate();
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Reads a text of which the format is recognised by its first chunk. */
async function* read(chunks: AsyncIterable<string>): AsyncIterable<Found> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { value: first = "" } = await iterator.next();
  const whole = chain(first, iterator);
  const start = first.slice(0, START_LENGTH).trimStart();
  const [firstLine = ""] = start.split(/\r?\n/, 1);
  if (start.startsWith("<")) yield* readHtml(whole);
  else if (isCsvHeader(firstLine)) yield* readCsv(whole);
  else yield* readLines(whole);
}

async function* chain(first: string, rest: AsyncIterator<string>): AsyncIterable<string> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function tooMany(maxCount: number): Failure {
  const message = `The file has more than ${maxCount.toLocaleString("en")} bookmarks.`;
  return new Failure("invalid", message, { reason: "file_size_limit" });
}
