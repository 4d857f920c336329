import type { Time } from "../../../database/schema/columns.ts";
import type { ItemType } from "../../../database/schema/items.ts";
import type { CollectionDetails } from "../../collections/collections.ts";
import { MAX_ENTRIES, MAX_SIZE, type Medium, sizeOf } from "../../item-content.ts";
import { colorOf, type Highlight } from "../../items/highlight.ts";
import type { Content } from "../../items/item.ts";
import { cleanLink } from "../../items/link.ts";
import { MAX_DEPTH } from "../../tree.ts";
import { toTime } from "./time.ts";

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
  /** Undefined if the file says nothing of it, like those below. */
  readonly type?: ItemType;
  readonly media?: readonly Medium[];
  readonly broken?: boolean;
  readonly reminderAt?: Time;
  /** The icon of its host, a `data:` address. */
  readonly icon?: string;
  /** Of the item that it was; the pages in an archive are named by it. */
  readonly id?: number;
  /** When the copy of its page was made. */
  readonly copied?: Time;
}

/** A highlight of an imported file. It gets its id when it is stored. */
export interface ImportedHighlight extends Pick<Highlight, "text" | "note" | "color"> {
  /** Undefined if the file has no valid time. */
  readonly created: Time | undefined;
  /** Undefined if that is its only time. */
  readonly updated?: Time;
  readonly position?: number;
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
  readonly type?: ItemType | undefined;
  readonly media?: readonly Medium[];
  readonly broken?: boolean;
  readonly reminder?: string | undefined;
  readonly icon?: string | undefined;
  readonly id?: number | undefined;
  readonly copied?: string | undefined;
}

/** A folder. A parser need not report the folders in which there are bookmarks. */
export interface FoundFolder {
  readonly kind: "folder";
  /** The titles of the folders around it, the outermost first, and its own. */
  readonly path: readonly string[];
  readonly details?: FoundDetails;
}

/** `CollectionDetails` as they are written in the file. */
export interface FoundDetails extends Omit<CollectionDetails, "created" | "updated"> {
  readonly created?: string | undefined;
  readonly updated?: string | undefined;
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
  readonly updated?: string | undefined;
  readonly position?: number | undefined;
}

/** The limits of the contract, in characters. */
const MAX_LENGTHS = { link: 8000, title: 1000, text: 10_000, cover: 2048, tag: 100 } as const;

/** Addresses of the cover of a collection. */
const MAX_COVER = 10;

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

/**
 * Brings what a parser found within the limits of an item: cuts texts, drops tags. Undefined if it has no valid link.
 * Times after `now` are not read.
 */
export function toBookmark(found: FoundBookmark, now = Date.now()): Bookmark | undefined {
  const link = cleanLink(found.link);
  if (!isAddress(link, MAX_LENGTHS.link)) return undefined;
  const cover = cleanLink(found.cover ?? "");
  return shorten({
    link: copy(link),
    title: cut(found.title, MAX_LENGTHS.title).trim() || cut(link, MAX_LENGTHS.title),
    excerpt: cut(found.excerpt, MAX_LENGTHS.text),
    note: cut(found.note, MAX_LENGTHS.text),
    cover: isAddress(cover, MAX_LENGTHS.cover) ? copy(cover) : "",
    tags: toTags(found.tags ?? []),
    important: found.important ?? false,
    path: toPath(found.path ?? []),
    created: toTime(found.created, now),
    updated: toTime(found.updated, now),
    highlights: (found.highlights ?? [])
      .slice(0, MAX_ENTRIES)
      .map((highlight) => toHighlight(highlight, now))
      .filter(({ text }) => text !== ""),
    ...rest(found, now),
  });
}

/** What few files say of a bookmark. */
function rest({ type, media = [], broken, reminder, id, copied }: FoundBookmark, now: Time): Partial<Bookmark> {
  const addresses = media.filter(({ link }) => isAddress(link, MAX_LENGTHS.cover)).slice(0, MAX_ENTRIES);
  // Unlike other times, in the future.
  const reminderAt = Date.parse(reminder ?? "");
  const copiedAt = toTime(copied, now);
  return {
    ...(type !== undefined && { type }),
    ...(addresses.length > 0 && {
      media: addresses.map(({ link, type }) => ({ link, ...(type && { type: cut(type, MAX_LENGTHS.tag) }) })),
    }),
    ...(broken && { broken }),
    ...(reminderAt >= 0 && { reminderAt }),
    ...(id !== undefined && { id }),
    ...(copiedAt !== undefined && { copied: copiedAt }),
  };
}

