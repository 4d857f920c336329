import { sql } from "kysely";
import { forEachChunk, toSet } from "#contract/scheduling";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import * as matching from "../items/matching.ts";
import type { Scope } from "../items/scope.ts";
import { type Order, SORTINGS, sortedAmong } from "../items/sorted-rows.ts";
import * as placement from "../placement.ts";
import type { Search } from "../search/search.ts";

/** What a caller asks for. */
export interface Wanted {
  readonly order: matching.SearchOrder;
  /** Undefined for all items. */
  readonly search: Search | undefined;
  /** Undefined for all items. Those that are not in the place of the export are skipped. */
  readonly ids: readonly number[] | undefined;
}

/** Which items are exported, and in which order. */
export interface Choice {
  /** Of items with the same rank. */
  readonly order: Order;
  /** Undefined for all items. */
  readonly found: Found | undefined;
}

/** Some of the items of the place of an export. */
export interface Found {
  readonly ids: Pick<ReadonlySet<number>, "has" | "keys" | "size">;
  /** The rank of each: those with a higher one come first. Undefined if all have the same. */
  readonly ranks: ReadonlyMap<number, number> | undefined;
}

/** More items than an account may have. */
const MAX_FOUND = 1_000_001;

/** Chooses the items of a scope, once for all folders of an export. */
export async function choose(database: Database, scope: Scope, { order, search, ids }: Wanted): Promise<Choice> {
  if (search !== undefined && order === "score" && search.words.length > 0) {
    const ranks = await matching.ranks(database, scope, search, ids);
    return { order: "-created", found: { ids: ranks, ranks } };
  }
  const sorted = order === "score" ? "-created" : order;
  if (search === undefined && ids === undefined) return { order: sorted, found: undefined };
  const matches =
    search === undefined
      ? await sortedAmong(database, scope, SORTINGS[sorted], ids ?? [])
      : await matchesOf(database, scope, search, ids);
  return { order: sorted, found: { ids: await toSet(matches), ranks: undefined } };
}

/** Finds the items of a scope that a search finds; with `ids`, only these. Returns at most `max + 1` of all. */
export async function matchesOf(
  database: Database,
  scope: Scope,
  search: Search,
  ids: readonly number[] | undefined,
  max = MAX_FOUND,
): Promise<readonly number[]> {
  return ids === undefined
    ? matching.allIds(database, scope, search, max)
    : matching.among(database, scope, search, ids);
}

/** The places that contain the chosen items. */
export async function placesOf(
  database: Database,
  accountId: number,
  { ids }: Found,
): Promise<ReadonlySet<placement.PlaceId>> {
  const places = new Set<placement.PlaceId>();
  await forEachChunk([...ids.keys()], async (chunk) => {
    const shelves = await database
      .selectFrom("items")
      .innerJoin("shelves", "shelves.id", "items.shelf_id")
      .select(["place", "collection_id"])
      .distinct()
      .where(engineOf(database).isOneOf(sql.ref("items.id"), chunk))
      .where("items.account_id", "=", accountId)
      .where("shelves.place", "<>", "nowhere")
      .execute();
    for (const shelf of shelves) places.add(placement.placeIdOf(shelf));
  });
  return places;
}
