import { setImmediate } from "node:timers/promises";
import type { Parser } from "htmlparser2";
import { MAX_DEPTH } from "../collections/tree.ts";
import { Failure } from "../errors.ts";
import { MAX_ENTRIES } from "../items/size.ts";
import type { Found, FoundBookmark, FoundHighlight } from "./bookmark.ts";
import { MAX_TAGS, tagsIn } from "./cells.ts";

/** Characters that are parsed between two yields to the event loop: takes less than 2 ms. */
const CHUNK_LENGTH = 16 * 1024;
const MAX_CHUNK_LENGTH = 32 * 1024;

/** Maximum open elements. Closing one searches all of them. */
const MAX_OPEN = 1000;

/** Maximum attributes of an element. The parser collects all of them. */
const MAX_ATTRIBUTES = 1000;

/** Characters that are kept of a text: more than any field may have. */
const MAX_TEXT = 10_000;

type Attributes = Readonly<Record<string, string>>;

type Draft<Found> = { -readonly [Field in keyof Found]: Found[Field] };

/** Where text goes: to a field of the current bookmark or of its last highlight, or to the title of the next folder. */
type Target = "title" | "excerpt" | "note" | "highlight" | "highlightNote" | "folder" | undefined;

/**
 * Reads a bookmark file of a browser, of Raindrop.io or of Pocket: links in nested lists. A heading
 * before a `DL` is the folder of its links; a `DD` after a link describes it, or is its note or a highlight
 * if our exports have marked it so. Throws `invalid` if elements are nested too deep, or one has too many
 * attributes.
 */
export async function* readHtml(text: AsyncIterable<string>): AsyncIterable<Found> {
  const { Parser } = await import("htmlparser2"); // Here, because most servers never read such a file.
  const reader = new HtmlReader(Parser);
  for await (const chunk of chunksOf(text)) {
    yield* reader.write(chunk);
    await setImmediate();
  }
  yield* reader.end();
}

/**
 * The text in chunks without `<p>`: bookmark files have one after every list, which nothing closes, so that
 * a parser would nest all following lists in it. Chunks end with a tag, unless none ends soon.
 */
async function* chunksOf(text: AsyncIterable<string>): AsyncIterable<string> {
  let rest = "";
  for await (const part of text) {
    rest += part;
    while (rest.length > MAX_CHUNK_LENGTH) {
      const end = rest.slice(0, MAX_CHUNK_LENGTH).indexOf(">", CHUNK_LENGTH) + 1 || MAX_CHUNK_LENGTH;
      yield rest.slice(0, end).replace(/<p>/gi, "");
      rest = rest.slice(end);
    }
  }
  yield rest.replace(/<p>/gi, "");
}

class HtmlReader {
  readonly #parser: Parser;
  #complete: FoundBookmark[] = [];
  #current: Draft<FoundBookmark> | undefined;
  #highlights: Draft<FoundHighlight>[] = [];
  /** Whether the bookmark has more highlights than an item may have. */
  #hasTooMany = false;
  #target: Target;
  /** The titles of the open folders; the path of each bookmark in a folder is the same array. */
  #paths: (readonly string[])[] = [];
  #folder: string | undefined;
  #openCount = 0;
  #attributeCount = 0;

  constructor(HtmlParser: typeof Parser) {
    this.#parser = new HtmlParser({
      onattribute: () => this.#countAttribute(),
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: (text) => this.#addText(text),
      onclosetag: (name) => this.#close(name),
    });
  }

  /** Parses a part of the file, and returns the bookmarks that are complete. */
  write(text: string): FoundBookmark[] {
    this.#parser.write(text);
    return this.#take();
  }

  end(): FoundBookmark[] {
    this.#parser.end();
    this.#finish();
    return this.#take();
  }

  #take(): FoundBookmark[] {
    const complete = this.#complete;
    this.#complete = [];
    return complete;
  }

  #countAttribute(): void {
    if (++this.#attributeCount <= MAX_ATTRIBUTES) return;
    const message = `An element of the file has more than ${MAX_ATTRIBUTES} attributes.`;
    throw new Failure("invalid", message, { reason: "file_invalid" });
  }

  #open(name: string, attributes: Attributes): void {
    this.#attributeCount = 0;
    if (++this.#openCount > MAX_OPEN)
      throw new Failure("invalid", "The file is nested too deep.", { reason: "file_invalid" });
    if (name === "a" && attributes.href !== undefined) this.#startBookmark(attributes.href, attributes);
    else if (name === "h3") this.#startFolder();
    else if (name === "dl") this.#openFolder();
    else if (name === "dd") this.#target = this.#targetOf(attributes);
    else if (name === "dt" || name === "li") this.#target = undefined;
  }

  #close(name: string): void {
    this.#openCount--;
    if (name === "dl") {
      this.#finish();
      this.#paths.pop();
    }
    if (name === "a" || name === "h3" || name === "dd") this.#target = undefined;
  }

  /** Where the text of a `DD` goes. One that is marked as a highlight begins it. */
  #targetOf(attributes: Attributes): Target {
    const { "data-highlight": color, add_date: created } = attributes;
    if (color !== undefined && this.#highlights.length < MAX_ENTRIES) {
      this.#highlights.push({ text: "", color, created });
      return "highlight";
    }
    if (color !== undefined) {
      this.#hasTooMany = true;
      return undefined;
    }
    if (attributes["data-highlight-note"] !== undefined) return this.#hasTooMany ? undefined : "highlightNote";
    return attributes["data-note"] === undefined ? "excerpt" : "note";
  }

  #startBookmark(link: string, attributes: Attributes): void {
    this.#finish();
    this.#current = {
      kind: "bookmark",
      link,
      title: "",
      tags: tagsOf(attributes),
      cover: attributes["data-cover"],
      important: attributes["data-important"] === "true",
      created: attributes.add_date ?? attributes.time_added,
      updated: attributes.last_modified,
      path: this.#paths.at(-1) ?? [],
    };
    this.#target = "title";
  }

  #startFolder(): void {
    this.#finish();
    this.#folder = "";
    this.#target = "folder";
  }

  /** Begins the list of the last heading. A list without a heading belongs to the folder around it. */
  #openFolder(): void {
    this.#finish();
    const above = this.#paths.at(-1) ?? [];
    const isInside = this.#folder !== undefined && above.length < MAX_DEPTH;
    this.#paths.push(isInside ? [...above, this.#folder ?? ""] : above);
    this.#folder = undefined;
  }

  #finish(): void {
    if (this.#current !== undefined) this.#complete.push(trimmed(this.#current, this.#highlights));
    this.#current = undefined;
    this.#highlights = [];
    this.#hasTooMany = false;
    this.#target = undefined;
  }

  #addText(text: string): void {
    const target = this.#target;
    if (target === undefined) return;
    const highlight = this.#highlights.at(-1);
    if (target === "folder") this.#folder = append(this.#folder, text);
    else if (target === "highlight" || target === "highlightNote") {
      const field = target === "highlight" ? "text" : "note";
      if (highlight !== undefined) highlight[field] = append(highlight[field], text);
    } else if (this.#current !== undefined) this.#current[target] = append(this.#current[target], text);
  }
}

/** Tags are separated by commas; `DATA-TAGS` is a JSON array. */
function tagsOf({ tags = "", "data-tags": list }: Attributes): string[] {
  return list === undefined ? tags.split(",", MAX_TAGS) : tagsIn(list, ",");
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
