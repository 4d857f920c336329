import { MAX_DEPTH } from "../collections/tree.ts";
import type { Time } from "../database/schema/columns.ts";
import { colorOf, type Highlight } from "../items/highlight.ts";
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
  /** In the order of the file. */
  readonly highlights: readonly ImportedHighlight[];
}

/** A highlight of an imported file. It gets its id when it is stored. */
export interface ImportedHighlight extends Pick<Highlight, "text" | "note" | "color"> {
  /** Undefined if the file has no valid time. */
  readonly created: Time | undefined;
}

/** What a parser found in a file, in its order. */
export type Found = FoundBookmark | FoundFolder | UnreadableEntry;

/** A bookmark as it is written in the file. */
export interface FoundBookmark {
  readonly kind: "bookmark";
  /** The line of the file on which it begins, from 1; undefined if the format has no lines. */
  readonly line?: number | undefined;
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
  readonly highlights?: readonly FoundHighlight[] | undefined;
}

/** A folder. A parser need not report the folders in which there are bookmarks. */
export interface FoundFolder {
  readonly kind: "folder";
  /** The titles of the folders around it, the outermost first, and its own. */
  readonly path: readonly string[];
}

/** An entry that is no bookmark, such as a broken row of a table. */
export interface UnreadableEntry {
  readonly kind: "unreadable";
  readonly line?: number | undefined;
  /** The beginning of the entry. */
  readonly text: string;
}

/** A highlight as it is written in the file. */
export interface FoundHighlight {
  readonly text: string;
  readonly note?: string | undefined;
  readonly color?: string | undefined;
  readonly created?: string | undefined;
}

/** The limits of the contract, in characters. */
const MAX_LENGTHS = { link: 8000, title: 1000, text: 10_000, cover: 2048, tag: 100 } as const;

/** Below so many characters an item has less than 64 KiB as JSON, where a character takes up to 6 bytes. */
const SURELY_SMALL = 10_000;

/** More characters than the id, color and times of a highlight have as JSON, divided by 6. */
const HIGHLIGHT_OVERHEAD = 30;

/** What remains of a bookmark that is too large for an item. */
const SHORTENED = { text: 2000, tags: 20 } as const;

/** An http or https address. Items have no longer hosts, with port and credentials, than this. */
const ADDRESS = /^https?:\/\/[^\s\0/?#]{1,512}(?:[/?#][^\s\0]*)?$/i;

/** An id for measuring the size of a highlight. */
const SOME_ID = "0".repeat(24);

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
    excerpt: cut(found.excerpt, MAX_LENGTHS.text),
    note: cut(found.note, MAX_LENGTHS.text),
    cover: isAddress(cover, MAX_LENGTHS.cover) ? cover : "",
    tags: toTags(found.tags ?? []),
    important: found.important ?? false,
    path: toPath(found.path ?? []),
    created: toTime(found.created),
    updated: toTime(found.updated),
    highlights: (found.highlights ?? [])
      .slice(0, MAX_ENTRIES)
      .map(toHighlight)
      .filter(({ text }) => text !== ""),
  });
}

/** Why an entry is skipped: its link is no web address or too long, it is too large, or it can't be read. */
export type SkipReason = "noAddress" | "longLink" | "tooLarge" | "unreadable";

/** Why `toBookmark` returned undefined. */
export function skipReasonOf({ link }: FoundBookmark): SkipReason {
  if (link.trim().length > MAX_LENGTHS.link) return "longLink";
  return isAddress(link.trim(), MAX_LENGTHS.link) ? "tooLarge" : "noAddress";
}

function toHighlight({ text, note, color = "", created }: FoundHighlight): ImportedHighlight {
  return {
    text: cut(text, MAX_LENGTHS.text),
    note: cut(note, MAX_LENGTHS.text),
    color: colorOf(color),
    created: toTime(created),
  };
}

/** Shortens a bookmark that is too large for an item; undefined if even that does not help. */
function shorten(bookmark: Bookmark): Bookmark | undefined {
  if (fits(bookmark)) return bookmark;
  const { excerpt, note, tags } = bookmark;
  const shortTexts = { ...bookmark, excerpt: cut(excerpt, SHORTENED.text), note: cut(note, SHORTENED.text) };
  const fewTags = { ...shortTexts, tags: tags.slice(0, SHORTENED.tags), cover: "" };
  return [shortTexts, fewTags, { ...fewTags, highlights: [] }].find(fits);
}

/** Whether a bookmark is small enough for an item. Measures its JSON only if its length does not tell. */
function fits(bookmark: Bookmark): boolean {
  const { link, title, excerpt, note, cover, tags, highlights } = bookmark;
  const texts = [link, title, excerpt, note, cover, ...tags];
  const marked = highlights.reduce((sum, { text, note }) => sum + text.length + note.length + HIGHLIGHT_OVERHEAD, 0);
  const length = texts.reduce((sum, text) => sum + text.length + 3, marked);
  if (length <= SURELY_SMALL) return true;
  return (
    length <= MAX_SIZE &&
    sizeOf({ ...bookmark, media: [], highlights: toStored(bookmark, () => SOME_ID, 0) }) <= MAX_SIZE
  );
}

/** The highlights of a bookmark as an item stores them. `now` is their time if neither they nor the bookmark have one. */
export function toStored({ highlights, created }: Bookmark, newId: () => string, now: Time): Highlight[] {
  return highlights.map(({ created: marked, ...highlight }) => {
    const time = marked ?? created ?? now;
    return { id: newId(), ...highlight, created: time, updated: time };
  });
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
