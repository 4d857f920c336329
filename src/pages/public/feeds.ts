import { html } from "ghtml";
import { feedPathsOf, pathOf } from "./addresses.ts";
import type { Published, PublishedItem } from "./published.ts";

export const RSS_TYPE = "application/rss+xml; charset=utf-8";

/**
 * The items of a public collection as RSS 2.0 (https://www.rssboard.org/rss-specification), with the address of the
 * feed as its Best Practices Profile recommends. The numeric escapes of ghtml are valid in XML.
 */
export function rssOf({ collection, items }: Published, baseUrl: string): string {
  const { title, description } = collection;
  const page = baseUrl + pathOf(collection);
  return html`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${xmlText(title)}</title>
<link>${page}</link>
<description>${xmlText(escapeMarkup(description === "" ? title : description))}</description>
<generator>Triptych</generator>
<atom:link href="${baseUrl + feedPathsOf(collection).rss}" rel="self" type="application/rss+xml"/>
!${items.map((item) => rssItemOf(item, `${baseUrl}${feedPathsOf(collection).rss}#${item.id}`)).join("")}</channel>
</rss>
`;
}

function rssItemOf({ title, link, excerpt, tags, createdAt }: PublishedItem, guid: string): string {
  return html`<item>
<title>${xmlText(title)}</title>
!${link === undefined ? "" : html`<link>${xmlText(link)}</link>`}
<guid isPermaLink="false">${guid}</guid>
<pubDate>${new Date(createdAt).toUTCString()}</pubDate>
!${excerpt === "" ? "" : html`<description>${xmlText(escapeMarkup(excerpt))}</description>`}
!${tags.map((tag) => html`<category>${xmlText(tag)}</category>`).join("")}
</item>
`;
}

/** Readers take a description as HTML, so a plain text is escaped once more. */
function escapeMarkup(text: string): string {
  return html`${text}`;
}

/** What XML 1.0 does not allow, not even escaped: most control characters, and two that are no characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text without the characters that XML can't hold. It must still be escaped. */
function xmlText(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, "");
}

export const JSON_FEED_TYPE = "application/feed+json; charset=utf-8";

/** The items of a public collection as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeedOf({ collection, items }: Published, baseUrl: string): string {
  const { title, description, ownerName } = collection;
  const feedUrl = baseUrl + feedPathsOf(collection).json;
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: baseUrl + pathOf(collection),
    feed_url: feedUrl,
    ...(description !== "" && { description }),
    authors: [{ name: ownerName }],
    items: items.map((item) => jsonItemOf(item, `${feedUrl}#${item.id}`, baseUrl)),
  });
}

/** An item needs a content in this format; without an excerpt it is the title. */
function jsonItemOf({ title, link, excerpt, tags, cover, createdAt }: PublishedItem, id: string, baseUrl: string) {
  return {
    id,
    ...(link !== undefined && { url: link }),
    title,
    content_text: excerpt === "" ? title : excerpt,
    ...(cover !== undefined && { image: baseUrl + cover }),
    date_published: new Date(createdAt).toISOString(),
    ...(tags.length > 0 && { tags }),
  };
}
