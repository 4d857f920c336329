import type { Size } from "../dataset/size.ts";
import { numbers, VALUE, type Work } from "./work.ts";

const PER_PAGE = 50;

export const COLLECTION_WORKS: readonly Work[] = [
  {
    name: "collections-100",
    title: () => "GET the caller's 100 collections",
    request: (_data, { headersOf }) => ({
      method: "GET",
      path: "/rest/v1/collections",
      headers: headersOf("few"),
      status: 200,
    }),
    targets: { limit: 0.8, express: 4 },
  },
  {
    name: "collections-all",
    title: ({ size }) => `GET the caller's ${size.collections.toLocaleString("en")} collections`,
    request: (_data, { headersOf }) => ({
      method: "GET",
      path: "/rest/v1/collections",
      headers: headersOf("many"),
      status: 200,
    }),
    isHeavy: true,
  },
  {
    name: "post-raindrop",
    title: () => "POST an item, durable",
    request: ({ keeper }, { headersOf }) => ({
      method: "POST",
      path: "/rest/v1/raindrop",
      headers: headersOf("keeper"),
      body: JSON.stringify({
        link: `https://example.com/articles/${VALUE}`,
        title: `Article of somebody who wrote much`,
        excerpt: "What it says in short, in a sentence or two.",
        tags: ["reading", "later"],
        collection: { $id: keeper.emptyId },
      }),
      values: numbers(),
      status: 200,
    }),
    fresh: ["_id", "created", "lastUpdate", "sort"],
  },
  {
    name: "raindrops-first",
    title: ({ size }) => `GET page 1 of ${itemsIn(size)}`,
    request: ({ keeper }, { headersOf }) => ({
      method: "GET",
      path: `/rest/v1/raindrops/${keeper.collectionId}?page=0&perpage=${PER_PAGE}`,
      headers: headersOf("keeper"),
      status: 200,
    }),
  },
  {
    name: "raindrops-last",
    title: ({ size }) => `GET page ${(size.items / PER_PAGE).toLocaleString("en")} of ${itemsIn(size)}`,
    request: ({ keeper, size }, { headersOf }) => ({
      method: "GET",
      path: `/rest/v1/raindrops/${keeper.collectionId}?page=${size.items / PER_PAGE - 1}&perpage=${PER_PAGE}`,
      headers: headersOf("keeper"),
      status: 200,
    }),
  },
  {
    name: "raindrops-pages",
    title: ({ size }) => `GET any page of ${itemsIn(size)}`,
    request: ({ keeper, size }, { headersOf }) => ({
      method: "GET",
      path: `/rest/v1/raindrops/${keeper.collectionId}?page=${VALUE}&perpage=${PER_PAGE}`,
      headers: headersOf("keeper"),
      values: Array.from({ length: size.items / PER_PAGE }, (_, page) => String(page)),
      status: 200,
    }),
  },
];

function itemsIn({ items }: Size): string {
  return `${items.toLocaleString("en")} items`;
}
