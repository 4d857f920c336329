import { pageWordsOf } from "../database/core/item-words.ts";
import { MAX_HTML_BYTES, sanitized } from "./article.ts";
import { textOf } from "./article-text.ts";
import { cleanAuthor, cleanLanguage } from "./clean.ts";
import type { Article } from "./page.ts";

// Runs in a child process, see `runIsolated`.

/** The readable text of the page of an item in an archive, as its columns are stored. */
export interface KeptText extends Article {
  readonly id: number;
  /** Empty if the archive does not say it, as `author`. */
  readonly language: string;
  readonly author: string;
  readonly published_at: number | null;
}

/** The last time that a `Date` can have. */
const MAX_TIME = 8.64e15;

/** Reads lines of JSON in which an archive has texts: anybody may have written them. Leaves out what is none. */
export function work(lines: readonly string[]): KeptText[] {
  return lines.flatMap((line) => readLine(line) ?? []);
}

function readLine(line: string): KeptText | undefined {
  const { id, html, language, author, published_at } = parsed(line);
  if (typeof id !== "number" || typeof html !== "string") return undefined;
  const clean = sanitized(html.replaceAll("\0", "").toWellFormed(), NO_BASE);
  const words = pageWordsOf(textOf(clean));
  if (words === "" || Buffer.byteLength(clean) > MAX_HTML_BYTES) return undefined;
  return {
    id,
    html: clean,
    words,
    language: typeof language === "string" ? cleanLanguage(language) : "",
    author: typeof author === "string" ? cleanAuthor(author) : "",
    published_at:
      Number.isInteger(published_at) && Math.abs(Number(published_at)) <= MAX_TIME ? Number(published_at) : null,
  };
}

/** The links of a text are absolute; to this address, no other could be relative. */
const NO_BASE = "about:blank";

function parsed(line: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(line);
    return Object(value);
  } catch {
    return {};
  }
}
