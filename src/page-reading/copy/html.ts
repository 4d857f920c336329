import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parse, serialize } from "parse5";
import { cleanAddress } from "../clean.ts";
import { NOTHING, type Resolve, rewriteCss } from "./css.ts";
import { COPY_POLICY } from "./policy.ts";

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Attribute = Element["attrs"][number];

/** A cleaned page, and how many things were removed from it that act, or that lead out of it. */
export interface Cleaned {
  readonly text: string;
  /** As it is written; empty without one. */
  readonly title: string;
  readonly removed: number;
}

/** Elements in each other, as in browsers. */
const MAX_DEPTH = 512;

/** Elements that are removed with all that is in them. */
const REMOVED: ReadonlySet<string> = new Set([
  ...["script", "iframe", "frame", "frameset", "noframes", "noembed", "object", "embed", "applet", "portal"],
  ...["fencedframe", "base", "bgsound", "source", "track", "plaintext", "xmp", "listing"],
  // Of SVG: they can change an address, or call a script.
  ...["animate", "set", "animatemotion", "animatetransform", "animatecolor", "discard", "handler", "listener"],
]);

/** Attributes that lead out of the page, or act; those that a copy needs are set again. */
const REMOVED_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...["action", "formaction", "ping", "srcdoc", "manifest", "data", "codebase", "classid", "archive", "profile"],
  ...["longdesc", "cite", "background", "poster", "src", "srcset", "sizes", "imagesrcset", "dynsrc", "lowsrc", "icon"],
  ...["href", "xlink:href", "xml:base", "attributionsrc", "nonce", "integrity", "crossorigin", "loading", "http-equiv"],
  ...["data-src", "data-lazy-src", "data-original", "data-srcset", "data-lazy-srcset"],
  ...["autoplay", "target", "is", "popovertarget", "commandfor", "command"],
]);

/** Attributes in which programs of pages keep the address of a picture that is loaded later. */
const LATER = ["data-src", "data-lazy-src", "data-original", "data-srcset", "data-lazy-srcset"] as const;

/** Characters up to which a picture in an attribute is one that stands for another until that is loaded. */
const MAX_PLACEHOLDER = 1_000;

const KEPT_META: ReadonlySet<string> = new Set(["viewport", "description", "author", "color-scheme", "theme-color"]);

/** Addresses that run a script. Browsers ignore white space and controls in them. */
const SCRIPT_ADDRESS = /^(?:javascript|vbscript|livescript|mocha|data:text\/html)/i;

/**
 * Makes a page that neither runs scripts nor leads out of itself, but for links to follow. `address` is that of the page.
 * Parses as browsers do, so that nothing remains which they would read differently.
 */
export function cleanHtml(text: string, address: string, resolve: Resolve): Cleaned {
  const document = parse(text, { scriptingEnabled: false });
  const head = headOf(document);
  const cleaner = new Cleaner(baseOf(head, address), resolve);
  cleaner.clean(document, 0);
  addMeta(head);
  const title = textOf(childNamed(head, "title"));
  return { text: serialize(document, { scriptingEnabled: false }), title, removed: cleaner.removed };
}

/** Parsers add a head to every page. */
function headOf(document: DefaultTreeAdapterTypes.Document): Element {
  const head = childNamed(childNamed(document, "html"), "head");
  if (head === undefined) throw new Error("The page has no head.");
  return head;
}

function childNamed(parent: ParentNode | undefined, name: string): Element | undefined {
  return parent?.childNodes.filter(defaultTreeAdapter.isElementNode).find(({ tagName }) => tagName === name);
}

function textOf(element: Element | undefined): string {
  return element?.childNodes.map((child) => ("value" in child ? child.value : "")).join("") ?? "";
}

/** The address to which those in a page are relative. */
function baseOf(head: Element, address: string): string {
  const base = childNamed(head, "base");
  return cleanAddress((base && attributeOf(base, "href")) ?? "", address) || address;
}

function addMeta(head: Element): void {
  const policy = [
    { name: "http-equiv", value: "Content-Security-Policy" },
    { name: "content", value: COPY_POLICY },
  ];
  for (const attributes of [policy, [{ name: "charset", value: "utf-8" }]]) {
    const meta = defaultTreeAdapter.createElement("meta", html.NS.HTML, attributes);
    const [first] = head.childNodes;
    if (first === undefined) defaultTreeAdapter.appendChild(head, meta);
    else defaultTreeAdapter.insertBefore(head, meta, first);
  }
}

