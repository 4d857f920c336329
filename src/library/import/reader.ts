import { Failure } from "#contract/failure";
import { Slices } from "#contract/scheduling";
import type { CollectionDetails } from "../collections/collections.ts";
import {
  type Bookmark,
  type Found,
  type FoundBookmark,
  type SkipReason,
  skipReasonOf,
  toBookmark,
  toDetails,
  toPath,
  type UnreadableEntry,
} from "./bookmark/bookmark.ts";
import { findTable, readCsv } from "./csv.ts";
import { chain, decode, partsOf, peek, type Source } from "./decode.ts";
import { readHtml } from "./html.ts";
import { IconChoice } from "./icon-choice.ts";
import { readJson } from "./json/json.ts";
import { readLines } from "./lines.ts";
import { beginsWithBookmarks, type KeepEntry, START_BYTES, unpackFirstEntry } from "./packed/first-entry.ts";
import { bounded } from "./packed/limits.ts";
import { isMozLz4, unpackMozLz4 } from "./packed/moz-lz4.ts";
import { isZip, unpackZip } from "./packed/zip.ts";

/** Characters at the start of a file by which its format is recognised: more than the header of a table has. */
const START_LENGTH = 64 * 1024;

/** As much as the command line reads of a file. */
const MAX_BYTES = 256 * 1024 * 1024;

/** An entry of a file that is skipped. */
export interface Skipped {
  readonly reason: SkipReason;
  /** Its link, or its title or beginning if it has none. */
  readonly text: string;
  /** From 1; undefined if the format has no lines. */
  readonly line: number | undefined;
}

/** Called with each entry that is skipped. Blank lines are no entries. */
export type OnSkipped = (skipped: Skipped) => void;

/** A folder of a file, with the titles of the folders around it, the outermost first, and its own. */
export interface Folder {
  readonly path: readonly string[];
  /** Undefined if the file says only what it is called. */
  readonly details?: CollectionDetails;
}

/** What is imported of a file: a bookmark, or a folder, in which there need not be bookmarks. */
export type Entry = Bookmark | Folder;

export interface ReadOptions {
  /** The number of bookmarks that the file may have. */
  readonly maxCount: number;
  /** The bytes that it may have, packed or not; by default as many as the command line reads. */
  readonly maxBytes?: number | undefined;
  /** In milliseconds since 1970: a file has no times after it. */
  readonly now: number;
  readonly onSkipped?: OnSkipped;
  /** Whether bookmarks have icons: those of a file that are kept, see `IconChoice`. */
  readonly wantsIcons?: boolean;
  /** Called for each bookmark with a time that can't be read. */
  readonly onDateNotRead?: () => void;
  /** Receives the pages in an archive of this server, after its bookmarks: see `first-entry.ts`. */
  readonly keepPage?: KeepEntry | undefined;
}

export function isBookmark(entry: Entry): entry is Bookmark {
  return "link" in entry;
}

/**
 * Reads the bookmarks and folders of a file, in their order: a bookmark file of a browser, of Raindrop.io or of Pocket
 * (HTML), a table (CSV), JSON of browsers and other services, a list of links, or an archive of one of these. Skips
 * entries without a valid link.
 * Throws `invalid` for a file without a link or a folder, and for one with more than `maxCount` or `maxBytes`.
 */
export async function* readEntries(
  source: Source,
  { maxCount, maxBytes, now, wantsIcons, onSkipped = () => {}, onDateNotRead = () => {}, keepPage }: ReadOptions,
): AsyncIterable<Entry> {
  let [count, hasFolders] = [0, false];
  const icons = wantsIcons === true ? new IconChoice() : undefined;
  // A parser may return many entries at once.
  const slices = new Slices();
  for await (const found of read(source, { maxCount, maxBytes, keepPage })) {
    await slices.next();
    if (found.kind === "folder") {
      const path = toPath(found.path);
      if (path.length === 0) continue;
      hasFolders = true;
      yield found.details === undefined ? { path } : { path, details: toDetails(found.details, now) };
      continue;
    }
    const bookmark = found.kind === "bookmark" ? toBookmark(found, now) : undefined;
    if (bookmark === undefined || found.kind === "unreadable") {
      onSkipped(skippedOf(found));
      continue;
    }
    if (isWithoutTime(found.created, bookmark.created) || isWithoutTime(found.updated, bookmark.updated))
      onDateNotRead();
    if (++count > maxCount) throw tooMany(maxCount);
    const icon = found.kind === "bookmark" ? icons?.choose(bookmark, found.icon) : undefined;
    yield icon === undefined ? bookmark : { ...bookmark, icon };
  }
  if (count === 0 && !hasFolders) throw new Failure("invalid", NO_BOOKMARKS, { reason: "file-without-bookmarks" });
}

