import { setImmediate } from "node:timers/promises";
import type { Database } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";
import type { Highlight } from "../items/highlight.ts";
import type { Item } from "../items/item.ts";
import * as scopes from "../items/scope.ts";
import { type Choice, placesOf } from "./choice.ts";
import type { Folder, Folders, FolderText } from "./folders.ts";
import { itemBatches } from "./item-batches.ts";

// The bookmark file that browsers import, which Netscape introduced:
// https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
// Chromium reads it line by line (components/user_data_importer/content/content_bookmark_parser_utils.cc): a folder, a
// link with its title, and the beginning and the end of a list each need a line of their own. It decodes no other
// character references than those below, and takes `\"` for a quote within a value.

const HEAD = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Raindrop.io Bookmarks</TITLE>
<H1>Raindrop.io Bookmarks</H1>
<DL><p>
`;

/** Folders whose titles one statement reads. */
const FOLDERS_PER_STATEMENT = 100;

/**
 * The lines of a bookmark file: the folders as a tree, each with its items in this order. A file of all items has empty
 * folders too; a file of some items has only the folders that contain them.
 */
export async function* htmlLines(
  database: Database,
  accountId: number,
  place: scopes.Place,
  choice: Choice,
  folders: Folders,
): AsyncIterable<string> {
  yield HEAD;
  const open: number[] = [];
  const places = choice.found && (await placesOf(database, accountId, choice.found));
  const shown = places && (await folders.withAncestors(places));
  const listed = [...folders.list(place)].filter(({ placeId }) => shown === undefined || shown.has(placeId));
  for await (const [{ placeId, depth }, text] of withTexts(database, folders, listed)) {
    yield* endsOf(open, depth);
    yield `${indent(depth)}${toHeading(text)}\n${indent(depth)}<DL><p>\n`;
    open.push(depth);
    if (places?.has(placeId) === false) continue;
    const scope = await scopes.ofAccount(database, accountId, { placeId, nested: false });
    for await (const items of itemBatches(database, scope, choice)) {
      for (const item of items) yield toEntry(item, indent(depth + 1));
    }
  }
  yield* endsOf(open, 1);
  yield "</DL><p>\n";
}

/** Removes from `open` the depths of the folders that end before one at `depth`, and yields their ends. */
function* endsOf(open: number[], depth: number): Iterable<string> {
  for (let last = open.at(-1); last !== undefined && last >= depth; last = open.at(-1)) {
    yield `${indent(last)}</DL><p>\n`;
    open.pop();
  }
}

/** The folders with their titles, without those that were deleted in the meantime. */
async function* withTexts(
  database: Database,
  folders: Folders,
  listed: readonly Folder[],
): AsyncIterable<[Folder, FolderText]> {
  for (let first = 0; first < listed.length; first += FOLDERS_PER_STATEMENT) {
    const some = listed.slice(first, first + FOLDERS_PER_STATEMENT);
    await setImmediate();
    const ids = some.map((folder) => folder.placeId);
    const texts = await folders.textsOf(database, ids);
    for (const folder of some) {
      const text = texts.get(folder.placeId);
      if (text !== undefined) yield [folder, text];
    }
  }
}

function toHeading({ title, created_at, updated_at }: FolderText): string {
  return `<DT><H3${attributes({ ADD_DATE: seconds(created_at), LAST_MODIFIED: seconds(updated_at) })}>${escapeLine(title)}</H3>`;
}

/**
 * An item: its link, and `DD` elements with its description and, marked with `DATA-NOTE`, its note. Then
 * its highlights: each one's text, marked with `DATA-HIGHLIGHT` and its color, and its note, marked with
 * `DATA-HIGHLIGHT-NOTE`. Programs that do not know the `DATA-` attributes ignore them.
 */
function toEntry(item: Item, indentation: string): string {
  const tags: readonly string[] = JSON.parse(item.tags);
  const highlights: readonly Highlight[] = JSON.parse(item.highlights);
  const ofLink = attributes({
    // After a backslash, the quote would belong to the value. Readers trim links.
    HREF: item.link.replace(/\\$/, "\\ "),
    ADD_DATE: seconds(item.created_at),
    LAST_MODIFIED: seconds(item.updated_at),
    TAGS: tags.join(","),
    // TAGS cannot have tags with commas or line breaks, and readers may take one that begins with a bracket for JSON.
    "DATA-TAGS": tags.some((tag) => /^\[|[,\r\n]/.test(tag)) ? JSON.stringify(tags) : undefined,
    "DATA-COVER": item.cover,
    "DATA-IMPORTANT": item.important === 1 ? "true" : undefined,
  });
  const lines = [
    `<DT><A${ofLink}>${escapeLine(item.title)}</A>`,
    ...(item.excerpt === "" ? [] : [`<DD>${escapeText(item.excerpt)}`]),
    ...(item.note === "" ? [] : [`<DD DATA-NOTE="true">${escapeText(item.note)}`]),
    ...highlights.flatMap(toHighlightLines),
  ];
  return lines.map((line) => `${indentation}${line}\n`).join("");
}

function toHighlightLines({ text, note, color, created }: Highlight): string[] {
  const marks = attributes({ "DATA-HIGHLIGHT": color, ADD_DATE: seconds(created) });
  const line = `<DD${marks}>${escapeText(text)}`;
  return note === "" ? [line] : [line, `<DD DATA-HIGHLIGHT-NOTE="true">${escapeText(note)}`];
}

function attributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeLine(value)}"`))
    .join("");
}

function seconds(time: Time | undefined): string | undefined {
  return time === undefined ? undefined : String(Math.floor(time / 1000));
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/** A title or a value, in which line breaks become spaces. */
function escapeLine(text: string): string {
  return escapeHtml(text.replace(/\r\n?|\n/g, " "));
}

/** The text of a `DD`, which keeps its line breaks. A bare carriage return would be read as a line feed. */
function escapeText(text: string): string {
  return escapeHtml(text).replaceAll("\r", "&#13;");
}

function indent(depth: number): string {
  return "\t".repeat(depth);
}
