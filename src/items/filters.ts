import type { Viewer } from "../collections/access.ts";
import * as library from "../collections/library.ts";
import { type Database, inSnapshot } from "../database/database.ts";
import * as duplicates from "./duplicates.ts";
import * as facets from "./facets.ts";
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

/**
 * Returns the filters of a place, with all counts at the same time. Reads counts, not items. If the viewer may
 * not read the place, throws `notFound`, or `unauthenticated` for an anonymous viewer.
 */
export async function get(
  database: Database,
  viewer: Viewer,
  place: scopes.Place,
  tagOrder: TagOrder,
): Promise<Filters> {
  const { accountId } = await scopes.getReadable(database, viewer, place);
  return library.readConsistently(database, accountId, () =>
    inSnapshot(database, async (handle) => {
      const scope = await scopes.getReadable(handle, viewer, place);
      const tags = await facets.count(handle, scope, "tag");
      const flags = await facets.count(handle, scope, "flag");
      return {
        total: scope.count,
        tags: tagOrder === "_id" ? tags : await facets.byCount(tags),
        types: await facets.byCount(await facets.count(handle, scope, "type")),
        months: (await facets.count(handle, scope, "month")).reverse(),
        flags: new Map(flags.map(({ name, count }) => [name, count])),
        duplicates: await duplicates.count(handle, accountId, new Set(scope.shelfIds)),
      };
    }),
  );
}
