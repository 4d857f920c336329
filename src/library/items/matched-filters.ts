import { sql } from "kysely";
import { forEachChunk, toSet } from "#contract/scheduling";
import type { Database } from "../../database/database.ts";
import type { Flag } from "../../database/schema/columns.ts";
import type { Search } from "../search/search.ts";
import * as duplicates from "./duplicates.ts";
import { type FacetCount, FacetCounter } from "./facets.ts";
import * as matching from "./matching.ts";
import type { Scope } from "./scope.ts";

/** How many items have each property. Lists are in the order of the names' bytes. */
export interface Counts {
  readonly total: number;
  readonly tags: readonly FacetCount[];
  readonly types: readonly FacetCount[];
  readonly months: readonly FacetCount[];
  readonly flags: readonly FacetCount[];
  readonly duplicates: number;
}

/** Items whose tags one statement reads: few, because an item has up to 64 KiB of tags. */
const ITEMS_PER_STATEMENT = 50;

/**
 * Counts the properties of the items in a scope that a search finds. Reads each of these items once, and yields to
 * the event loop between statements. Items that leave the scope meanwhile do not count.
 */
export async function count(database: Database, scope: Scope, search: Search): Promise<Counts> {
  const ids = await matching.allIds(database, scope, search, scope.count);
  const [inScope, found] = [await toSet(scope.shelfIds), new Set<number>()];
  const [tags, types] = [new FacetCounter(), new FacetCounter()];
  const [months, flags] = [new FacetCounter(), new FacetCounter()];
  const add = async (chunk: number[]) => {
    for (const item of await read(database, chunk)) {
      if (!inScope.has(item.shelf_id)) continue;
      found.add(item.id);
      const names: readonly string[] = JSON.parse(item.tags);
      for (const name of new Set(names)) tags.add(name);
      types.add(item.type);
      months.add(new Date(item.created_at).toISOString().slice(0, 7));
      if (names.length === 0) flags.add("notag");
      if (item.important) flags.add("important");
      if (item.broken) flags.add("broken");
      if (item.noted) flags.add("note");
      if (item.highlighted) flags.add("highlights");
      if (item.reminder_at !== null) flags.add("reminder");
      if (item.file_id !== null) flags.add("file");
    }
  };
  await forEachChunk(ids, add, ITEMS_PER_STATEMENT);
  return {
    total: found.size,
    tags: await tags.list(),
    types: await types.list(),
    months: await months.list(),
    flags: await flags.list(),
    duplicates: await duplicates.count(database, scope.accountId, ({ id }) => found.has(id)),
  };
}

function read(database: Database, ids: readonly number[]) {
  return database
    .selectFrom("items")
    .select(["id", "shelf_id", "type", "created_at", "important", "broken", "tags", "reminder_at", "file_id"])
    .select([
      sql<Flag>`case when note <> '' then 1 else 0 end`.as("noted"),
      sql<Flag>`case when highlights <> '[]' then 1 else 0 end`.as("highlighted"),
    ])
    .where("id", "in", ids)
    .execute();
}