function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value;
}

class Cleaner {
  removed = 0;
  readonly #base: string;
  readonly #resolve: Resolve;

  constructor(base: string, resolve: Resolve) {
    this.#base = base;
    this.#resolve = resolve;
  }

  clean(parent: ParentNode, depth: number): void {
    const children: ParentNode["childNodes"] = [];
    for (const child of parent.childNodes)
      for (const kept of this.#kept(child, depth)) {
        kept.parentNode = parent;
        children.push(kept);
      }
    parent.childNodes = children;
    if (defaultTreeAdapter.isElementNode(parent)) keepFirstLine(parent);
  }

  /** What stays of a node: itself, its children instead of it, or nothing. */
  #kept(node: DefaultTreeAdapterTypes.ChildNode, depth: number): ParentNode["childNodes"] {
    if (defaultTreeAdapter.isCommentNode(node)) return [];
    if (!defaultTreeAdapter.isElementNode(node)) return [node];
    const name = node.tagName.toLowerCase();
    if (depth >= MAX_DEPTH || REMOVED.has(name)) return this.#remove();
    if (name === "template") return this.#template(node, depth);
    if (name === "meta") return this.#meta(node);
    if (name === "link") return this.#link(node);
    if (name === "style") return this.#style(node);
    if (name === "picture") fillPicture(node);
    this.clean(node, depth + 1);
    if (name === "noscript" || !/^[a-z][\w.:-]*$/.test(name)) {
      this.removed += 1;
      return node.childNodes;
    }
    this.#attributes(node, name);
    return [node];
  }

  #remove(): [] {
    this.removed += 1;
    return [];
  }

  /** The content of a template that belongs to the page from the start; others are for scripts. */
  #template(node: Element, depth: number): ParentNode["childNodes"] {
    const mode = attributeOf(node, "shadowrootmode");
    if (mode === undefined || !("content" in node)) return this.#remove();
    this.clean(defaultTreeAdapter.getTemplateContent(node as DefaultTreeAdapterTypes.Template), depth + 1);
    node.attrs = [{ name: "shadowrootmode", value: mode }];
    return [node];
  }

  #meta(node: Element): ParentNode["childNodes"] {
    const [name = "", content = ""] = [attributeOf(node, "name")?.toLowerCase(), attributeOf(node, "content")];
    if (KEPT_META.has(name)) {
      node.attrs = [
        { name: "name", value: name },
        { name: "content", value: content },
      ];
      return [node];
    }
    if (attributeOf(node, "http-equiv")?.toLowerCase() === "refresh") this.removed += 1;
    return [];
  }

  #link(node: Element): ParentNode["childNodes"] {
    const names = new Set((attributeOf(node, "rel") ?? "").toLowerCase().split(/\s+/));
    const isStyle = names.has("stylesheet") && !names.has("alternate") && attributeOf(node, "disabled") === undefined;
    if (!isStyle && !names.has("icon")) return this.#remove();
    const href = this.#resolve(attributeOf(node, "href") ?? "", this.#base, isStyle ? "style" : "picture");
    if (href === NOTHING) return [];
    const media = attributeOf(node, "media");
    node.attrs = [
      { name: "rel", value: isStyle ? "stylesheet" : "icon" },
      { name: "href", value: href },
      ...(media === undefined ? [] : [{ name: "media", value: media }]),
    ];
    return [node];
  }

  #style(node: Element): ParentNode["childNodes"] {
    const css = textOf(node);
    node.childNodes = [];
    defaultTreeAdapter.insertText(node, rewriteCss(css, this.#base, this.#resolve));
    const media = attributeOf(node, "media");
    node.attrs = media === undefined ? [] : [{ name: "media", value: media }];
    return [node];
  }

  #attributes(node: Element, name: string): void {
    const isPicture = node.namespaceURI === html.NS.SVG && (name === "image" || name === "feimage");
    const set = (attribute: string, value: string | undefined): Attribute[] =>
      value === undefined || value === NOTHING ? [] : [{ name: attribute, value }];
    const { attrs } = node;
    node.attrs = attrs.flatMap((attribute) => this.#attribute(node, attribute));
    if (name === "img" || (name === "input" && attrs.some((attribute) => attribute.name === "src")))
      node.attrs.push(...set("src", this.#picture(attrs)));
    if (name === "video") node.attrs.push(...set("poster", this.#address(attrs, "poster")));
    if (isPicture) node.attrs.push(...set("href", this.#address(attrs, "href")));
    const background = this.#address(attrs, "background");
    if (background !== undefined) node.attrs.push(...set("background", background));
  }

  #address(attrs: readonly Attribute[], name: string): string | undefined {
    const value = attrs.find((attribute) => attribute.name === name)?.value;
    return value === undefined ? undefined : this.#resolve(value, this.#base, "picture");
  }

  /** The picture of an `img`: the one that a script would load later, if there is only one that stands for it. */
  #picture(attrs: readonly Attribute[]): string {
    const valueNamed = (name: string) => attrs.find((attribute) => attribute.name === name)?.value ?? "";
    const src = valueNamed("src");
    const isOwn = src !== "" && !(src.length < MAX_PLACEHOLDER && /^\s*data:/i.test(src));
    const others = [valueNamed("srcset"), ...LATER.map(valueNamed)].map(largestOf);
    const wanted = [isOwn ? src : "", ...others].find((address) => cleanAddress(address, this.#base) !== "");
    const found = isOwn && /^\s*data:/i.test(src) ? src : (wanted ?? src);
    const resolved = found === "" ? NOTHING : this.#resolve(found, this.#base, "picture");
    return resolved === NOTHING && src !== found && src !== "" ? this.#resolve(src, this.#base, "picture") : resolved;
  }

  /** The attribute as it stays, or none. */
  #attribute(node: Element, attribute: Attribute): Attribute[] {
    const { name, value } = attribute;
    const lower = name.toLowerCase();
    if (lower === "href") return this.#href(node, attribute);
    const isKept = /^[a-z_][\w.:-]*$/i.test(name) && !lower.startsWith("on") && !REMOVED_ATTRIBUTES.has(lower);
    if (!isKept || SCRIPT_ADDRESS.test(value.slice(0, 1_000).replace(/[\s\p{Cc}]/gu, ""))) {
      if (!isKept && RESOLVED.has(lower) && /^data:/i.test(value)) return [];
      this.removed += 1;
      return [];
    }
    // Attributes of SVG have the values of CSS.
    const isStyle = lower === "style" || (node.namespaceURI === html.NS.SVG && /[(\\]/.test(value) && lower !== "d");
    return [isStyle ? { ...attribute, value: rewriteCss(value, this.#base, this.#resolve) } : attribute];
  }

  /** A link to follow, or to a part of the page. Anything else that an element refers to is removed. */
  #href(node: Element, attribute: Attribute): Attribute[] {
    const value = attribute.value.trim();
    if (value.startsWith("#")) return [{ ...attribute, value }];
    const name = node.tagName.toLowerCase();
    if ((name === "image" || name === "feimage") && /^data:/i.test(value)) return [];
    if (name === "a" || name === "area") {
      if (/^mailto:/i.test(value)) return [{ ...attribute, value }];
      const href = cleanAddress(value, this.#base);
      if (href !== "") return [{ ...attribute, value: href }];
    }
    this.removed += 1;
    return [];
  }
}

/** Attributes that a copy may have as data: URIs. */
const RESOLVED: ReadonlySet<string> = new Set(["src", "poster", "background"]);

/** Gives the `img` in a `picture` the address of the first source, if it has none of its own. */
function fillPicture({ childNodes }: Element): void {
  const children = childNodes.filter(defaultTreeAdapter.isElementNode);
  const sets = children
    .filter(({ tagName }) => tagName === "source")
    .map((source) => attributeOf(source, "srcset") ?? "");
  const address = sets.map(largestOf).find((found) => found !== "");
  const picture = children.find(({ tagName }) => tagName === "img");
  if (address === undefined || picture === undefined || attributeOf(picture, "src") !== undefined) return;
  picture.attrs.push({ name: "src", value: address });
}

/** The address of the largest picture of a `srcset`, which may be one address alone. */
function largestOf(srcset: string): string {
  const candidates = [...srcset.matchAll(/(\S*[^\s,])(?:\s+([\d.]{1,10})[wx])?\s*(?:,|$)/g)];
  const [largest] = candidates.toSorted(([, , one = "1"], [, , other = "1"]) => Number(other) - Number(one));
  return largest?.[1] ?? "";
}

/** Parsers skip the first line break of these elements, so one that is shown is written twice. */
function keepFirstLine(element: Element): void {
  const [first] = element.childNodes;
  const skips = element.tagName === "pre" || element.tagName === "textarea";
  if (skips && first !== undefined && "value" in first && first.value.startsWith("\n"))
    first.value = `\n${first.value}`;
}
