import type { Request } from "./connection.ts";
import { productIdOf } from "./rows.ts";
import type { Sample } from "./sample.ts";
import type { Credentials } from "./site.ts";

/** A kind of work, done on databases of several sizes. */
export interface Work {
  readonly name: string;
  /** The rows that there are more and more of. */
  readonly of: "products" | "accounts" | "collections" | "items";
  /** The request that is made for the time given, from 0. */
  readonly request: (time: number, sample: Sample, credentials: Credentials) => Request;
  /** Asked with the entity tag of the first answer. */
  readonly isConditional?: true;
  /** Asked after a change of something else, which is not measured: so no answer will do that was kept. */
  readonly isFresh?: true;
  /** How often it can be done among a thousand rows; undefined: without end. */
  readonly most?: number;
  /** Why it takes longer among more rows; undefined where it should not. */
  readonly grows?: string;
}

const PRODUCTS_PER_PAGE = 100;
const USERS = "/api/v1/users.json";
const ITEMS_PER_PAGE = 50;
const USERS_PER_PAGE = 20;

/** Everything that is measured, in its order: the lists of items before there are more or fewer. */
export const WORKS: readonly Work[] = [
  {
    name: "GET one product",
    of: "products",
    request: (time, { rows }) => ({
      method: "GET",
      path: `/api/products/${productIdOf(1 + scattered(time, rows))}`,
      status: 200,
    }),
  },
  {
    name: "GET the first 100 products",
    of: "products",
    request: () => ({ method: "GET", path: `/api/products?limit=${PRODUCTS_PER_PAGE}`, status: 200 }),
  },
  {
    name: "GET the first 100 products, after a change",
    of: "products",
    isFresh: true,
    request: () => ({ method: "GET", path: `/api/products?limit=${PRODUCTS_PER_PAGE}`, status: 200 }),
  },
  {
    name: "GET the first 100 products, unchanged",
    of: "products",
    isConditional: true,
    request: () => ({ method: "GET", path: `/api/products?limit=${PRODUCTS_PER_PAGE}`, status: 200 }),
  },
  {
    name: "GET 100 products anywhere",
    of: "products",
    request: (time, { rows }) => ({
      method: "GET",
      path: `/api/products?limit=${PRODUCTS_PER_PAGE}&after=${productIdOf(1 + scattered(time, rows - PRODUCTS_PER_PAGE))}`,
      status: 200,
    }),
  },
  {
    name: "POST a product",
    of: "products",
    request: toChange,
  },
  {
    name: "GET the caller's 100 collections",
    of: "collections",
    isFresh: true,
    request: (_time, _sample, { collector }) => ({
      method: "GET",
      path: "/rest/v1/collections",
      headers: collector,
      status: 200,
    }),
  },
  {
    name: "GET the first page of items",
    of: "items",
    isFresh: true,
    request: (_time, sample, { keeper }) => ({
      method: "GET",
      path: itemsPath(sample, 0),
      headers: keeper,
      status: 200,
    }),
  },
  {
    name: "GET the last page of items",
    of: "items",
    isFresh: true,
    grows: "pages are numbered, so that the index is walked from its beginning to the page",
    request: (_time, sample, { keeper }) => ({
      method: "GET",
      path: itemsPath(sample, sample.rows / ITEMS_PER_PAGE - 1),
      headers: keeper,
      status: 200,
    }),
  },
  {
    name: "POST a login",
    of: "accounts",
    request: (_time, _sample, { person }) => ({
      method: "POST",
      path: "/api/user/login",
      headers: {},
      body: person,
      status: 200,
    }),
  },
  {
    name: "GET the first page of users",
    of: "accounts",
    isFresh: true,
    request: (_time, _sample, { ruler }) => ({ method: "GET", path: `${USERS}?page=1`, headers: ruler, status: 200 }),
  },
  {
    name: "GET the last page of users",
    of: "accounts",
    isFresh: true,
    grows: "pages are numbered, so that the index is walked from its beginning to the page",
    request: (_time, { rows }, { ruler }) => ({
      method: "GET",
      path: `${USERS}?page=${Math.floor(rows / USERS_PER_PAGE)}`,
      headers: ruler,
      status: 200,
    }),
  },
  {
    name: "POST an item",
    of: "items",
    request: (time, { collectionId }, { keeper }) => ({
      method: "POST",
      path: "/rest/v1/raindrop",
      headers: keeper,
      body: { link: `https://example.com/new/${time}`, title: "New", collection: { $id: collectionId } },
      status: 200,
    }),
  },
  {
    name: "PUT an item",
    of: "items",
    request: (time, sample, { keeper }) => ({
      method: "PUT",
      path: `/rest/v1/raindrop/${itemIdOf(sample, time, 0)}`,
      headers: keeper,
      body: { title: `Changed ${time}` },
      status: 200,
    }),
  },
  {
    name: "DELETE an item",
    of: "items",
    most: 400,
    request: (time, sample, { keeper }) => ({
      method: "DELETE",
      path: `/rest/v1/raindrop/${itemIdOf(sample, time, 1)}`,
      headers: keeper,
      status: 200,
    }),
  },
];

/** A request that changes the database, and nothing that any other kind of work asks for. */
export function toChange(time: number, _sample: Sample, { keeper }: Credentials): Request {
  return {
    method: "POST",
    path: "/api/products",
    headers: { "auth-token": tokenIn(keeper) },
    body: { name: `Desk lamp ${time}`, description: "Brass, 40 cm", price: 49.5 },
    status: 201,
  };
}

function itemsPath({ collectionId }: Sample, page: number): string {
  return `/rest/v1/raindrops/${collectionId}?perpage=${ITEMS_PER_PAGE}&page=${page}`;
}

/** Of two halves, so that what is deleted is not changed. No item comes twice before half of them have come. */
function itemIdOf({ firstItemId, rows }: Sample, time: number, half: 0 | 1): number {
  return firstItemId + 2 * scattered(time, rows / 2) + half;
}

/** A number below a bound that is not divisible by the factor; near times are far apart. */
function scattered(time: number, bound: number): number {
  return (time * 7919) % Math.floor(bound);
}

function tokenIn({ authorization = "" }: Readonly<Record<string, string>>): string {
  return authorization.replace("Bearer ", "");
}
