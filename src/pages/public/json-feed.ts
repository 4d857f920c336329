import { feedPathsOf, pathOf } from "./addresses.ts";
import type { Published, PublishedItem } from "./published.ts";

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
    items: items.map((item) => itemOf(item, `${feedUrl}#${item.id}`, baseUrl)),
  });
}

/** An item needs a content in this format; without an excerpt it is the title. */
function itemOf({ title, link, excerpt, tags, cover, createdAt }: PublishedItem, id: string, baseUrl: string) {
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
