import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import sanitize from "sanitize-html";
import { declaredDecoder, likelyDecoder } from "../base/charset.ts";
import { pageWordsOf } from "../database/core/item-words.ts";
import { textOf } from "./article-text.ts";
import { cleanAddress } from "./clean.ts";
import type { Body } from "./extract.ts";
import { descriptionOf } from "./html.ts";
import { INLINE } from "./inline.ts";
import type { Article } from "./page.ts";
import { escaped, reduced } from "./reduced.ts";

// Runs in a child process, see `runIsolated`. Readability is what Firefox's reader view uses: it depends on nothing, and
// finds an article by the text that elements have. linkedom gives it a tree, with a tenth of the code of jsdom.

/** All that an article may have. None of these loads anything, and only links have an attribute. */
export const ELEMENTS = [
  ...["div", "p", "h2", "h3", "h4", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre", "hr", "br"],
  ...["figure", "figcaption", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
  ...INLINE,
];

/** Elements that begin and end a line, as `div` does: left out, they would join words. */
const DIVISIONS = [
  ...["address", "article", "aside", "center", "details", "fieldset", "footer", "form", "header", "hgroup", "legend"],
  ...["main", "nav", "search", "section", "summary"],
];

/** What becomes of similar elements. */
const RENAMED: Readonly<Record<string, string>> = {
  h1: "h2",
  h5: "h4",
  h6: "h4",
  b: "strong",
  i: "em",
  cite: "em",
  dfn: "em",
  kbd: "code",
  samp: "code",
  tt: "code",
  s: "del",
  strike: "del",
  menu: "ul",
  dir: "ul",
  ...Object.fromEntries(DIVISIONS.map((name) => [name, "div"])),
};

/** Bytes of the HTML of a text. */
export const MAX_HTML_BYTES = 1024 * 1024;

/** Finds the readable text of a page; undefined if it has none, or too much. */
export function work({ bytes, charset, address }: Body): Article | undefined {
  const decoder = declaredDecoder(bytes, charset) ?? likelyDecoder(bytes) ?? new TextDecoder();
  const page = decoder.decode(bytes);
  const { base: ownBase, title } = descriptionOf(page);
  const base = cleanAddress(ownBase, address) || address;
  const head = `<head><title>${escaped(title)}</title></head>`;
  const { document } = parseHTML(`<!doctype html><html>${head}<body>${reduced(page)}</body></html>`);
  const found = new Readability(document, { disableJSONLD: true }).parse()?.content ?? "";
  const html = sanitized(found, base);
  const words = pageWordsOf(textOf(html));
  return words === "" || Buffer.byteLength(html) > MAX_HTML_BYTES ? undefined : { html, words };
}

/** Removes everything but `ELEMENTS` and addresses of links, which become absolute. */
export function sanitized(html: string, base: string): string {
  const clean = sanitize(html, {
    allowedTags: ELEMENTS,
    allowedAttributes: { a: ["href"] },
    allowedSchemes: ["http", "https"],
    nestingLimit: 100,
    transformTags: {
      ...RENAMED,
      a: (_name, { href = "" }) => {
        const address = cleanAddress(href, base);
        // An element that is not allowed leaves its text.
        return address === "" ? { tagName: "span", attribs: {} } : { tagName: "a", attribs: { href: address } };
      },
    },
  });
  return withoutEmpty(clean).trim();
}

const EMPTY = /<(div|p|li|ul|ol|figure|figcaption|a|em|strong|h[234])(?: [^>]*)?>(\s*)<\/\1>/g;

/** Removes elements without text, which remain of layouts and pictures. A space inside a line stays. */
function withoutEmpty(html: string): string {
  for (let text = html; ; ) {
    const shorter = text.replace(EMPTY, (_element, name: string, space: string) => (INLINE.has(name) ? space : ""));
    if (shorter === text) return text;
    text = shorter;
  }
}
