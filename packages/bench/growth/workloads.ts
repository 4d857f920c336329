import { PASSWORD } from "../dataset/fill.ts";
import { productIdOf } from "../dataset/rows.ts";
import type { Request } from "../http-client.ts";
import { type Data, PASSWORD_ACCOUNTS } from "./instance.ts";
import { SEARCHES, search } from "./searches.ts";

/** A request that is measured on databases of several sizes. */
export interface Workload {
  readonly name: string;
  /** The kind of rows whose number can affect the duration of the request. */
  readonly of: "products" | "accounts" | "collections" | "items";
  /** The request number `index`, from 0. */
  readonly request: (data: Data, index: number) => Request;
  /** Sent with the entity tag of the first response in `If-None-Match`. */
  readonly isConditional?: true;
  /** Sent after a write, which is not measured, so that no cached response is used. */
  readonly isUncached?: true;
  /** Maximum requests to each database, warm-up included, so that 1,000 rows suffice; undefined: no maximum. */
  readonly maxRequests?: number;
  /** Why it takes longer with more rows; undefined where it should not. */
  readonly grows?: string;
}

const PRODUCTS = "/api/products?limit=100";
const USERS = "/api/v1/users.json";
const ITEMS_PER_PAGE = 50;
const USERS_PER_PAGE = 20;

/** In the order of measurement: items are read before any are added or deleted. */
export const WORKLOADS: readonly Workload[] = [
  {
    name: "GET one product",
    of: "products",
    request: ({ rows }, index) => get(`/api/products/${productIdOf(1 + scatter(index, rows))}`),
  },
  {
    name: "GET the first 100 products",
    of: "products",
    request: () => get(PRODUCTS),
  },
  {
    name: "GET the first 100 products, after a change",
    of: "products",
    isUncached: true,
    request: () => get(PRODUCTS),
  },
  {
    name: "GET the first 100 products, unchanged",
    of: "products",
    isConditional: true,
    request: () => get(PRODUCTS),
  },
  {
    name: "GET 100 products anywhere",
    of: "products",
    request: ({ rows }, index) => get(`${PRODUCTS}&after=${productIdOf(1 + scatter(index, rows - 100))}`),
  },
  {
    name: "POST a product",
    of: "products",
    request: postProduct,
  },
  {
    name: "GET the caller's 100 collections",
    of: "collections",
    isUncached: true,
    request: ({ collector }) => get("/rest/v1/collections", collector.headers),
  },
  {
    name: "GET the first page of items",
    of: "items",
    isUncached: true,
    request: (data) => getItems(data, 0),
  },
  {
    name: "GET the last page of items",
    of: "items",
    isUncached: true,
    request: (data) => getItems(data, data.reader.items / ITEMS_PER_PAGE - 1),
  },
  {
    name: "GET the last page of items by title",
    of: "items",
    isUncached: true,
    request: (data) => getItems(data, data.reader.items / ITEMS_PER_PAGE - 1, "title"),
  },
  ...Object.entries(SEARCHES).map(
    ([what, query]): Workload => ({
      name: `GET items, search: ${what}`,
      of: "items",
      isUncached: true,
      request: (data) => search(data, query),
    }),
  ),
  {
    name: "POST a login",
    of: "accounts",
    request: ({ collector }) => postLogin(collector.email, PASSWORD, 200),
  },
  // The two failures should take the same time: a difference tells an attacker which addresses have an account.
  {
    name: "POST a login, wrong password",
    of: "accounts",
    maxRequests: PASSWORD_ACCOUNTS,
    request: (_data, index) => postLogin(`somebody${1 + index}@example.com`, "a wrong password", 401),
  },
  {
    name: "POST a login, unknown address",
    of: "accounts",
    maxRequests: PASSWORD_ACCOUNTS,
    request: (_data, index) => postLogin(`nobody${1 + index}@example.com`, "a wrong password", 401),
  },
  {
    name: "GET the first page of users",
    of: "accounts",
    isUncached: true,
    request: ({ administrator }) => get(`${USERS}?page=1`, administrator),
  },
  {
    name: "GET the last page of users",
    of: "accounts",
    isUncached: true,
    request: getLastUsers,
  },
  {
    name: "POST an item",
    of: "items",
    request: ({ reader: { headers, collectionId } }, index) => ({
      method: "POST",
      path: "/rest/v1/raindrop",
      headers,
      body: { link: `https://example.com/new/${index}`, title: "New", collection: { $id: collectionId } },
      status: 200,
    }),
  },
  {
    name: "PUT an item",
    of: "items",
    request: (data, index) => ({
      method: "PUT",
      path: `/rest/v1/raindrop/${itemIdOf(data, index, 0)}`,
      headers: data.reader.headers,
      body: { title: `Changed ${index}` },
      status: 200,
    }),
  },
  {
    name: "DELETE an item",
    of: "items",
    maxRequests: 440,
    request: (data, index) => ({
      method: "DELETE",
      path: `/rest/v1/raindrop/${itemIdOf(data, index, 1)}`,
      headers: data.reader.headers,
      status: 200,
    }),
  },
];

export function get(path: string, headers: Request["headers"] = {}): Request {
  return { method: "GET", path, headers, status: 200 };
}

function postProduct({ collector }: Data, index: number): Request {
  return {
    method: "POST",
    path: "/api/products",
    headers: collector.headers,
    body: { name: `Desk lamp ${index}`, description: "Brass, 40 cm", price: 49.5 },
    status: 201,
  };
}

export function postLogin(email: string, password: string, status: number): Request {
  return { method: "POST", path: "/api/user/login", body: { email, password }, status };
}

export function getLastUsers({ rows, administrator }: Data): Request {
  return get(`${USERS}?page=${Math.floor(rows / USERS_PER_PAGE)}`, administrator);
}

/** `page` counts from 0. */
function getItems({ reader }: Data, page: number, sort = "-created"): Request {
  const query = `perpage=${ITEMS_PER_PAGE}&page=${page}&sort=${sort}`;
  return get(`/rest/v1/raindrops/${reader.collectionId}?${query}`, reader.headers);
}

/**
 * Returns the id of an item at an even (`half` 0) or odd (`half` 1) position, so that no item is both changed and
 * deleted. No id is repeated before all others of its half were returned.
 */
function itemIdOf({ reader }: Data, index: number, half: 0 | 1): number {
  return reader.firstItemId + 2 * scatter(index, reader.items / 2) + half;
}

/** Maps an index to a number from 0 to `bound - 1`; consecutive indexes to numbers that are far apart. */
function scatter(index: number, bound: number): number {
  return (index * 7919) % Math.floor(bound);
}
