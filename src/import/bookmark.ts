import { MAX_DEPTH } from "../collections/tree.ts";
import type { Time } from "../database/schema.ts";
import type { Content } from "../items/item.ts";
import { MAX_ENTRIES, MAX_SIZE, sizeOf } from "../items/size.ts";

/** A bookmark of an imported file, within the limits of an item. */
export interface Bookmark
  extends Pick<Content, "link" | "title" | "excerpt" | "note" | "cover" | "tags" | "important"> {
  /** The titles of its folders, the outermost first. Empty without a folder. */
  readonly path: readonly string[];
  /** Undefined if the file has no valid time. */
  readonly created: Time | undefined;
  readonly updated: Time | undefined;
}

/** What a parser found, as it is written in the file. */
export interface FoundBookmark {
  readonly link: string;
  readonly title?: string | undefined;
  readonly excerpt?: string | undefined;
  readonly note?: string | undefined;
  readonly cover?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly important?: boolean;
  readonly path?: readonly string[];
  readonly created?: string | undefined;
  readonly updated?: string | undefined;
}

/** The limits of the contract, in characters. */
const MAX_LENGTHS = { link: 8000, title: 1000, text: 10_000, cover: 2048, tag: 100 } as const;

/** Below so many characters an item has less than 64 KiB as JSON, where a character takes up to 6 bytes. */
const SURELY_SMALL = 10_000;

/** What remains of a bookmark that is too large for an item. */
const SHORTENED = { text: 2000, tags: 20 } as const;

/** An http or https address. Items have no longer hosts, with port and credentials, than this. */
const ADDRESS = /^https?:\/\/[^\s\0/?#]{1,512}(?:[/?#][^\s\0]*)?$/i;

/** The latest valid time: the last millisecond of the year 9999. */
const MAX_TIME = Date.UTC(10_000, 0) - 1;

/** Brings what a parser found within the limits of an item: cuts texts, drops tags. Undefined if it has no valid link. */
export function toBookmark(found: FoundBookmark): Bookmark | undefined {
  const link = found.link.trim();
  if (!isAddress(link, MAX_LENGTHS.link)) return undefined;
  const cover = found.cover?.trim() ?? "";
  return shorten({
    link,
    title: cut(found.title, MAX_LENGTHS.title).trim() || cut(link, MAX_LENGTHS.title),
    excerpt: cut(found.excerpt, MAX_LENGTHS.text).trim(),
    note: cut(found.note, MAX_LENGTHS.text).trim(),
    cover: isAddress(cover, MAX_LENGTHS.cover) ? cover : "",
    tags: toTags(found.tags ?? []),
    important: found.important ?? false,
    path: toPath(found.path ?? []),
    created: toTime(found.created),
    updated: toTime(found.updated),
  });
}

/** Shortens a bookmark that is too large for an item; undefined if even that does not help. */
function shorten(bookmark: Bookmark): Bookmark | undefined {
  const { link, title, excerpt, note, cover, tags } = bookmark;
  const length = [link, title, excerpt, note, cover, ...tags].reduce((sum, text) => sum + text.length + 3, 0);
  if (length <= SURELY_SMALL) return bookmark;
  const shortTexts = { ...bookmark, excerpt: cut(excerpt, SHORTENED.text), note: cut(note, SHORTENED.text) };
  const fewTags = { ...shortTexts, tags: tags.slice(0, SHORTENED.tags), cover: "" };
  return [bookmark, shortTexts, fewTags].find((one) => sizeOf({ ...one, media: [], highlights: [] }) <= MAX_SIZE);
}

/** The titles of folders without empty ones, within the limits of collections. */
export function toPath(titles: readonly string[]): string[] {
  const path = titles.map((title) => cut(title, MAX_LENGTHS.title).trim()).filter((title) => title !== "");
  return path.slice(0, MAX_DEPTH - 1);
}

function isAddress(text: string, maxLength: number): boolean {
  return text.length <= maxLength && ADDRESS.test(text) && URL.canParse(text);
}

function toTags(tags: readonly string[]): string[] {
  const trimmed = tags.map((tag) => cut(tag.trim(), MAX_LENGTHS.tag).trim()).filter((tag) => tag !== "");
  return [...new Set(trimmed)].slice(0, MAX_ENTRIES);
}

/** The text without NUL and unpaired surrogates, at most so long. */
function cut(text = "", maxLength: number): string {
  const start =
    text.length > maxLength
      ? text
          .slice(0, maxLength)
          .toWellFormed()
          .replace(/\uFFFD$/, "")
      : text;
  return start.includes("\0") || !start.isWellFormed() ? start.replaceAll("\0", "").toWellFormed() : start;
}

/** Reads ISO 8601, and seconds, milliseconds or microseconds since 1970; browsers write all of them. */
function toTime(text = ""): Time | undefined {
  const number = /^\d{1,17}$/.test(text.trim()) ? Number(text) : undefined;
  const time = number === undefined ? parseDate(text) : Math.floor(number * unitOf(number));
  return time !== undefined && time > 0 && time <= MAX_TIME ? time : undefined;
}

/** Milliseconds per unit, by the size of the number: as seconds, 1e11 would be in the year 5138. */
function unitOf(number: number): number {
  if (number > 1e14) return 1 / 1000;
  return number > 1e11 ? 1 : 1000;
}

function parseDate(text: string): Time | undefined {
  const time = /^\d{4}-\d\d-\d\d/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
