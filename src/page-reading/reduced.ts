import { Parser } from "htmlparser2";

/** Elements that have nothing to read, with all that is in them. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ..."applet area audio base button canvas embed frame frameset iframe img input link map math meta noembed".split(" "),
  ..."noframes noscript object option picture script select style svg template textarea title track video".split(" "),
]);

/** Elements without an end tag. */
const VOID: ReadonlySet<string> = new Set(["br", "col", "hr", "wbr"]);

/** The attributes by which an article is found. */
const ATTRIBUTES = ["class", "href", "id", "itemprop", "itemtype", "rel", "role", "aria-hidden", "aria-modal"];

const MAX_VALUE = 2_048;
const MAX_ELEMENTS = 20_000;
const MAX_BYTES = 768 * 1024;

/** Elements in each other. Others recurse into each. */
const MAX_DEPTH = 200;

/**
 * What may be read of a page, as HTML of bounded size: without scripts, styles, pictures, forms and hidden elements, and
 * with few attributes. Ends before the element that would be too many or too deep. Parses without a tree.
 */
export function reduced(html: string): string {
  const parts: string[] = [];
  let [depth, hiddenFrom, elements, bytes] = [0, Number.POSITIVE_INFINITY, 0, 0];
  const add = (part: string) => {
    bytes += Buffer.byteLength(part);
    if (bytes <= MAX_BYTES) parts.push(part);
    else parser.pause();
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth >= hiddenFrom) return;
      if (LEFT_OUT.has(name) || isHidden(attributes)) hiddenFrom = depth;
      else if (depth > MAX_DEPTH || ++elements > MAX_ELEMENTS) parser.pause();
      else if (isName(name)) add(`<${name}${attributesOf(attributes)}>`);
    },
    ontext(text) {
      if (depth < hiddenFrom) add(escaped(text));
    },
    onclosetag(name) {
      const isShown = depth < hiddenFrom;
      if (depth === hiddenFrom) hiddenFrom = Number.POSITIVE_INFINITY;
      depth -= 1;
      if (isShown && isName(name) && !VOID.has(name)) add(`</${name}>`);
    },
  });
  parser.end(html);
  return parts.join("");
}

type Attributes = Readonly<Record<string, string>>;

function isHidden({ hidden, style = "" }: Attributes): boolean {
  return hidden !== undefined || /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style.slice(0, MAX_VALUE));
}

function isName(name: string): boolean {
  return /^[a-z][a-z0-9-]{0,40}$/.test(name);
}

function attributesOf(attributes: Attributes): string {
  return ATTRIBUTES.map((name) => {
    const value = attributes[name];
    return value === undefined || value.length > MAX_VALUE ? "" : ` ${name}="${escaped(value)}"`;
  }).join("");
}

/** Controls, some of which a database rejects, except for those of lines and tabs. */
const CONTROLS = /[\p{Cc}--[\n\r\t]]/gv;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as a part of HTML, or the value of an attribute. */
export function escaped(text: string): string {
  const clean = text.toWellFormed().replace(CONTROLS, "");
  return clean.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "");
}
