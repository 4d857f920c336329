import { declaredDecoder, likelyDecoder } from "../base/charset.ts";
import type { ItemType } from "../database/schema/items.ts";
import {
  cleanAddress,
  cleanAuthor,
  cleanDescription,
  cleanLanguage,
  cleanTime,
  cleanTitle,
  embeddedPicture,
} from "./clean.ts";
import { type Description, descriptionOf, type Link } from "./html.ts";
import { factsOfJsonLd, isObject, parse } from "./json-ld.ts";
import { merged, NO_FACTS, type PageFacts } from "./page.ts";

// Runs in a child process, see `runIsolated`.

/** The body of a response. */
export interface Body {
  readonly kind: "html" | "oembed";
  readonly bytes: Uint8Array;
  /** The charset that the header of the response names. */
  readonly charset: string | undefined;
  /** The address that sent it. */
  readonly address: string;
}

/** What a body says. `oembed`: the address of a description of the page in JSON; empty without one. */
export interface Extract {
  readonly facts: PageFacts;
  readonly oembed: string;
}

/** Finds what a body says about its page. */
export function work({ kind, bytes, charset, address }: Body): Extract {
  const decoder = declaredDecoder(bytes, charset) ?? likelyDecoder(bytes) ?? new TextDecoder();
  const text = decoder.decode(bytes);
  if (kind === "oembed") return { facts: factsOfOembed(parse(text), address), oembed: "" };
  const description = descriptionOf(text);
  const base = cleanAddress(description.base, address) || address;
  const facts = merged(factsOfHtml(description, base), factsOfJsonLd(description.jsonLd, base));
  return { facts: withEmbedded(facts, description), oembed: oembedOf(description.links, base) };
}

/** Adds the pictures that a page contains itself, if it names no others. */
function withEmbedded(facts: PageFacts, { meta, links }: Description): PageFacts {
  const icons = links.filter(({ rel }) => rel.has("icon"));
  return {
    ...facts,
    picture: facts.picture || embeddedPicture(meta.get("og:image") ?? ""),
    icon: facts.icon || (icons.map(({ href }) => embeddedPicture(href)).find((found) => found !== "") ?? ""),
  };
}

function factsOfHtml({ title, language, meta, links }: Description, base: string): PageFacts {
  const first = (...names: readonly string[]) => names.map((name) => meta.get(name)).find((text) => text) ?? "";
  const canonical = links.find(({ rel }) => rel.has("canonical"))?.href ?? "";
  const pictures = ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src", "image"];
  return {
    title: cleanTitle(first("og:title", "twitter:title")) || cleanTitle(title),
    description: cleanDescription(first("og:description", "twitter:description", "description")),
    canonical: cleanAddress(canonical, base) || cleanAddress(first("og:url"), base),
    picture: pictures.map((name) => cleanAddress(meta.get(name) ?? "", base)).find((found) => found !== "") ?? "",
    icon: iconOf(links, base),
    language: cleanLanguage(language) || cleanLanguage(first("content-language", "og:locale")),
    type: typeOf(first("og:type")),
    author: cleanAuthor(first("author")) || cleanAuthor(first("article:author")),
    published: cleanTime(first("article:published_time", "datepublished", "date")),
  };
}

/** The kinds of Open Graph. */
const TYPES: readonly (readonly [ItemType, RegExp])[] = [
  ["article", /^article$/i],
  ["video", /^video\b/i],
  ["audio", /^music\b/i],
  ["document", /^books?\b/i],
];

function typeOf(text: string): ItemType {
  return TYPES.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? "link";
}

/** Pixels from which an icon is large enough. */
const ICON_SIZE = 32;

/** The smallest icon that is large enough, else the largest one. An SVG only if there is no other. */
function iconOf(links: readonly Link[], base: string): string {
  const named = (name: string) => links.filter(({ rel }) => rel.has(name));
  const icons = [...named("icon"), ...named("apple-touch-icon")].filter(({ href }) => cleanAddress(href, base) !== "");
  const byFit = icons.toSorted((one, other) => misfit(one) - misfit(other));
  return cleanAddress(byFit[0]?.href ?? "", base);
}

function misfit({ size, type, href }: Link): number {
  if (type === "image/svg+xml" || /\.svg(?:[?#]|$)/i.test(href)) return 200_000;
  return size >= ICON_SIZE ? size - ICON_SIZE : 100_000 - size;
}

function oembedOf(links: readonly Link[], base: string): string {
  const link = links.find(({ rel, type }) => rel.has("alternate") && type === "application/json+oembed");
  return cleanAddress(link?.href ?? "", base);
}

const OEMBED_TYPES: Readonly<Record<string, ItemType>> = { video: "video", photo: "image" };

function factsOfOembed(value: unknown, base: string): PageFacts {
  if (!isObject(value)) return NO_FACTS;
  const text = (name: string) => (typeof value[name] === "string" ? value[name] : "");
  const type = OEMBED_TYPES[text("type")] ?? "link";
  return {
    ...NO_FACTS,
    title: cleanTitle(text("title")),
    picture: cleanAddress(text("thumbnail_url"), base) || (type === "image" ? cleanAddress(text("url"), base) : ""),
    type,
    author: cleanAuthor(text("author_name")),
  };
}
