import { setImmediate } from "node:timers/promises";
import { MAX_ENTRIES } from "../item-content.ts";
import { MAX_DEPTH } from "../tree.ts";
import type { Found, FoundBookmark, FoundHighlight } from "./bookmark/bookmark.ts";
import { MAX_TAGS, tagsIn } from "./bookmark/cells.ts";
import { AttributeReader, type Attributes } from "./html/attributes.ts";
import { Input } from "./html/input.ts";
import { DescriptionReader, TitleReader } from "./html/texts.ts";

/** Characters that are read between two yields to the event loop. */
const CHUNK_LENGTH = 16 * 1024;

/** Characters that are kept of a text: more than any field may have. */
const MAX_TEXT = 10_000;

/** Open lists that are remembered; deeper ones belong to the last of these. */
const MAX_OPEN = 1000;

/** Characters in which the end of a comment is searched; without one its content is read. */
const MAX_COMMENT = 64 * 1024;

/** Characters that must have arrived after a `<`, so that the name of a tag is whole. */
const MAX_NAME = 64;

const TAG_NAME = /<(\/?[a-z][^\s/>]*)/iy;
const HEADING = /^h[1-6]$/;
const DOCTYPE = /^<!doctype\s+netscape-bookmark/i;

/** Elements that contain or begin the entries of a bookmark file. */
const ENTRIES = /^(?:dl|dt|li)$/;

/** Elements that may stand between the beginning of an entry and its link or heading. */
const WITHIN_ENTRY = /^(?:p|b|i|em|strong|u|s|span|div|font)$/;

/** The title of a folder without one. */
const UNNAMED = "Unnamed";

type Draft<Found> = { -readonly [Field in keyof Found]: Found[Field] };

/** Where a description goes: to a field of the current bookmark or of its last highlight; undefined for none. */
type Target = "excerpt" | "note" | "highlight" | "highlightNote" | undefined;

/** What is read next. */
type State =
  | { readonly kind: "structure" }
  | { readonly kind: "attributes"; readonly name: string; readonly line: number }
  | { readonly kind: "title"; readonly element: string; readonly isEntry: boolean }
  | { readonly kind: "description"; readonly reader: DescriptionReader; readonly target: Target };

const STRUCTURE: State = { kind: "structure" };

/**
 * Reads a bookmark file of a browser, of Raindrop.io or of Pocket: links in nested lists. A heading before a `DL` is
 * the folder of its links; a `DD` after a link describes it, or is its note or a highlight if our exports have marked
 * it so.
 */
export async function* readHtml(text: AsyncIterable<string>): AsyncIterable<Found> {
  const reader = new HtmlReader();
  for await (const part of text) {
    for (let start = 0; start < part.length; start += CHUNK_LENGTH) {
      yield* reader.write(part.slice(start, start + CHUNK_LENGTH));
      await setImmediate();
    }
  }
  yield* reader.end();
}

class HtmlReader {
  readonly #input = new Input();
  readonly #attributes = new AttributeReader(this.#input);
  readonly #titles = new TitleReader(this.#input);
  #state: State = STRUCTURE;
  #complete: Found[] = [];
  #current: Draft<FoundBookmark> | undefined;
  #highlights: Draft<FoundHighlight>[] = [];
  /** Whether the bookmark has more highlights than an item may have. */
  #hasTooMany = false;
  /** The titles of the open folders; the path of each bookmark in a folder is the same array. */
  readonly #paths: (readonly string[])[] = [];
  /** Open lists beyond `MAX_OPEN`. */
  #unknownOpen = 0;
  /** The path of the last heading, until its list begins. */
  #folder: readonly string[] | undefined;
  /** The offset up to which no end of a comment was found: a file may have many without one. */
  #commentSearched = 0;
  /** Whether the last tag began an entry, so that a link or heading is its content. */
  #isEntry = false;
  /** Whether it is a bookmark file; of any other page all links are bookmarks. */
  #hasEntries = false;

