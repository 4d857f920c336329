import { html } from "ghtml";
import { assetPath } from "../design/assets.ts";
import { buttonLink } from "../design/button.ts";
import type { Page } from "../design/document.ts";
import { emptyState } from "../design/empty-state.ts";
import { siteIcon } from "../design/site-icon.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import type { Texts } from "../texts/en.ts";
import { feedPathsOf, pathOf } from "./addresses.ts";
import { PAGE_SIZE, type Published, type PublishedCollection, type PublishedItem } from "./published.ts";

/** Links that users wrote: no referrer, no window handle, and no endorsement for search engines. */
const LINK_RELATION = "noopener noreferrer nofollow ugc";

/** The page of a public collection. `page`: its number, from 0. */
export function collectionPage({ texts }: View, found: Published, page: number, baseUrl: string): Page {
  const { publicPages } = texts;
  const { collection, items, count } = found;
  const { title, description, ownerName, cover } = collection;
  const [before, after] = publicPages.by("\0").split("\0");
  const { rss, json } = feedPathsOf(collection);
  return {
    title,
    isUserText: true,
    lead: html`${before}!${userText(ownerName)}${after} · ${publicPages.count(count)}`,
    head: headOf(found, baseUrl),
    content: html`!${cover === undefined ? "" : html`<img class="public-cover" src="${cover}" alt="">`}
!${description === "" ? "" : html`<p class="public-description" dir="auto">${description}</p>`}
!${items.length === 0 ? emptyState(emptyTexts(publicPages, collection, count)) : itemList(found)}
!${pages(publicPages, found, page)}
<p class="aside">${publicPages.follow} <a href="${rss}" type="application/rss+xml">RSS</a> · <a href="${json}" type="application/feed+json">JSON Feed</a></p>`,
  };
}

/** Robots, feeds, the address without its query, and Open Graph (https://ogp.me/) for previews of links. */
function headOf({ collection }: Published, baseUrl: string): string {
  const { title, description, cover } = collection;
  const url = baseUrl + pathOf(collection);
  const { rss, json } = feedPathsOf(collection);
  return html`<meta name="robots" content="noindex">
!${description === "" ? "" : html`<meta name="description" content="${description}">`}
<link rel="canonical" href="${url}">
<link rel="alternate" type="application/rss+xml" title="${title} (RSS)" href="${rss}">
<link rel="alternate" type="application/feed+json" title="${title} (JSON Feed)" href="${json}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Triptych">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
!${cover === undefined ? "" : html`<meta property="og:image" content="${baseUrl + cover}">`}
<link rel="stylesheet" href="${assetPath("public.css")}">`;
}

function emptyTexts(
  { empty, emptyText, noMore, noMoreText, first }: Texts["publicPages"],
  collection: PublishedCollection,
  count: number,
) {
  if (count === 0) return { title: empty, text: emptyText };
  return { title: noMore, text: noMoreText, action: buttonLink(pathOf(collection), first, "secondary") };
}

function itemList({ items, icons }: Published): string {
  return html`<ul class="card public-items">
!${items.map((item) => itemOf(item, siteIcon(icons, item.id)))}</ul>`;
}

function itemOf({ title, link, domain, excerpt, tags, cover, createdAt }: PublishedItem, icon: string): string {
  const picture = cover === undefined ? "" : html`<img src="${cover}" alt="" loading="lazy">`;
  return html`<li class="public-item">!${picture}<div>
<h2 dir="auto">!${link === undefined ? html`${title}` : html`<a href="${link}" rel="${LINK_RELATION}">${title}</a>`}</h2>
<p class="hint">!${domain === "" ? "" : html`!${icon}!${userText(domain)} · `}!${time(createdAt)}</p>
!${excerpt === "" ? "" : html`<p dir="auto">${excerpt}</p>`}
!${tags.length === 0 ? "" : html`<ul class="public-tags">!${tags.map((tag) => html`<li>!${userText(tag)}</li>`)}</ul>`}
</div></li>
`;
}

/** Links to the pages before and after this one. */
function pages(texts: Texts["publicPages"], { collection, count }: Published, page: number): string {
  const last = Math.max(0, Math.ceil(count / PAGE_SIZE) - 1);
  if (last === 0 || page > last) return "";
  const path = pathOf(collection);
  const to = (number: number, text: string, relation: string) =>
    html`<a class="button secondary" rel="${relation}" href="${number === 0 ? path : `${path}?page=${number + 1}`}">${text}</a>`;
  return html`<nav class="public-pages" aria-label="${texts.pages}">
!${page > 0 ? to(page - 1, texts.previous, "prev") : ""}
<span>${texts.pageOf(page + 1, last + 1)}</span>
!${page < last ? to(page + 1, texts.next, "next") : ""}
</nav>`;
}
