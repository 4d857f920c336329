import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import type { Viewer } from "../access.ts";
import * as searches from "../search/search.ts";
import { firstPage } from "./first-page.ts";
import { type Item, selectItems } from "./item.ts";
import { idsAt } from "./item-order.ts";
import * as matching from "./matching.ts";
import * as scopes from "./scope.ts";
import { SORTINGS, sortedAmong } from "./sorted-rows.ts";

/** The order, page and text of a list of items. */
export interface ListQuery {
  /** `score` without words to rank by is `-created`. */
  readonly order: matching.SearchOrder;
  /** From 0. */
  readonly page: number;
  readonly limit: number;
  /** A query that `searches.parse` understands. Empty matches every item. */
  readonly text: string;
  /** Only items with these ids, at most 1,000; by default all. */
  readonly ids?: readonly number[] | undefined;
}

/** A page of items. */
export interface ItemPage {
  readonly items: readonly Item[];
  /** Number of matching items on all pages. */
  readonly count: number;
}

/**
 * Lists the items of a place. If the viewer may not read it, throws `notFound`, or `unauthenticated`
 * for an anonymous viewer.
 */
export async function list(
  database: Database,
  viewer: Viewer,
  place: scopes.Place,
  query: ListQuery,
): Promise<ItemPage> {
  const scope = await scopes.getReadable(database, viewer, place);
  const items = await page(database, scope, query);
  // Permission may have been withdrawn during a long search.
  if (viewer !== scope.accountId) await scopes.getReadable(database, viewer, place);
  return items;
}

/**
 * Lists items of the account, or of a collection of which it is a member. Throws `forbidden` for another collection that
 * it may read, `notFound` for a private or missing one.
 */
export async function listWritable(
  database: Database,
  accountId: number,
  place: scopes.Place,
  query: ListQuery,
): Promise<ItemPage> {
  return page(database, await scopes.getWritable(database, accountId, place), query);
}

/** Returns a page of the items in a scope. Throws `invalid` for a query with too many words and operators. */
export async function page(
  database: Database,
  scope: scopes.Scope,
  { order, page, limit, text, ids: wanted }: ListQuery,
): Promise<ItemPage> {
  const search = searches.parse(text);
  const range = { first: page * limit, limit };
  if (wanted !== undefined) {
    const ids = await idsAmong(database, scope, search, order, wanted);
    return { items: await readItems(database, scope, ids.slice(range.first, range.first + limit)), count: ids.length };
  }
  if (search !== undefined) {
    const { ids, count } = await matching.page(database, scope, search, order, range);
    return { items: await readItems(database, scope, ids), count };
  }
  const sorting = order === "score" ? "-created" : order;
  const first = await firstPage(database, scope, sorting, range);
  if (first !== undefined) return { items: first, count: scope.count };
  const ids = await idsAt(database, scope, sorting, range);
  return { items: await readItems(database, scope, ids), count: scope.count };
}

/** Those of the ids that are in a scope and that a search finds, in order. */
async function idsAmong(
  database: Database,
  scope: scopes.Scope,
  search: searches.Search | undefined,
  order: matching.SearchOrder,
  wanted: readonly number[],
): Promise<readonly number[]> {
  const ranks =
    search !== undefined && order === "score" && search.words.length > 0
      ? await matching.ranks(database, scope, search, wanted)
      : undefined;
  const found =
    search === undefined
      ? wanted
      : ranks === undefined
        ? await matching.among(database, scope, search, wanted)
        : [...ranks.keys()];
  const ids = await sortedAmong(database, scope, SORTINGS[order === "score" ? "-created" : order], found);
  return ranks === undefined ? ids : ids.toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));
}

/** Reads items in the order of `ids`, as the viewer sees them, without those that have left the scope since it was read. */
export async function readItems(database: Database, scope: scopes.Scope, ids: readonly number[]): Promise<Item[]> {
  if (ids.length === 0) return [];
  const rows = await byIds(database, { ids: JSON.stringify(ids) });
  const items = new Map(scopes.visibleIn(scope, rows).map((item) => [item.id, item]));
  return ids.flatMap((id) => items.get(id) ?? []);
}

const byIds = prepare((database, value: ValueOf<{ ids: string }>) =>
  selectItems(database).where(engineOf(database).isInArray(sql.ref("items.id"), value("ids"))),
);