/** Brings what an export says of a collection within the limits of collections. */
export function toDetails(found: FoundDetails, now: Time): CollectionDetails {
  return {
    ...found,
    description: cut(found.description, MAX_LENGTHS.text),
    cover: found.cover
      .filter((address) => isAddress(address, MAX_LENGTHS.cover))
      .slice(0, MAX_COVER)
      .map(copy),
    created: toTime(found.created, now),
    updated: toTime(found.updated, now),
  };
}

/** Why an entry is skipped: its link is no web address or too long, it is too large, or it can't be read. */
export type SkipReason = "noAddress" | "longLink" | "tooLarge" | "unreadable";

/** Why `toBookmark` returned undefined. */
export function skipReasonOf({ link }: FoundBookmark): SkipReason {
  const cleaned = cleanLink(link);
  if (cleaned.length > MAX_LENGTHS.link) return "longLink";
  return isAddress(cleaned, MAX_LENGTHS.link) ? "tooLarge" : "noAddress";
}

function toHighlight({ text, note, color = "", position, ...times }: FoundHighlight, now: Time): ImportedHighlight {
  const updated = toTime(times.updated, now);
  return {
    text: cut(text, MAX_LENGTHS.text),
    note: cut(note, MAX_LENGTHS.text),
    color: colorOf(color),
    created: toTime(times.created, now),
    ...(updated !== undefined && { updated }),
    ...(position !== undefined && { position }),
  };
}

/** Shortens a bookmark that is too large for an item; undefined if even that does not help. */
function shorten(bookmark: Bookmark): Bookmark | undefined {
  if (fits(bookmark)) return bookmark;
  const { excerpt, note, tags } = bookmark;
  const shortTexts = { ...bookmark, excerpt: cut(excerpt, SHORTENED.text), note: cut(note, SHORTENED.text) };
  const fewTags = { ...shortTexts, tags: tags.slice(0, SHORTENED.tags), cover: "", media: [] };
  return [shortTexts, fewTags, { ...fewTags, highlights: [] }].find(fits);
}

/** Whether a bookmark is small enough for an item. Measures its JSON only if its length does not tell. */
function fits(bookmark: Bookmark): boolean {
  const { link, title, excerpt, note, cover, tags, highlights, media = [] } = bookmark;
  const texts = [link, title, excerpt, note, cover, ...tags, ...media.flatMap(({ link, type = "" }) => [link, type])];
  const marked = highlights.reduce((sum, { text, note }) => sum + text.length + note.length + HIGHLIGHT_OVERHEAD, 0);
  const length = texts.reduce((sum, text) => sum + text.length + 3, marked);
  if (length <= SURELY_SMALL) return true;
  return (
    length <= MAX_SIZE && sizeOf({ ...bookmark, media, highlights: toStored(bookmark, () => SOME_ID, 0) }) <= MAX_SIZE
  );
}

/** The highlights of a bookmark as an item stores them. `now` is their time if neither they nor the bookmark have one. */
export function toStored({ highlights, created }: Bookmark, newId: () => string, now: Time): Highlight[] {
  return highlights.map(({ created: marked, updated, ...highlight }) => {
    const time = marked ?? created ?? now;
    return { id: newId(), ...highlight, created: time, updated: updated ?? time };
  });
}

/** Paths within the limits of collections, by the path of a folder: the bookmarks in it share one. */
const paths = new WeakMap<readonly string[], readonly string[]>();

/** The titles of folders without empty ones, within the limits of collections. */
export function toPath(titles: readonly string[]): readonly string[] {
  const known = paths.get(titles);
  if (known !== undefined) return known;
  const path = titles.map((title) => cut(title, MAX_LENGTHS.title).trim()).filter((title) => title !== "");
  const valid = path.slice(0, MAX_DEPTH - 1);
  paths.set(titles, valid);
  return valid;
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
  return copy(start.includes("\0") || !start.isWellFormed() ? start.replaceAll("\0", "").toWellFormed() : start);
}

/** Strings of fewer characters are never parts of others. */
const MIN_PART = 13;

/** A copy of a well-formed text: as part of a longer one it would keep the whole in memory, with all icons of a file. */
function copy(text: string): string {
  return text.length < MIN_PART ? text : Buffer.from(text).toString();
}
