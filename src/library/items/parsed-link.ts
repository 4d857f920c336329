import type { ItemType } from "../../database/schema/items.ts";

/** The types that a link can tell. */
type LinkType = Exclude<ItemType, "article">;

/** What a link tells about its page without reading it. */
export interface ParsedLink {
  readonly title: string;
  readonly type: LinkType;
  /** The host without `www.`; empty if the link is not a web address. */
  readonly site: string;
}

const MAX_TITLE_LENGTH = 1000;

const TYPES: readonly (readonly [LinkType, RegExp])[] = [
  ["image", /\.(avif|gif|heic|jpe?g|png|svg|webp)$/i],
  ["video", /\.(m4v|mov|mp4|webm|wmv)$/i],
  ["audio", /\.(aiff|flac|m4a|mp3|ogg|wav)$/i],
  ["document", /\.(docx?|epub|md|odt|pdf|txt)$/i],
];

/** Guesses title and type from a link: the title is the last part of its path, or else its host. Reads no page. */
export function parseLink(link: string): ParsedLink {
  const url = URL.parse(link);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { title: link.trim().slice(0, MAX_TITLE_LENGTH).toWellFormed(), type: "link", site: "" };
  }
  const site = url.hostname.replace(/^www\./, "");
  const name = decode(url.pathname.split("/").findLast((part) => part !== "") ?? "");
  const [type = "link"] = TYPES.find(([, pattern]) => pattern.test(name)) ?? [];
  return { title: (name.trim() || site).slice(0, MAX_TITLE_LENGTH).toWellFormed(), type, site };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll("\0", "");
  } catch {
    return text;
  }
}
