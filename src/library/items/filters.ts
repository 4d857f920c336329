import { toSet } from "#contract/scheduling";
import { type Database, inSnapshot } from "../../database/database.ts";
import type { Viewer } from "../access.ts";
import * as library from "../library.ts";
import * as searches from "../search/search.ts";
import * as duplicates from "./duplicates.ts";
import * as facets from "./facets.ts";
import * as matchedFilters from "./matched-filters.ts";
import { toPublicFlags } from "./public-reader.ts";
import * as scopes from "./scope.ts";

/** How the items of a place can be filtered, and how many items each filter leaves. */
export interface Filters {
  readonly total: number;
  readonly tags: readonly facets.FacetCount[];
  /** By count. */
  readonly types: readonly facets.FacetCount[];
  /** By month such as `2026-01`, newest first. */
  readonly months: readonly facets.FacetCount[];
  /** Counts by flag; a flag that no item has is missing. */
  readonly flags: ReadonlyMap<string, number>;
  readonly duplicates: number;
}

/** How tags are sorted: the most used first, or by the bytes of their names. */
export type TagOrder = "-count" | "_id";

/** What `get` returns beside the place. */
interface Options {
  readonly tagOrder: TagOrder;
  /** A query that `searches.parse` understands. Empty matches every item. */
  readonly text: string;
}

/**
 * Returns the filters of the items of a place that a search finds. Without a search reads counts, all at the same
 * time, and no items. Throws `invalid` for a search with too many tokens and, if the viewer may not read the place,
 * `notFound`, or `unauthenticated` for an anonymous viewer.
 */
export async function get(
  database: Database,
  viewer: Viewer,
  place: scopes.Place,
  { tagOrder, text }: Options,
): Promise<Filters> {
  const scope = await scopes.getReadable(database, viewer, place);
  const search = searches.parse(text);
  if (search === undefined) return ofPlace(database, viewer, place, { accountId: scope.accountId, tagOrder });
  const counts = await matchedFilters.count(database, scope, search);
  // Permission may have been withdrawn meanwhile.
  if (viewer !== scope.accountId) await scopes.getReadable(database, viewer, place);
  return toFilters(counts, scope, tagOrder);
}

async function ofPlace(
  database: Database,
  viewer: Viewer,
  place: scopes.Place,
  { accountId, tagOrder }: { readonly accountId: number; readonly tagOrder: TagOrder },
): Promise<Filters> {
  return library.readConsistently(database, accountId, () =>
    inSnapshot(database, async (handle) => {
      const scope = await scopes.getReadable(handle, viewer, place);
      const inScope = await toSet(scope.shelfIds);
      const counts = {
        total: scope.count,
        tags: await facets.count(handle, scope, "tag"),
        types: await facets.count(handle, scope, "type"),
        months: await facets.count(handle, scope, "month"),
        flags: await facets.count(handle, scope, "flag"),
        duplicates: await duplicates.count(handle, accountId, ({ shelf_id }) => inScope.has(shelf_id)),
      };
      return toFilters(counts, scope, tagOrder);
    }),
  );
}

async function toFilters(
  { total, tags, types, months, flags, duplicates }: matchedFilters.Counts,
  { isPublic }: scopes.Scope,
  tagOrder: TagOrder,
): Promise<Filters> {
  return {
    total,
    tags: tagOrder === "_id" ? tags : await facets.byCount(tags),
    types: await facets.byCount(types),
    months: months.toReversed(),
    flags: new Map((isPublic ? toPublicFlags(flags) : flags).map(({ name, count }) => [name, count])),
    duplicates,
  };
}
