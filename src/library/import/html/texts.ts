import { decodeHTML } from "entities/decode";
import type { Input } from "./input.ts";

// Titles and descriptions are plain text. Something that looks like a tag is one only if a valid continuation of a
// bookmark file follows, because many programs do not escape titles such as `The <script> element`.

/** Characters in which the end of a title, or of a tag in a description, is searched. */
export const MAX_TITLE = 64 * 1024;
const MAX_TAG = 1024;

/** The next entry, at which a title without an end tag ends. */
const NEXT_ENTRY = String.raw`<(?:dt|li)(?:\s[^<>]*)?>\s*<(?:a[\s>]|h[1-6][\s>])`;

/** The end of a title, by the name of its element. */
const ENDS = new Map(
  ["a", "h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [
    name,
    new RegExp(`<\\/${name}(?=[\\s/>])|${NEXT_ENTRY}`, "gi"),
  ]),
);

/** What ends a title without an end tag before the next entry. */
const STRUCTURE = /<\/?(?:dt|dd|dl|hr|h[1-6]|p|li|ul|ol|body|html)(?:[\s/][^<>]*)?>/gi;

/** Reads titles up to the end tag of their element, or the next entry. Tags in them are text. */
export class TitleReader {
  readonly #input: Input;
  /** The offset up to which no end was found, by element: a file may have many titles without one. */
  readonly #searched = new Map<string, number>();

  constructor(input: Input) {
    this.#input = input;
  }

  /** Undefined if more of the text is needed to find the end. */
  read(element: string): string | undefined {
    const input = this.#input;
    const { text, at } = input;
    const found = this.#find(element);
    const isFound = found !== undefined && found.index - at <= MAX_TITLE;
    if (!isFound && !input.has(MAX_TITLE + MAX_TAG)) return undefined;
    const limit = isFound ? found.index : Math.min(text.length, at + MAX_TITLE);
    input.at = isFound && found[0].startsWith("</") ? limit : endWithoutTag(text, at, limit);
    return decodeHTML(text.slice(at, input.at));
  }

