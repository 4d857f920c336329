import { declaredDecoder, likelyDecoder } from "../../base/charset.ts";
import { cleanAddress, cleanTitle } from "../clean.ts";
import { type Kind, NOTHING, type Resolve, rewriteCss } from "./css.ts";
import { cleanHtml } from "./html.ts";

// Runs in a child process, see `runIsolated`.

/** The body of a response: a page, or what it shows. */
export interface Part {
  readonly bytes: Uint8Array;
  /** The charset that the header of the response names. */
  readonly charset: string | undefined;
  /** The address that sent it. */
  readonly address: string;
}

/** What a page shows. */
export interface Resource extends Part {
  /** The address by which the page knows it. */
  readonly asked: string;
  /** The media type, such as `image/png`; of a style sheet `text/css`. */
  readonly type: string;
}

export interface CopyInput {
  readonly page: Part;
  readonly resources: readonly Resource[];
  /** The most bytes that the copy may have. */
  readonly maxBytes: number;
}

/** `html` is undefined if the copy would be too large. */
export interface CopyOutput {
  readonly html: Uint8Array | undefined;
  /** Of the page; empty without one. */
  readonly title: string;
  /** What the page shows, and `resources` lacks: addresses and what they are, in the order of the page. */
  readonly missing: readonly (readonly [address: string, kind: Kind])[];
}

/** Style sheets in each other. */
const MAX_IMPORTS = 5;

/** How often a page may show something, counting the uses in style sheets each time that these are used. */
const MAX_USES = 10_000;

/** How often a copy is cleaned until nothing is left to remove. */
const MAX_ROUNDS = 4;

/** Makes one file of a page and what it shows, without scripts. Throws for a page that can't be cleaned. */
export function work({ page, resources, maxBytes }: CopyInput): CopyOutput {
  const shown = new Shown(resources, maxBytes - page.bytes.length);
  const cleaned = cleanHtml(textOf(page), page.address, shown.resolve);
  const about = { title: cleanTitle(cleaned.title), missing: shown.missing };
  let { text } = cleaned;
  for (let round = 0; ; round++) {
    if (Buffer.byteLength(text) > maxBytes) return { ...about, html: undefined };
    // What a browser makes of the copy must be as clean as the tree of which it was made.
    const again = new Shown([], 0);
    const checked = cleanHtml(text, page.address, again.resolve);
    if (checked.removed === 0 && again.missing.length === 0) return { ...about, html: Buffer.from(text) };
    if (round === MAX_ROUNDS) throw new Error("The page can't be cleaned.");
    text = checked.text;
  }
}

function textOf({ bytes, charset }: Part): string {
  const decoder = declaredDecoder(bytes, charset) ?? likelyDecoder(bytes) ?? new TextDecoder();
  return decoder.decode(bytes);
}

const PICTURE = /^data:image\/[\w.+-]+[;,]/i;
const FONT = /^data:(?:font\/|application\/(?:x-)?font|application\/(?:octet-stream|vnd\.ms-fontobject)[;,])/i;
const STYLE = /^data:text\/css((?:;[^,]{0,100})?),/i;

/** What a page shows, as data: URIs. */
class Shown {
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #missing = new Map<string, Kind>();
  /** The addresses of the style sheets that are being rewritten, each imported by the one before it. */
  readonly #imports: string[] = [];
  #bytesLeft: number;
  #usesLeft = MAX_USES;

  constructor(resources: readonly Resource[], maxBytes: number) {
    this.#resources = new Map(resources.map((resource) => [resource.asked, resource]));
    this.#bytesLeft = maxBytes;
  }

  get missing(): CopyOutput["missing"] {
    return [...this.#missing];
  }

  readonly resolve: Resolve = (address, base, kind) => {
    const trimmed = address.trim();
    if (trimmed === "" || this.#usesLeft === 0) return NOTHING;
    this.#usesLeft -= 1;
    if (/^data:/i.test(trimmed)) return this.#resolveData(trimmed, base, kind);
    const url = cleanAddress(trimmed, base);
    if (url === "") return NOTHING;
    const [asked = "", fragment] = url.split("#");
    const resource = this.#resources.get(asked);
    if (resource === undefined) {
      if (!this.#missing.has(asked)) this.#missing.set(asked, kind);
      return NOTHING;
    }
    if ((kind === "style") !== (resource.type === "text/css")) return NOTHING;
    const data = kind === "style" ? this.#style(resource) : this.#encoded(resource.type, resource.bytes);
    return fragment === undefined || data === NOTHING ? data : `${data}#${fragment}`;
  };

  #resolveData(address: string, base: string, kind: Kind): string {
    if (kind !== "style") return PICTURE.test(address) || FONT.test(address) ? address : NOTHING;
    const [start, options = ""] = STYLE.exec(address) ?? [];
    if (start === undefined) return NOTHING;
    const content = address.slice(start.length);
    const css = /;\s*base64$/i.test(options) ? Buffer.from(content, "base64").toString() : decoded(content);
    return this.#rewritten(css, { base, asked: "" });
  }

  #style({ address, asked, ...part }: Resource): string {
    return this.#rewritten(textOf({ ...part, address }), { base: address, asked });
  }

  #rewritten(css: string, { base, asked }: { readonly base: string; readonly asked: string }): string {
    const isLoop = asked !== "" && this.#imports.includes(asked);
    if (isLoop || this.#imports.length >= MAX_IMPORTS) return NOTHING;
    this.#imports.push(asked);
    const text = rewriteCss(css, base, this.resolve);
    this.#imports.pop();
    return this.#encoded("text/css;charset=utf-8", Buffer.from(text), asked === "");
  }

  /** `NOTHING` if the copy would become too large; what the page itself contains is `own`. */
  #encoded(type: string, bytes: Uint8Array, isOwn = false): string {
    const size = type.length + Math.ceil(bytes.length / 3) * 4;
    if (!isOwn && size > this.#bytesLeft) return NOTHING;
    if (!isOwn) this.#bytesLeft -= size;
    return `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64")}`;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
