import { type SqlBool, sql } from "kysely";
import type { Viewer } from "../collections/access.ts";
import { placeIdOf } from "../collections/placement.ts";
import type { Database } from "../database/database.ts";
import { type Item, selectItems } from "./item.ts";
import { idsAt, type Order, walk } from "./item-order.ts";
import * as scopes from "./scope.ts";

/** The order, page and text of a list of items. */
export interface Search {
  readonly order: Order;
  /** From 0. */
  readonly page: number;
  readonly limit: number;
  /** Text to find in title, excerpt, note, link or tags, in any case. Empty matches every item. */
  readonly text: string;
}

/** A page of items. */
export interface ItemPage {
  readonly items: readonly Item[];
  /** Number of matching items on all pages. */
  readonly count: number;
}

/**
 * Items that one statement searches: few enough that even the longest texts don't block other
 * requests.
 */
const ITEMS_PER_SEARCH = 50;

/**
 * Lists the items of a place. If the viewer may not read it, throws `notFound`, or `unauthenticated`
 * for an anonymous viewer.
 */
export async function list(database: Database, viewer: Viewer, place: scopes.Place, search: Search): Promise<ItemPage> {
  const scope = await scopes.getReadable(database, viewer, place);
  const items = await page(database, scope, search);
  // Permission may have been withdrawn during a long search.
  if (viewer !== scope.accountId) await scopes.getReadable(database, viewer, place);
  return items;
}

/**
 * Lists items of the account. Throws `forbidden` for another account's public collection,
 * `notFound` for a private or missing one.
 */
export async function listOwned(
  database: Database,
  accountId: number,
  place: scopes.Place,
  search: Search,
): Promise<ItemPage> {
  return page(database, await scopes.getOwned(database, accountId, place), search);
}

/** Returns a page of the items in a scope. */
export async function page(database: Database, scope: scopes.Scope, search: Search): Promise<ItemPage> {
  if (search.text !== "") return searchText(database, scope, search);
  const { order, limit } = search;
  const ids = await idsAt(database, scope, order, { first: search.page * limit, limit });
  return { items: await readItems(database, scope, ids), count: scope.count };
}

/** Searches the whole scope, because the response contains the number of all matches. */
async function searchText(
  database: Database,
  scope: scopes.Scope,
  { order, page, limit, text }: Search,
): Promise<ItemPage> {
  const first = page * limit;
  const onPage: number[] = [];
  let count = 0;
  for await (const ids of walk(database, scope, order, ITEMS_PER_SEARCH)) {
    const matching = ids.length === 0 ? [] : await idsMatching(database, ids, text);
    const start = Math.max(0, first - count);
    onPage.push(...matching.slice(start, start + limit - onPage.length));
    count += matching.length;
  }
  return { items: await readItems(database, scope, onPage), count };
}

/**
 * Returns the ids of the items that contain a text, in the same order. Uses `replace`, which,
 * unlike LIKE, has no wildcards and takes about the same time for every text.
 */
async function idsMatching(database: Database, ids: readonly number[], text: string): Promise<number[]> {
  const rows = await database
    .selectFrom("items")
    .select("id")
    .where("id", "in", ids)
    .where(sql<SqlBool>`replace(search_text, ${text.toLowerCase()}, '') <> search_text`)
    .execute();
  const matching = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => matching.has(id));
}

/** Reads items in the order of `ids`, without those that have left the scope since it was read. */
export async function readItems(
  database: Database,
  { includes }: scopes.Scope,
  ids: readonly number[],
): Promise<Item[]> {
  if (ids.length === 0) return [];
  const rows = await selectItems(database).where("items.id", "in", ids).execute();
  const items = new Map(rows.filter((item) => includes(placeIdOf(item))).map((item) => [item.id, item]));
  return ids.flatMap((id) => items.get(id) ?? []);
}