  /** Reads a part of the file, and returns what is complete. */
  write(text: string): Found[] {
    this.#input.add(text);
    while (this.#step());
    return this.#take();
  }

  end(): Found[] {
    this.#input.isEnd = true;
    while (this.#step());
    this.#finish();
    return this.#take();
  }

  #take(): Found[] {
    const complete = this.#complete;
    this.#complete = [];
    return complete;
  }

  /** Reads the next tag or text. Returns false if more of the file is needed. */
  #step(): boolean {
    const state = this.#state;
    if (state.kind === "attributes") return this.#readAttributes(state);
    if (state.kind === "title") return this.#readTitle(state);
    if (state.kind === "description") return this.#readDescription(state);
    return this.#readStructure();
  }

  #readAttributes({ name, line }: { readonly name: string; readonly line: number }): boolean {
    const attributes = this.#attributes.read();
    if (attributes === undefined) return false;
    this.#state = STRUCTURE;
    this.#open(name, attributes, line);
    return true;
  }

  #readTitle({ element, isEntry }: { readonly element: string; readonly isEntry: boolean }): boolean {
    const title = this.#titles.read(element);
    if (title === undefined) return false;
    this.#state = STRUCTURE;
    if (this.#current === undefined) this.#startFolder(title, isEntry);
    else this.#current.title = title.slice(0, MAX_TEXT);
    return true;
  }

  #readDescription({ reader, target }: { readonly reader: DescriptionReader; readonly target: Target }): boolean {
    const part = reader.read();
    if (part === undefined) return false;
    this.#addText(target, part.text);
    if (part.isLast) this.#state = STRUCTURE;
    return true;
  }

  /** Reads up to the attributes of the next tag. Text here belongs to nothing. */
  #readStructure(): boolean {
    const input = this.#input;
    const next = input.text.indexOf("<", input.at);
    const stop = next < 0 ? input.text.length : next;
    if (this.#isEntry && /\S/.test(input.text.slice(input.at, stop))) this.#isEntry = false;
    input.at = stop;
    if (next < 0 || !input.has(MAX_NAME)) return false;
    TAG_NAME.lastIndex = next;
    const [tag, name] = TAG_NAME.exec(input.text) ?? [];
    if (name === undefined) return this.#skipMarkup();
    const { line } = input;
    input.at += tag?.length ?? 1;
    this.#state = { kind: "attributes", name: name.toLowerCase(), line };
    return true;
  }

  /** Skips a comment, or a `<` that begins no tag. Returns false if more of the file is needed. */
  #skipMarkup(): boolean {
    const input = this.#input;
    if (!input.text.startsWith("<!--", input.at)) {
      this.#hasEntries ||= DOCTYPE.test(input.text.slice(input.at, input.at + MAX_NAME));
      input.at++;
      return true;
    }
    const start = Math.max(input.at, this.#commentSearched - input.offset);
    const found = input.text.indexOf("-->", start);
    this.#commentSearched = input.offset + (found < 0 ? Math.max(start, input.text.length - 2) : found);
    const isFound = found >= 0 && found - input.at <= MAX_COMMENT;
    if (!isFound && !input.has(MAX_COMMENT)) return false;
    input.at = isFound ? found + "-->".length : input.at + "<!--".length;
    return true;
  }

  #open(name: string, attributes: Attributes, line: number): void {
    this.#hasEntries ||= ENTRIES.test(name);
    const isEntry = this.#isEntry || (name === "a" && !this.#hasEntries && attributes.has("href"));
    if (name === "a") this.#startLink(attributes, line, isEntry);
    else if (HEADING.test(name)) this.#startHeading(name, isEntry);
    else if (name === "dl") this.#openList();
    else if (name === "/dl") this.#closeList();
    else if (name === "dd") this.#startDescription(attributes);
    this.#isEntry = name === "dt" || name === "li" || (isEntry && WITHIN_ENTRY.test(name));
  }

  #startLink(attributes: Attributes, line: number, isEntry: boolean): void {
    const link = attributes.get("href") ?? "";
    if (!isEntry) {
      if (link !== "") this.#complete.push({ kind: "unreadable", line, text: link });
      return;
    }
    this.#finish();
    this.#folder = undefined;
    this.#current = {
      kind: "bookmark",
      line,
      link,
      title: "",
      tags: tagsOf(attributes),
      cover: attributes.get("data-cover"),
      icon: attributes.get("icon"),
      important: attributes.get("data-important") === "true",
      created: attributes.get("add_date") ?? attributes.get("time_added"),
      updated: attributes.get("last_modified"),
      path: this.#paths.at(-1) ?? [],
    };
    this.#state = { kind: "title", element: "a", isEntry };
  }

  /** The heading of the file itself is no folder. */
  #startHeading(element: string, isEntry: boolean): void {
    if (element === "h1" && !isEntry && this.#paths.length === 0) return;
    this.#finish();
    this.#state = { kind: "title", element, isEntry };
  }

  /** A heading outside of all lists may also be one of the file, so that it is a folder only if a list follows. */
  #startFolder(written: string, isEntry: boolean): void {
    const above = this.#paths.at(-1) ?? [];
    const title = written.slice(0, MAX_TEXT).replaceAll("\0", "").trim() || UNNAMED;
    this.#folder = above.length < MAX_DEPTH ? [...above, title] : above;
    if (isEntry || this.#paths.length > 0) this.#complete.push({ kind: "folder", path: this.#folder });
  }

  /** Begins the list of the last heading. A list without a heading belongs to the folder around it. */
  #openList(): void {
    this.#finish();
    if (this.#paths.length < MAX_OPEN) this.#paths.push(this.#folder ?? this.#paths.at(-1) ?? []);
    else this.#unknownOpen++;
    this.#folder = undefined;
  }

  #closeList(): void {
    this.#finish();
    this.#folder = undefined;
    if (this.#unknownOpen > 0) this.#unknownOpen--;
    else this.#paths.pop();
  }

  /** Where the text of a `DD` goes. One that is marked as a highlight begins it. */
  #startDescription(attributes: Attributes): void {
    const [color, created] = [attributes.get("data-highlight"), attributes.get("add_date")];
    const isEscaped = color !== undefined || attributes.has("data-note") || attributes.has("data-highlight-note");
    const reader = new DescriptionReader(this.#input, { isEscaped });
    let target: Target = attributes.has("data-note") ? "note" : "excerpt";
    if (color !== undefined) target = this.#startHighlight({ text: "", color, created });
    else if (attributes.has("data-highlight-note")) target = this.#hasTooMany ? undefined : "highlightNote";
    this.#state = { kind: "description", reader, target };
  }

  #startHighlight(highlight: FoundHighlight): Target {
    this.#hasTooMany = this.#highlights.length >= MAX_ENTRIES;
    if (this.#hasTooMany) return undefined;
    this.#highlights.push(highlight);
    return "highlight";
  }

  #finish(): void {
    if (this.#current !== undefined) this.#complete.push(trimmed(this.#current, this.#highlights));
    this.#current = undefined;
    this.#highlights = [];
    this.#hasTooMany = false;
  }

  #addText(target: Target, text: string): void {
    if (target === undefined || this.#current === undefined) return;
    const highlight = this.#highlights.at(-1);
    if (target === "excerpt" || target === "note") this.#current[target] = append(this.#current[target], text);
    else if (highlight !== undefined) {
      const field = target === "highlight" ? "text" : "note";
      highlight[field] = append(highlight[field], text);
    }
  }
}

/** Tags are separated by commas; `DATA-TAGS` is a JSON array. */
function tagsOf(attributes: Attributes): string[] {
  const list = attributes.get("data-tags");
  return list === undefined ? (attributes.get("tags") ?? "").split(",", MAX_TAGS) : tagsIn(list, ",");
}

/** A bookmark with its highlights, without the white space around texts: line breaks and indentation of the file. */
function trimmed(bookmark: FoundBookmark, highlights: readonly FoundHighlight[]): FoundBookmark {
  return {
    ...bookmark,
    excerpt: bookmark.excerpt?.trim(),
    note: bookmark.note?.trim(),
    highlights: highlights.map(({ text, note, ...rest }) => ({ ...rest, text: text.trim(), note: note?.trim() })),
  };
}

function append(before = "", text: string): string {
  return before.length > MAX_TEXT ? before : before + text;
}
