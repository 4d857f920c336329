import { type RequestTemplate, VALUE } from "../load/load.ts";
import type { Data, Size } from "./data.ts";

/** A request that all systems are measured with. */
export interface Workload {
  readonly name: string;
  readonly title: (data: Data) => string;
  readonly template: (data: Data) => RequestTemplate;
  /** A response takes many milliseconds: the load has fewer connections and lasts twice as long. */
  readonly isHeavy?: true;
  /** Requests before the measurement, to fill the caches; undefined: as many as V8 needs to compile the hot code. */
  readonly warmUpRequests?: number;
  /** Writes during the measurement, `rate` of them per second. */
  readonly writes?: { readonly template: Workload["template"]; readonly rate: number };
  /** Sends `If-None-Match` with the entity tag of the first response, if it has one, and expects 304. */
  readonly isConditional?: true;
  /** Response fields that are not compared, because every response has another value. */
  readonly ignoredFields?: readonly string[];
  /** Targets: Triptych's rate must be at least so many times that of the other system. */
  readonly targets?: { readonly limit: number; readonly express: number };
}

const PRODUCTS = "/api/products?limit=100";
const ITEMS_PER_PAGE = 50;
const USERS_PER_PAGE = 20;

/** Numbers of six digits, since all values for a body must have the same length. */
const NUMBERS = Array.from({ length: 9_000 }, (_, index) => String(100_000 + index * 97));

const getProduct: Workload["template"] = ({ productIds }) => ({
  method: "GET",
  path: `/api/products/${VALUE}`,
  values: productIds,
  status: 200,
});

const postItem: Workload["template"] = ({ reader }) => ({
  method: "POST",
  path: "/rest/v1/raindrop",
  headers: reader.headers,
  body: {
    link: `https://example.com/articles/${VALUE}`,
    title: "Article of somebody who wrote much",
    excerpt: "What it says in short, in a sentence or two.",
    tags: ["reading", "later"],
    collection: { $id: reader.emptyId },
  },
  values: NUMBERS,
  status: 200,
});

const postProduct: Workload["template"] = ({ collector }) => ({
  method: "POST",
  path: "/api/products",
  headers: collector.headers,
  body: {
    name: `Desk lamp ${VALUE}`,
    description: "Brass, 40 cm. Comes with a cord of two metres, and a switch that can be felt in the dark.",
    price: 49.5,
    inStock: true,
  },
  values: NUMBERS,
  status: 201,
});

