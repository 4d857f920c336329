import { Parser } from "htmlparser2";

/** A `link` element. */
export interface Link {
  readonly rel: ReadonlySet<string>;
  readonly href: string;
  readonly type: string;
  /** The largest of its sizes in pixels; 0 if it has none. */
  readonly size: number;
}

/** The elements of a page that describe it, as they are written. */
export interface Description {
  readonly title: string;
  readonly language: string;
  /** The address of `base`; empty without one. */
  readonly base: string;
  /** The first `meta` of each name, by its name in lower case. */
  readonly meta: ReadonlyMap<string, string>;
  readonly links: readonly Link[];
  readonly jsonLd: readonly string[];
}

const MAX_TITLE = 10_000;
const MAX_META = 1_000;
const MAX_LINKS = 200;
const MAX_JSON_LD = 1024 * 1024;

/** Elements in each other, as in browsers. The parser searches all of them at each end tag. */
const MAX_DEPTH = 512;

/** Elements in which a `title` is not that of the page. */
const PICTURES: ReadonlySet<string> = new Set(["svg", "math"]);

type Attributes = Readonly<Record<string, string>>;

/**
 * Finds what describes a page. Parses without a tree, so that the memory does not grow with the page. Ignores what
 * comes after too many elements in each other.
 */
export function descriptionOf(html: string): Description {
  const collector = new Collector();
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > MAX_DEPTH) parser.pause();
      else collector.open(name, attributes);
    },
    ontext: (text) => collector.text(text),
    onclosetag(name) {
      depth -= 1;
      collector.close(name);
    },
  });
  parser.end(html);
  return collector;
}

class Collector implements Description {
  title = "";
  language = "";
  base = "";
  readonly meta = new Map<string, string>();
  readonly links: Link[] = [];
  readonly jsonLd: string[] = [];
  #inside: "title" | "json" | undefined;
  #pictures = 0;
  #jsonLength = 0;

  open(name: string, attributes: Attributes): void {
    if (PICTURES.has(name)) this.#pictures += 1;
    if (name === "html") this.language ||= attributes.lang ?? attributes["xml:lang"] ?? "";
    else if (name === "base") this.base ||= attributes.href ?? "";
    else if (name === "title" && this.#pictures === 0 && this.title === "") this.#inside = "title";
    else if (name === "meta") this.#addMeta(attributes);
    else if (name === "link") this.#addLink(attributes);
    else if (name === "script" && /^\s*application\/ld\+json\b/i.test(attributes.type ?? "")) this.#beginJson();
  }

  text(text: string): void {
    if (this.#inside === "title" && this.title.length < MAX_TITLE) this.title += text.slice(0, MAX_TITLE);
    if (this.#inside !== "json") return;
    this.#jsonLength += text.length;
    if (this.#jsonLength <= MAX_JSON_LD) this.jsonLd.push((this.jsonLd.pop() ?? "") + text);
  }

  close(name: string): void {
    if (PICTURES.has(name)) this.#pictures -= 1;
    if (name === "title" || name === "script") this.#inside = undefined;
  }

  #beginJson(): void {
    this.#inside = "json";
    if (this.#jsonLength < MAX_JSON_LD) this.jsonLd.push("");
  }

  #addMeta({ property, name = property, itemprop = name, "http-equiv": field = itemprop, content }: Attributes): void {
    if (content === undefined || content.trim() === "") return;
    for (const key of new Set([property, name, itemprop, field])) {
      const lower = key?.trim().toLowerCase();
      if (lower && !this.meta.has(lower) && this.meta.size < MAX_META) this.meta.set(lower, content);
    }
  }

  #addLink({ rel = "", href = "", type = "", sizes = "" }: Attributes): void {
    if (href.trim() === "" || this.links.length >= MAX_LINKS) return;
    const names = new Set(rel.toLowerCase().split(/\s+/));
    const widths = [...sizes.matchAll(/(\d{1,5})x\d/gi)].map(([, width]) => Number(width));
    this.links.push({ rel: names, href, type: type.trim().toLowerCase(), size: Math.max(0, ...widths) });
  }
}
