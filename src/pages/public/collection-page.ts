import { html } from "ghtml";
import type { FacetCount } from "../../library/items/facets.ts";
import { hasToken, tagToken, withoutToken, withToken } from "../../library/search/tag-tokens.ts";
import { assetPath } from "../design/assets.ts";
import { buttonLink } from "../design/button.ts";
import type { Page } from "../design/document.ts";
import { emptyState } from "../design/empty-state.ts";
import { input } from "../design/field.ts";
import { NO_ERRORS } from "../design/form-state.ts";
import { alert } from "../design/notice.ts";
import { PAGE_FORM, SEARCH_FORM } from "../design/page-form.ts";
import { siteIcon } from "../design/site-icon.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import type { Texts } from "../texts/en.ts";
import { feedPathsOf, pathOf } from "./addresses.ts";
import { PAGE_SIZE, type Published, type PublishedCollection, type PublishedItem } from "./published.ts";

/** Links that users wrote: no referrer, no window handle, and no endorsement for search engines. */
const LINK_RELATION = "noopener noreferrer nofollow ugc";

/** Characters of the longest search that the API takes. */
export const MAX_SEARCH = 2000;

/** What the address of the page says besides the collection. */
export interface PublicQuery {
  /** From 0. */
  readonly page: number;
  /** A search as the API takes it; empty for all items. */
  readonly search: string;
}

/** The page of a public collection. */
export function collectionPage(view: View, found: Published, query: PublicQuery, baseUrl: string): Page {
  const { texts, savesData } = view;
  const { publicPages } = texts;
  const { collection, count } = found;
  const items = savesData ? found.items.map((item) => ({ ...item, cover: undefined })) : found.items;
  const { title, description, ownerName } = collection;
  const cover = savesData ? undefined : collection.cover;
  const [before, after] = publicPages.by("\0").split("\0");
  const { rss, json } = feedPathsOf(collection);
  const isEmpty = count === 0 && query.search === "";
  const total = query.search === "" ? publicPages.count(count) : publicPages.found(count);
  return {
    title,
    isUserText: true,
    lead: html`${before}!${userText(ownerName)}${after} · ${total}`,
    head: headOf(found, baseUrl, view.serverName),
    ...(isEmpty ? {} : { form: SEARCH_FORM }),
    content: html`!${cover === undefined ? "" : html`<img class="public-cover" src="${cover}" alt="">`}
!${description === "" ? "" : html`<p class="public-description" dir="auto">${description}</p>`}
!${isEmpty ? "" : searchForm(texts, found, query)}
!${tagFilters(publicPages, found, query)}
!${items.length === 0 ? emptyState(emptyTexts(publicPages, collection, count, query)) : itemList({ ...found, items }, query)}
!${pages(publicPages, found, query)}
<p class="aside">${publicPages.follow} <a href="${rss}" type="application/rss+xml">RSS</a> · <a href="${json}" type="application/feed+json">JSON Feed</a></p>`,
  };
}

/** Robots, feeds, the address without its query, and Open Graph (https://ogp.me/) for previews of links. */
function headOf({ collection }: Published, baseUrl: string, serverName: string): string {
  const { title, description, cover } = collection;
  const url = baseUrl + pathOf(collection);
  const { rss, json } = feedPathsOf(collection);
  return html`<meta name="robots" content="noindex">
!${description === "" ? "" : html`<meta name="description" content="${description}">`}
<link rel="canonical" href="${url}">
<link rel="alternate" type="application/rss+xml" title="${title} (RSS)" href="${rss}">
<link rel="alternate" type="application/feed+json" title="${title} (JSON Feed)" href="${json}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${serverName}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
!${cover === undefined ? "" : html`<meta property="og:image" content="${baseUrl + cover}">`}
<link rel="stylesheet" href="${assetPath("public.css")}">`;
}

/** The address of the page with a query; what has its default value is left out. */
function addressOf(collection: PublishedCollection, { search, page = 0 }: Partial<PublicQuery>): string {
  const parameters = new URLSearchParams({ ...(search && { search }), ...(page > 0 && { page: String(page + 1) }) });
  return pathOf(collection) + (parameters.size === 0 ? "" : `?${parameters}`);
}

function searchForm(texts: Texts, { collection, searchFailure }: Published, { search }: PublicQuery): string {
  const { search: label, submit, clear } = texts.publicPages;
  const form = {
    texts,
    labels: { search: label },
    constraints: { search: { maxLength: MAX_SEARCH } },
    values: { search },
    errors: NO_ERRORS,
  };
  return html`!${searchFailure === undefined ? "" : alert(html`${texts.translate(searchFailure)}`)}
<form class="public-search" id="${PAGE_FORM}" method="get" action="${pathOf(collection)}" role="search">
!${input(form, { name: "search", type: "search" })}
<button>${submit}</button>
!${search === "" ? "" : buttonLink(pathOf(collection), clear, "secondary")}
</form>`;
}