export const WORKLOADS: readonly Workload[] = [
  {
    name: "product",
    title: ({ size }) => `GET one of ${grouped(size.products)} products`,
    template: getProduct,
    warmUpRequests: 500_000,
    targets: { limit: 0.75, express: 4 },
  },
  {
    name: "product-changing",
    title: ({ size }) => `GET one of ${grouped(size.products)}, 10 writes a second`,
    template: getProduct,
    writes: { template: postProduct, rate: 10 },
  },
  {
    name: "product-beside-items",
    title: ({ size }) => `GET one of ${grouped(size.products)}, 10 writes of items a second`,
    template: getProduct,
    warmUpRequests: 500_000,
    writes: { template: postItem, rate: 10 },
  },
  {
    name: "page",
    title: () => "GET the first 100 products",
    template: () => ({ method: "GET", path: PRODUCTS, status: 200 }),
    targets: { limit: 1, express: 4 },
  },
  {
    name: "pages",
    title: () => "GET 100 products, anywhere",
    template: ({ productIds }) => ({
      method: "GET",
      path: `${PRODUCTS}&after=${VALUE}`,
      values: productIds.slice(0, -100),
      status: 200,
    }),
  },
  {
    name: "if-none-match",
    title: () => "GET the first 100 with If-None-Match",
    template: () => ({ method: "GET", path: PRODUCTS, status: 200 }),
    isConditional: true,
    targets: { limit: 1.5, express: 4 },
  },
  {
    name: "post-product",
    title: () => "POST a product, durable",
    template: postProduct,
    ignoredFields: ["id"],
    targets: { limit: 0.8, express: 4 },
  },
  {
    name: "collections-100",
    title: () => "GET the caller's 100 collections",
    template: ({ collector }) => ({
      method: "GET",
      path: "/rest/v1/collections",
      headers: collector.headers,
      status: 200,
    }),
    targets: { limit: 0.8, express: 4 },
  },
  {
    name: "collections-all",
    title: ({ size }) => `GET the caller's ${grouped(size.collections)} collections`,
    template: ({ largeCollector }) => ({
      method: "GET",
      path: "/rest/v1/collections",
      headers: largeCollector.headers,
      status: 200,
    }),
    isHeavy: true,
  },
  {
    name: "post-raindrop",
    title: () => "POST an item, durable",
    template: postItem,
    ignoredFields: ["_id", "created", "lastUpdate", "sort"],
  },
  {
    name: "raindrops-first",
    title: ({ size }) => `GET page 1 of ${grouped(size.items)} items`,
    template: (data) => itemsTemplate(data, 0),
  },
  {
    name: "raindrops-last",
    title: ({ size }) => `GET page ${grouped(itemPages(size))} of ${grouped(size.items)} items`,
    template: (data) => itemsTemplate(data, itemPages(data.size) - 1),
  },
  {
    name: "raindrops-pages",
    title: ({ size }) => `GET any page of ${grouped(size.items)} items`,
    template: (data) => ({
      ...itemsTemplate(data, VALUE),
      values: Array.from({ length: itemPages(data.size) }, (_, page) => String(page)),
    }),
  },
  {
    name: "search",
    title: ({ size }) => `GET a search in ${grouped(size.items)} items`,
    template: ({ reader }) => ({
      method: "GET",
      path: `/rest/v1/raindrops/${reader.collectionId}?page=0&perpage=${ITEMS_PER_PAGE}&search=number%20${VALUE}`,
      headers: reader.headers,
      values: Array.from({ length: 1_000 }, (_, number) => String(100 + number)),
      status: 200,
    }),
  },
  {
    name: "tags",
    title: ({ size }) => `GET the tags of ${grouped(size.items)} items`,
    template: ({ reader }) => ({
      method: "GET",
      path: `/rest/v1/tags/${reader.collectionId}`,
      headers: reader.headers,
      status: 200,
    }),
  },
  {
    name: "filters",
    title: ({ size }) => `GET the filters of ${grouped(size.items)} items`,
    template: ({ reader }) => ({
      method: "GET",
      path: `/rest/v1/filters/${reader.collectionId}`,
      headers: reader.headers,
      status: 200,
    }),
  },
  {
    name: "put-raindrops",
    title: () => "PUT a cover on the items that a search finds, durable",
    template: ({ reader }) => ({
      method: "PUT",
      path: `/rest/v1/raindrops/${reader.collectionId}?search=number%201000`,
      headers: reader.headers,
      body: { cover: `https://example.com/covers/${VALUE}.jpg` },
      values: NUMBERS,
      status: 200,
    }),
  },
  {
    name: "users-first",
    title: ({ size }) => `GET page 1 of ${grouped(size.accounts)} users`,
    template: (data) => usersTemplate(data, 1),
  },
  {
    name: "users-last",
    title: ({ size }) => `GET page ${grouped(userPages(size))} of ${grouped(size.accounts)} users`,
    template: (data) => usersTemplate(data, userPages(data.size)),
    isHeavy: true,
  },
  {
    name: "users-pages",
    title: ({ size }) => `GET any page of ${grouped(size.accounts)} users`,
    template: (data) => ({
      ...usersTemplate(data, VALUE),
      values: Array.from({ length: 1_000 }, (_, part) => String(1 + Math.floor((part / 1_000) * userPages(data.size)))),
    }),
    isHeavy: true,
  },
];

/** `page` counts from 0. */
function itemsTemplate({ reader }: Data, page: number | string): RequestTemplate {
  const path = `/rest/v1/raindrops/${reader.collectionId}?page=${page}&perpage=${ITEMS_PER_PAGE}`;
  return { method: "GET", path, headers: reader.headers, status: 200 };
}

/** `page` counts from 1. */
function usersTemplate({ administrator }: Data, page: number | string): RequestTemplate {
  const path = `/api/v1/users.json?limit=${USERS_PER_PAGE}&page=${page}`;
  return { method: "GET", path, headers: administrator, status: 200 };
}

function itemPages({ items }: Size): number {
  return items / ITEMS_PER_PAGE;
}

function userPages({ accounts }: Size): number {
  return accounts / USERS_PER_PAGE;
}

function grouped(number: number): string {
  return number.toLocaleString("en");
}