/** The bookmarks of `readEntries`. */
export async function* readBookmarks(
  source: Source,
  maxCount: number,
  onSkipped: OnSkipped = () => {},
): AsyncIterable<Bookmark> {
  const options = { maxCount, now: Date.now(), onSkipped };
  for await (const entry of readEntries(source, options)) if (isBookmark(entry)) yield entry;
}

const NO_BOOKMARKS =
  "The file has no bookmarks. It can be a bookmark file of a browser (HTML), a table (CSV), a backup or an export (JSON), an archive with one of these (ZIP), or a list of links.";

function isWithoutTime(written: string | undefined, time: number | undefined): boolean {
  return time === undefined && written !== undefined && written.trim() !== "";
}

function skippedOf(found: FoundBookmark | UnreadableEntry): Skipped {
  const { line } = found;
  if (found.kind === "unreadable") return { reason: "unreadable", text: found.text.trim(), line };
  return { reason: skipReasonOf(found), text: found.link.trim() || (found.title ?? "").trim(), line };
}

/** Reads a file of which the format is recognised by its start. */
async function* read(
  source: Source,
  { maxCount, maxBytes, keepPage }: Pick<ReadOptions, "maxCount" | "maxBytes" | "keepPage">,
): AsyncIterable<Found> {
  const chunks = decode(unpack(partsOf(source), maxBytes, keepPage));
  const iterator = chunks[Symbol.asyncIterator]();
  const { value: first = "" } = await iterator.next();
  const whole = chain(first, iterator);
  const start = first.slice(0, START_LENGTH);
  if (start.trimStart().startsWith("<")) return yield* readHtml(whole);
  if (/^\s*(?:\{|\[\s*\{)/.test(start)) return yield* readJson(whole, maxCount);
  const table = findTable(start, start.length < first.length);
  if (table !== undefined) yield* readCsv(whole, table);
  else if (BOOKMARK_FILE.test(start)) yield* readHtml(whole);
  else yield* readLines(whole);
}

/**
 * The bytes of a file, or of the bookmarks that are packed in it: in a ZIP archive, or in a backup that Firefox has
 * compressed. Throws `invalid` for a damaged file, and one that has, packed or not, more bytes than `maxBytes`; an
 * archive that begins with its bookmarks, as this server's, may have 1 GiB.
 */
export async function* unpack(
  parts: AsyncIterable<Uint8Array>,
  maxBytes = MAX_BYTES,
  keepPage?: KeepEntry,
): AsyncIterable<Uint8Array> {
  const { start, whole } = await peek(parts, START_BYTES);
  if (beginsWithBookmarks(start)) yield* unpackFirstEntry(whole, maxBytes, keepPage);
  else if (isZip(start)) yield* unpackZip(whole, maxBytes);
  else if (isMozLz4(start)) yield* unpackMozLz4(whole, maxBytes);
  else yield* bounded(whole, maxBytes);
}

/** What a bookmark file begins with, after what a program has written before it. */
const BOOKMARK_FILE = /<!doctype\s+netscape-bookmark-file|<dt>\s*<(?:a|h3)\s/i;

function tooMany(maxCount: number): Failure {
  const message = `The file has more than ${maxCount.toLocaleString("en")} bookmarks.`;
  return new Failure("invalid", message, { reason: "file-too-many-bookmarks", values: { limit: maxCount } });
}