/** Links that filter the items by the most used tags of the collection. A filter that is on can be removed. */
function tagFilters(texts: Texts["publicPages"], { collection, tags }: Published, { search }: PublicQuery): string {
  if (tags.length === 0) return "";
  const link = ({ name, count }: FacetCount) => {
    const token = tagToken(name);
    const isOn = hasToken(search, token);
    const href = addressOf(collection, { search: isOn ? withoutToken(search, token) : withToken(search, token) });
    return html`<li><a href="${href}" rel="nofollow"!${isOn ? ' aria-current="true"' : ""}>#!${userText(name)}!${
      isOn ? html`<span class="visually-hidden"> (${texts.remove})</span>` : html` <span class="count">${count}</span>`
    }</a></li>`;
  };
  return html`<nav aria-label="${texts.tags}"><ul class="public-filters">!${tags.map(link)}</ul></nav>`;
}

function emptyTexts(
  texts: Texts["publicPages"],
  collection: PublishedCollection,
  count: number,
  { search }: PublicQuery,
) {
  const { empty, emptyText, noMore, noMoreText, first, none, noneText } = texts;
  if (count > 0)
    return {
      title: noMore,
      text: noMoreText,
      action: buttonLink(addressOf(collection, { search }), first, "secondary"),
    };
  return search === "" ? { title: empty, text: emptyText } : { title: none, text: noneText };
}

/** The items in the layout of their collection. */
function itemList({ collection, items, icons }: Published, query: PublicQuery): string {
  const { view } = collection;
  const isCards = view === "grid" || view === "masonry";
  return html`<ul class="public-items ${view}!${isCards ? "" : " card"}">
!${items.map((item) => itemOf(item, { collection, query, icon: siteIcon(icons, item.id) }))}</ul>`;
}

interface ItemListing {
  readonly collection: PublishedCollection;
  readonly query: PublicQuery;
  readonly icon: string;
}

/** An item. "simple" shows a line of it, "grid" no text besides the title. */
function itemOf(item: PublishedItem, { collection, query, icon }: ItemListing): string {
  const { title, link, domain, excerpt, tags, createdAt } = item;
  const { view } = collection;
  const isLong = view === "list" || view === "masonry";
  return html`<li class="public-item">!${view === "simple" ? "" : coverOf(item, view)}<div>
<h2 dir="auto">!${link === undefined ? html`${title}` : html`<a href="${link}" rel="${LINK_RELATION}">${title}</a>`}</h2>
<p class="hint">!${domain === "" ? "" : html`!${icon}!${userText(domain)} · `}!${time(createdAt)}</p>
!${excerpt === "" || !isLong ? "" : html`<p dir="auto">${excerpt}</p>`}
!${tags.length === 0 || view === "simple" ? "" : tagList(collection, query, tags)}
</div></li>
`;
}

/** The cover of an item. Cards without one have the first letter of the site in its place. */
function coverOf({ cover, domain, title }: PublishedItem, view: PublishedCollection["view"]): string {
  if (cover !== undefined) return html`<img src="${cover}" alt="" loading="lazy">`;
  const [letter = "?"] = [...(domain || title).toLocaleUpperCase()];
  return view === "grid" ? html`<span class="public-letter" aria-hidden="true">${letter}</span>` : "";
}

function tagList(collection: PublishedCollection, { search }: PublicQuery, tags: readonly string[]): string {
  const addressWith = (token: string) =>
    addressOf(collection, { search: hasToken(search, token) ? search : withToken(search, token) });
  return html`<ul class="public-tags">!${tags.map((tag) => html`<li><a href="${addressWith(tagToken(tag))}" rel="nofollow">!${userText(tag)}</a></li>`)}</ul>`;
}

/** Links to the pages before and after this one. */
function pages(texts: Texts["publicPages"], { collection, count }: Published, { page, search }: PublicQuery): string {
  const last = Math.max(0, Math.ceil(count / PAGE_SIZE) - 1);
  if (last === 0 || page > last) return "";
  const to = (number: number, text: string, relation: string) =>
    html`<a class="button secondary" rel="${relation}" href="${addressOf(collection, { search, page: number })}">${text}</a>`;
  return html`<nav class="public-pages" aria-label="${texts.pages}">
!${page > 0 ? to(page - 1, texts.previous, "prev") : ""}
<span>${texts.pageOf(page + 1, last + 1)}</span>
!${page < last ? to(page + 1, texts.next, "next") : ""}
</nav>`;
}
