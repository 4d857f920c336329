import { html } from "ghtml";
import { pathOfPicture, pictureAt } from "../../library/covers/picture-address.ts";
import type { Highlight } from "../../library/items/highlight.ts";
import type { Item } from "../../library/items/item.ts";
import type { Marker } from "../../library/search/marks.ts";
import { tagToken } from "../../library/search/tag-tokens.ts";
import { pathOfItemFile } from "../design/paths.ts";
import type { Texts } from "../texts/en.ts";
import { addressOf } from "./list-query.ts";
import { marked } from "./marked.ts";

/** Characters and entries of an item that a list shows; its own page shows all. */
const MAX_TITLE = 200;
export const MAX_TEXT = 300;
const MAX_TAGS = 12;
const MAX_HIGHLIGHTS = 3;

/** Colours of placeholders, by their number in the style sheet. */
const TINTS = 8;

/** A text of a user, cut to what a list shows. */
export function cut(text: string, max = MAX_TEXT): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()} …`;
}

/** Whether a link may be followed from a page: other schemes could run scripts. */
export function isWebAddress(link: string): boolean {
  return /^https?:\/\//i.test(link) && URL.canParse(link);
}

/** The title of an item, which links to the page that it bookmarks. */
export function titleLink({ item: texts }: Texts["bookmarks"], item: Item, marker: Marker): string {
  const { id, title, link } = item;
  const text = marked(marker, "title", title, MAX_TITLE);
  if (leadsToFile(item)) return html`<a href="${pathOfItemFile(id)}" download data-open dir="auto">!${text}</a>`;
  if (!isWebAddress(link)) return html`<span title="${texts.unsafe}" dir="auto">!${text}</span>`;
  return html`<a href="${link}" rel="noopener noreferrer" data-open dir="auto">!${text}</a>`;
}

/** Whether the link of an item is that of its file in the API, which a browser without a token can't open. */
function leadsToFile({ id, file_name: name, link }: Item): boolean {
  return name !== null && URL.parse(link)?.pathname === `/rest/v1/raindrop/${id}/file`;
}

/**
 * The cover of an item: its picture if this server stores it; otherwise, and without a `baseUrl`, the first letter of the
 * site.
 */
export function cover({ cover: address, domain, title }: Item, baseUrl: string | undefined): string {
  const id = baseUrl === undefined ? undefined : pictureAt(address, baseUrl);
  if (id !== undefined) return html`<img class="cover" src="${pathOfPicture(id)}" alt="" loading="lazy">`;
  const [letter = "?"] = [...(domain || title).toLocaleUpperCase()];
  return html`<span class="cover letter tint-${tintOf(domain)}" aria-hidden="true">${letter}</span>`;
}

/** The same colour for the same site. */
function tintOf(domain: string): number {
  let sum = 0;
  for (const character of domain) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % TINTS;
}

/** The tags of an item; each links to a search for it in all collections. */
export function tagList({ item: texts }: Texts["bookmarks"], { tags }: Item, marker: Marker): string {
  const names: readonly string[] = JSON.parse(tags);
  if (names.length === 0) return "";
  const shown = names.slice(0, MAX_TAGS);
  const rest = names.length - shown.length;
  return html`<ul class="tags" aria-label="${texts.tags}">!${shown.map(
    (name) =>
      html`<li><a href="${addressOf(0, { search: tagToken(name) })}"><bdi dir="auto">!${marked(marker, "tag", name, name.length)}</bdi></a></li>`,
  )}!${rest === 0 ? "" : html`<li>${texts.more(rest)}</li>`}</ul>`;
}

/** The first highlights of an item, with their notes. */
export function highlightList({ item: texts }: Texts["bookmarks"], { highlights }: Item): string {
  if (highlights === "[]") return "";
  const all: readonly Highlight[] = JSON.parse(highlights);
  const shown = all.slice(0, MAX_HIGHLIGHTS);
  const rest = all.length - shown.length;
  return html`<ul class="highlights" aria-label="${texts.highlights}">!${shown.map(
    ({ text, note, color }) =>
      html`<li class="mark-${color}"><q dir="auto">${cut(text)}</q>!${note === "" ? "" : html` <span dir="auto">${cut(note)}</span>`}</li>`,
  )}!${rest === 0 ? "" : html`<li>${texts.more(rest)}</li>`}</ul>`;
}
