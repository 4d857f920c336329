import { html } from "ghtml";
import type { View as Layout } from "../../library/collection.ts";
import type { Item } from "../../library/items/item.ts";
import { placeIdOf, TRASH } from "../../library/placement.ts";
import type { Marker } from "../../library/search/marks.ts";
import { ITEMS, pathOfItemFile } from "../design/paths.ts";
import { siteIcon } from "../design/site-icon.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import type { Texts } from "../texts/en.ts";
import { cover, cut, highlightList, MAX_TEXT, tagList, titleLink } from "./item-parts.ts";
import { pathOf } from "./list-query.ts";
import { marked } from "./marked.ts";
import { rowActions } from "./row-actions.ts";

/** Characters of a text that shares a line with a title. */
const MAX_SNIPPET = 160;

/** How a list of items is shown. */
export interface ItemListing {
  readonly texts: Texts;
  readonly layout: Layout;
  /** The server's public URL, below which covers are; undefined if no pictures are shown. */
  readonly baseUrl: string | undefined;
  /** The icons of sites, by the id of the item. */
  readonly icons: ReadonlyMap<number, string>;
  /** The title of an item's collection; undefined where all items are in one place. */
  readonly placeTitleOf: ((placeId: number) => string) | undefined;
  /** Whether the items can be selected and changed. */
  readonly isWritable: boolean;
  /** The ids of items that are selected when the page opens. */
  readonly selected: ReadonlySet<number>;
  /** Where items can be moved in the list: the address of that form, and the position of the first item. */
  readonly sorting: { readonly address: string; readonly first: number } | undefined;
  /** The ids of items whose page has a readable text. */
  readonly readable: ReadonlySet<number>;
  /** Finds what the search of the list asks for. */
  readonly marker: Marker;
  /** Buttons of an item, besides those of `rowActions`. */
  readonly buttonsOf: (item: Item) => string;
}

/** A list of items in one of four layouts. */
export function itemList(listing: ItemListing, items: readonly Item[]): string {
  const { layout, sorting } = listing;
  const order = sorting === undefined ? "" : html` data-order="${sorting.address}" data-first="${sorting.first}"`;
  return html`<ul class="items ${layout}" data-items!${order}>
!${items.map((item) => entry(listing, item))}</ul>`;
}

function entry(listing: ItemListing, item: Item): string {
  const { texts, layout, isWritable, baseUrl, icons, marker } = listing;
  const hasIcon = layout === "simple";
  return html`<li class="item" id="item-${item.id}" data-item="${item.id}">
!${isWritable ? checkbox(listing, item) : ""}
!${hasIcon ? "" : cover(item, baseUrl)}
<div class="item-text">
<div class="item-line"><h2 class="item-title">!${hasIcon ? siteIcon(icons, item.id) : ""}!${titleLink(texts.bookmarks, item, marker)}</h2>!${layout === "list" ? snippet(listing, item) : ""}</div>
<div class="item-line">!${meta(listing, item)}!${layout === "list" ? tagList(texts.bookmarks, item, marker) : ""}</div>
!${layout === "grid" || layout === "masonry" ? details(listing, item) : ""}
</div>
!${isWritable ? itemActions(listing, item) : ""}
</li>
`;
}

function checkbox({ texts, selected }: ItemListing, { id, title }: Item): string {
  const label = texts.bookmarks.item.select(cut(title, 80));
  return html`<input class="item-select" type="checkbox" name="ids" value="${id}" aria-label="${label}"!${selected.has(id) ? " checked" : ""}>`;
}

/** A line with the site, the time and other short facts. */
function meta({ texts, layout, icons, placeTitleOf, readable, isWritable }: ItemListing, item: Item): string {
  const { item: words } = texts.bookmarks;
  const placeId = placeIdOf(item);
  const hasStar = isWritable && placeId !== TRASH;
  const icon = layout === "simple" ? "" : siteIcon(icons, item.id);
  const facts = [
    ...(item.domain === "" ? [] : [html`!${icon}<span dir="ltr">${cut(item.domain, 60)}</span>`]),
    time(item.created_at),
    ...(readable.has(item.id) ? [readerLink(texts, item)] : []),
    ...(placeTitleOf === undefined
      ? []
      : [html`<a class="item-place" href="${pathOf(placeId)}">!${userText(placeTitleOf(placeId))}</a>`]),
    ...(item.file_name === null
      ? []
      : [html`${words.file} <a href="${pathOfItemFile(item.id)}" download>!${userText(cut(item.file_name, 60))}</a>`]),
    ...(item.creator_name === null ? [] : [html`${words.by(item.creator_name)}`]),
    ...(layout === "masonry" ? [] : highlightCount(words, item)),
    ...(item.important === 1 && !hasStar ? [html`<strong class="badge important">${words.important}</strong>`] : []),
    ...(item.broken === 1 ? [html`<strong class="badge broken">${words.broken}</strong>`] : []),
  ];
  return html`<p class="meta">!${facts.map((fact) => html`<span>!${fact}</span>`)}</p>`;
}

/** The number of highlights, where they are not shown; none if there are none. */
export function highlightCount({ highlightCount: toText }: Texts["bookmarks"]["item"], { highlights }: Item): string[] {
  if (highlights === "[]") return [];
  const all: readonly unknown[] = JSON.parse(highlights);
  return [html`${toText(all.length)}`];
}

function readerLink({ reader }: Texts, { id, title }: Item): string {
  return html`<a href="${ITEMS}/${id}/reader">${reader.read}<span class="visually-hidden"> ${cut(title, 80)}</span></a>`;
}

/** What the person wrote about an item, unless there is none, or the search has found what its page says instead. */
function snippet(listing: ItemListing, item: Item): string {
  const has = (field: "note" | "excerpt") => listing.marker.marksIn(item[field], field).length > 0;
  const isNote = item.note !== "" && (has("note") || !has("excerpt"));
  return isNote ? note(listing, item, MAX_SNIPPET) : excerpt(listing, item, MAX_SNIPPET);
}

/** What only the layouts of cards show; those with large covers have room for all. */
function details(listing: ItemListing, item: Item): string {
  const { texts, layout, marker } = listing;
  const isLong = layout === "masonry";
  return [
    isLong ? excerpt(listing, item, MAX_TEXT) : "",
    note(listing, item, MAX_TEXT),
    isLong ? highlightList(texts.bookmarks, item) : "",
    tagList(texts.bookmarks, item, marker),
  ].join("");
}

function excerpt({ marker }: ItemListing, { excerpt: text }: Item, max: number): string {
  return text === "" ? "" : html`<p class="excerpt"><bdi dir="auto">!${marked(marker, "excerpt", text, max)}</bdi></p>`;
}

function note({ texts, marker }: ItemListing, { note: text }: Item, max: number): string {
  if (text === "") return "";
  return html`<p class="note"><span class="visually-hidden">${texts.bookmarks.item.note}: </span><bdi dir="auto">!${marked(marker, "note", text, max)}</bdi></p>`;
}

function itemActions({ texts, buttonsOf }: ItemListing, item: Item): string {
  return html`<div class="item-actions">!${buttonsOf(item)}<span class="row-actions">!${rowActions(texts, item)}</span></div>`;
}
