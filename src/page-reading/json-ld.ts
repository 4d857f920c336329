import type { ItemType } from "../database/schema/items.ts";
import { cleanAddress, cleanAuthor, cleanDescription, cleanLanguage, cleanTime, cleanTitle } from "./clean.ts";
import { NO_FACTS, type PageFacts } from "./page.ts";

/** Types of schema.org, without those that only describe a site. */
const TYPES: readonly (readonly [ItemType, RegExp])[] = [
  ["article", /(?:Article|BlogPosting|Report|Review|Recipe|HowTo)$/],
  ["video", /^(?:VideoObject|Movie|TVEpisode|Clip)$/],
  ["audio", /^(?:AudioObject|MusicRecording|MusicAlbum|PodcastEpisode|Audiobook)$/],
  ["image", /^(?:ImageObject|Photograph|VisualArtwork)$/],
  ["document", /^(?:Book|DigitalDocument|Thesis)$/],
];

/** Objects of a text that are looked at. */
const MAX_NODES = 500;

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What the first work in the texts says: an article, a video and so on. Texts that are not JSON count as empty. */
export function factsOfJsonLd(texts: readonly string[], base: string): PageFacts {
  for (const text of texts) {
    for (const node of nodesIn(parse(text))) {
      const type = typeOf(node["@type"]);
      if (type !== undefined) return factsOf(node, type, base);
    }
  }
  return NO_FACTS;
}

/** The value of a JSON text; undefined if it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The objects at the top of a text, in lists, and in graphs. */
function* nodesIn(value: unknown): Iterable<Json> {
  const queue = [value];
  for (let index = 0; index < Math.min(queue.length, MAX_NODES); index++) {
    const node = queue[index];
    if (Array.isArray(node)) queue.push(...node.slice(0, MAX_NODES));
    if (!isObject(node)) continue;
    yield node;
    queue.push(node["@graph"], node.mainEntity);
  }
}

function typeOf(value: unknown): ItemType | undefined {
  const names = [value].flat().filter((name) => typeof name === "string");
  return TYPES.find(([, pattern]) => names.some((name) => pattern.test(name.replace(/^.*\//, ""))))?.[0];
}

function factsOf(node: Json, type: ItemType, base: string): PageFacts {
  return {
    title: cleanTitle(textOf(node.headline) || textOf(node.name)),
    description: cleanDescription(textOf(node.description)),
    canonical: cleanAddress(textOf(node.url), base),
    picture: cleanAddress(textOf(node.image, "url") || textOf(node.thumbnailUrl, "url"), base),
    icon: "",
    language: cleanLanguage(textOf(node.inLanguage, "alternateName")),
    type,
    author: cleanAuthor(textOf(node.author, "name")),
    published: cleanTime(textOf(node.datePublished) || textOf(node.uploadDate)),
  };
}

/** A text, the first one of a list, or the text that an object has as `property`. */
function textOf(value: unknown, property = "@value"): string {
  const [first] = [value].flat();
  if (typeof first === "string") return first;
  if (!isObject(first)) return "";
  const [text] = [first[property]].flat();
  return typeof text === "string" ? text : "";
}