  #find(element: string): RegExpExecArray | undefined {
    const { text, at, offset } = this.#input;
    const end = ENDS.get(element);
    if (end === undefined) throw new Error(`Elements ${element} have no title.`);
    end.lastIndex = Math.max(at, (this.#searched.get(element) ?? 0) - offset);
    const found = end.exec(text) ?? undefined;
    // The end may have arrived in part.
    this.#searched.set(element, offset + (found?.index ?? Math.max(at, text.length - MAX_TAG)));
    return found;
  }
}

/** The end of a title without an end tag: a structural tag that begins a line, or that a valid continuation follows. */
function endWithoutTag(text: string, start: number, limit: number): number {
  STRUCTURE.lastIndex = start;
  for (let found = STRUCTURE.exec(text); found !== null && found.index < limit; found = STRUCTURE.exec(text))
    if (isAtLineStart(text, found.index) || goesOnAt(text, STRUCTURE.lastIndex)) return found.index;
  return limit;
}

/** Whether only white space stands before an index on its line. */
function isAtLineStart(text: string, index: number): boolean {
  for (let before = index - 1; before >= 0; before--) {
    if (/[\r\n]/.test(text.charAt(before))) return true;
    if (/\S/.test(text.charAt(before))) return false;
  }
  return true;
}

/** Tags of the structure, and then an entry, a comment or the end of the text. */
const GOES_ON = /^\s*(?:<\/?(?:p|dt|dd|dl|hr|li|ul|ol|body|html)(?:[\s/][^<>]*)?>\s*)*(?:<(?:a[\s>]|h[1-6][\s>]|!)|$)/i;

/** Whether a valid continuation of a bookmark file begins at an index. Looks at the length of one tag at most. */
function goesOnAt(text: string, index: number): boolean {
  return GOES_ON.test(text.slice(index, index + MAX_TAG));
}

/** A tag, with quoted values that end in the same entry. */
const TAG = /^<(\/?)([a-z][a-z0-9]*)(?:[\s/](?:[^<>"']|"[^"<]*"|'[^'<]*')*)?>/i;

/** Elements whose tags are removed from a description. */
const FORMATS: ReadonlySet<string> = new Set("a b i em strong u s code span div font ul ol".split(" "));

/** Elements whose start tags are line breaks in a description; so are the end tags of headings. */
const BREAKS = /^(?:br|p|li|h[1-6])$/;

/** Tags that end a description if a valid continuation follows; otherwise they are text. */
const LISTS: ReadonlySet<string> = new Set(["dt", "dl", "body", "html"]);

/** A part of a description, and whether it is the last one. */
export interface DescriptionPart {
  readonly text: string;
  readonly isLast: boolean;
}

/** Reads a description, which may arrive in parts. */
export class DescriptionReader {
  readonly #input: Input;
  /** Whether the text holds no `<`: only our own exports have marks, and they escape texts. */
  readonly #isEscaped: boolean;
  /** Whether only white space stands between the last line break and the next character. */
  #isAtLine = false;

  constructor(input: Input, { isEscaped }: { readonly isEscaped: boolean }) {
    this.#input = input;
    this.#isEscaped = isEscaped;
  }

  /** Reads on. Undefined if more of the text is needed. */
  read(): DescriptionPart | undefined {
    const input = this.#input;
    if (input.text[input.at] === "<") return this.#readTag();
    const { text, at } = input;
    const next = text.indexOf("<", at);
    const stop = next < 0 ? endOfText(input) : next;
    if (stop === at) return input.isEnd ? { text: "", isLast: true } : undefined;
    input.at = stop;
    return this.#part(text.slice(at, stop), decodeHTML(text.slice(at, stop)));
  }

  #readTag(): DescriptionPart | undefined {
    const input = this.#input;
    // What follows the tag decides what it is.
    if (!input.has(2 * MAX_TAG)) return undefined;
    const { text, at } = input;
    const [tag, slash, written = ""] = TAG.exec(text.slice(at, at + MAX_TAG)) ?? [];
    if (tag === undefined) return this.#skip(1, "<");
    const name = written.toLowerCase();
    if (this.#endsAt(name, slash === "/", at + tag.length, tag)) return { text: "", isLast: true };
    if (name === "hr" && (this.#isAtLine || goesOnAt(text, at + tag.length))) return this.#skip(tag.length, "");
    if (FORMATS.has(name)) return this.#skip(tag.length, "");
    if (!BREAKS.test(name)) return this.#skip(tag.length, tag);
    const isBreak = slash === "" || name.startsWith("h");
    return this.#skip(tag.length, isBreak ? "\n" : "");
  }

  /** Whether a tag ends the description. */
  #endsAt(name: string, isEndTag: boolean, end: number, tag: string): boolean {
    if (name !== "dd" && !LISTS.has(name)) return false;
    if (goesOnAt(this.#input.text, end)) return true;
    return name === "dd" && !isEndTag && (this.#isEscaped || this.#isAtLine || tag.length > "<dd>".length);
  }

  #skip(length: number, text: string): DescriptionPart {
    this.#input.at += length;
    return this.#part(text, text);
  }

  #part(written: string, text: string): DescriptionPart {
    const line = /[\r\n]([^\r\n]*)$/.exec(written);
    this.#isAtLine = line === null ? this.#isAtLine && written.trim() === "" : line[1]?.trim() === "";
    return { text, isLast: false };
  }
}

/** The end of the text that has arrived, without the beginning of a character reference. */
function endOfText({ text, at, isEnd }: Input): number {
  if (isEnd) return text.length;
  const reference = text.lastIndexOf("&");
  return reference >= at && text.length - reference < 64 ? reference : text.length;
}
