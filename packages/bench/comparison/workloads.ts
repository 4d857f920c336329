import type { Person } from "../dataset/fill.ts";
import type { Request } from "../http-client.ts";
import { type RequestTemplate, VALUE } from "../load/load.ts";
import type { System } from "../systems.ts";
import type { Data, Size } from "./data.ts";

/** A request that systems are measured with. */
export interface Workload {
  readonly name: string;
  readonly title: (data: Data) => string;
  readonly template: (data: Data) => RequestTemplate;
  /** Undefined: `limit` and `triptych`. `--check` compares the data of all that can run it. */
  readonly systems?: readonly System[];
  /** The same request to PocketBase, whose paths and responses are its own; undefined: it cannot run the workload. */
  readonly pocketbase?: PocketBaseRequest;
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
}

interface PocketBaseRequest {
  readonly template: (data: Data) => RequestTemplate;
  /** The body of the response as the other systems send it. */
  readonly toBody: (body: PocketBaseBody) => unknown;
}

/** The body of a response with one product, or with a page of them. */
export interface PocketBaseBody {
  readonly items?: readonly object[];
}

const PRODUCTS = "/api/products?limit=100";
const POCKETBASE_PRODUCTS = "/api/collections/products/records";
const ALL: readonly System[] = ["limit", "express", "pocketbase", "triptych"];
const WITH_EXPRESS: readonly System[] = ["limit", "express", "triptych"];
/** The numbers of rows on a page of the lists that are numbered by page. */
export const ITEMS_PER_PAGE = 50;
export const USERS_PER_PAGE = 20;

const itemPages = ({ items }: Size) => items / ITEMS_PER_PAGE;
const userPages = ({ accounts }: Size) => accounts / USERS_PER_PAGE;

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

/** A page of products of PocketBase, which returns the total too unless it is told not to. */
const pocketbasePage = (parameters: string): PocketBaseRequest => ({
  template: () => ({ method: "GET", path: `${POCKETBASE_PRODUCTS}?perPage=100&sort=id${parameters}`, status: 200 }),
  toBody: ({ items }) => items,
});

const getPage: Workload["template"] = () => ({ method: "GET", path: PRODUCTS, status: 200 });

export const WORKLOADS: readonly Workload[] = [
  {
    name: "product",
    title: ({ size }) => `GET one of ${grouped(size.products)} products`,
    template: getProduct,
    warmUpRequests: 500_000,
    systems: ALL,
    pocketbase: {
      template: (data) => ({ ...getProduct(data), path: `${POCKETBASE_PRODUCTS}/${VALUE}` }),
      toBody: (product) => [product],
    },
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
    template: getPage,
    systems: ALL,
    pocketbase: pocketbasePage(""),
  },
  {
    name: "page-without-total",
    title: () => "GET the first 100 products, from PocketBase without the total",
    template: getPage,
    systems: ["pocketbase", "triptych"],
    pocketbase: pocketbasePage("&skipTotal=true"),
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
    template: getPage,
    isConditional: true,
    systems: WITH_EXPRESS,
  },
  {
    name: "post-product",
    title: () => "POST a product, durable",
    template: postProduct,
    ignoredFields: ["id"],
    systems: ALL,
    pocketbase: {
      template: (data) => ({
        ...postProduct(data),
        path: POCKETBASE_PRODUCTS,
        headers: data.pocketbaseHeaders ?? {},
        status: 200,
      }),
      toBody: (product) => product,
    },
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
    systems: WITH_EXPRESS,
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
    template: (data) => itemsPage(data.reader, 0),
  },
  {
    name: "raindrops-last",
    title: ({ size }) => `GET page ${grouped(itemPages(size))} of ${grouped(size.items)} items`,
    template: (data) => itemsPage(data.reader, itemPages(data.size) - 1),
  },
  {
    name: "raindrops-pages",
    title: ({ size }) => `GET any page of ${grouped(size.items)} items`,
    template: (data) => ({
      ...itemsPage(data.reader, VALUE),
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
    template: (data) => usersPage(data, 1),
  },
  {
    name: "users-last",
    title: ({ size }) => `GET page ${grouped(userPages(size))} of ${grouped(size.accounts)} users`,
    template: (data) => usersPage(data, userPages(data.size)),
    isHeavy: true,
  },
  {
    name: "users-pages",
    title: ({ size }) => `GET any page of ${grouped(size.accounts)} users`,
    template: (data) => ({
      ...usersPage(data, VALUE),
      values: Array.from({ length: 1_000 }, (_, part) => String(1 + Math.floor((part / 1_000) * userPages(data.size)))),
    }),
    isHeavy: true,
  },
];

/** A page of a person's collection. `page` counts from 0. */
export function itemsPage(
  { headers, collectionId }: Person & { readonly collectionId: number },
  page: number | string,
): Request {
  const path = `/rest/v1/raindrops/${collectionId}?page=${page}&perpage=${ITEMS_PER_PAGE}`;
  return { method: "GET", path, headers, status: 200 };
}

/** `page` counts from 1. */
export function usersPage({ administrator }: Data, page: number | string): Request {
  const path = `/api/v1/users.json?limit=${USERS_PER_PAGE}&page=${page}`;
  return { method: "GET", path, headers: administrator, status: 200 };
}

function grouped(number: number): string {
  return number.toLocaleString("en");
}
