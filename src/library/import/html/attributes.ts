import { decodeHTMLAttribute } from "entities/decode";
import type { Input } from "./input.ts";

/** The attributes of a tag that have a meaning here, by their names in lower case. */
export type Attributes = ReadonlyMap<string, string>;

/** All others are dropped while they are read. */
const KNOWN: ReadonlySet<string> = new Set([
  "href",
  "add_date",
  "last_modified",
  "time_added",
  "icon",
  "tags",
  "data-tags",
  "data-cover",
  "data-important",
  "data-note",
  "data-highlight",
  "data-highlight-note",
]);

/** Characters that are kept of a value: more than any field may have. */
const MAX_VALUE = 64 * 1024;

/** Characters that a name, with an unquoted value, may have; longer ones are read as several attributes. */
const MAX_PART = 64 * 1024;

const SPACE = /[\s/]*/y;

/** A name, and the quote with which its value begins or its unquoted value. */
const ATTRIBUTE = /([^\s/>][^\s/>=]*)(?:\s*=\s*(?:(["'])|([^\s"'>][^\s>]*))?)?/y;

/**
 * Reads the attributes of a tag, which may arrive in parts, as the HTML standard does: nothing in a quoted value is a
 * tag, and of two attributes with the same name the first counts.
 */
export class AttributeReader {
  readonly #input: Input;
  #read = new Map<string, string>();
  /** The quoted value that is being read; undefined between values. */
  #open: { readonly name: string; readonly quote: string; value: string } | undefined;

  constructor(input: Input) {
    this.#input = input;
  }

  /** Reads on. Returns the attributes if the tag has ended, or the text; undefined if more of the text is needed. */
  read(): Attributes | undefined {
    const input = this.#input;
    for (;;) {
      if (this.#open !== undefined && !this.#readQuoted(this.#open)) return undefined;
      input.at = endOf(SPACE, input.text, input.at);
      if (input.at >= input.text.length) return input.isEnd ? this.#finish() : undefined;
      if (input.text[input.at] === ">") {
        input.at++;
        return this.#finish();
      }
      if (!this.#readAttribute()) return undefined;
    }
  }

  #finish(): Attributes {
    const read = this.#read;
    this.#read = new Map();
    return read;
  }

  /** Returns false if more of the text is needed. */
  #readAttribute(): boolean {
    const { text, at } = this.#input;
    ATTRIBUTE.lastIndex = at;
    const [all = "", name = "", quote = "", value = ""] = ATTRIBUTE.exec(text) ?? [];
    const isCut = quote === "" && endOf(SPACE, text, at + all.length) >= text.length;
    if (isCut && !this.#input.has(MAX_PART)) return false;
    this.#input.at = at + Math.max(all.length, 1);
    if (quote === "") this.#add(name, value.slice(0, MAX_VALUE));
    else this.#open = { name, quote, value: "" };
    return true;
  }

  /** Returns false if more of the text is needed. */
  #readQuoted(open: { readonly name: string; readonly quote: string; value: string }): boolean {
    const input = this.#input;
    const end = input.text.indexOf(open.quote, input.at);
    const stop = end < 0 ? input.text.length : end;
    const room = MAX_VALUE - open.value.length;
    if (room > 0 && KNOWN.has(open.name.toLowerCase()))
      open.value += input.text.slice(input.at, Math.min(stop, input.at + room));
    input.at = end < 0 ? stop : end + 1;
    if (end < 0 && !input.isEnd) return false;
    this.#add(open.name, open.value);
    this.#open = undefined;
    return true;
  }

  #add(written: string, value: string): void {
    const name = written.toLowerCase();
    if (KNOWN.has(name) && !this.#read.has(name)) this.#read.set(name, decodeHTMLAttribute(value));
  }
}

/** Where what a sticky expression matches at an index ends. */
function endOf(expression: RegExp, text: string, index: number): number {
  expression.lastIndex = index;
  return index + (expression.exec(text)?.[0].length ?? 0);
}
