import { setImmediate } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import * as library from "../collections/library.ts";
import * as placement from "../collections/placement.ts";
import type { Database } from "../database/database.ts";

/** What an account holds. */
export interface Statistics {
  /** First everything outside the Trash, what is unsorted, and the Trash; then each collection, by id. */
  readonly counts: readonly { readonly placeId: placement.PlaceId; readonly count: number }[];
  /** How many items outside the Trash have a link that an older one has. */
  readonly duplicates: number;
  /** How many items outside the Trash are marked broken. */
  readonly broken: number;
  /** When an item changed last, in milliseconds since 1970; undefined: none ever has. */
  readonly itemsChangedAt: number | undefined;
}

/** How many items one statement looks at. */
const WINDOW = 1000;

/** What an account holds, at one moment. The counts read no item; the duplicates are found along the index of links. */
export async function of(database: Database, accountId: number): Promise<Statistics> {
  return library.readConsistently(database, accountId, async () => {
    const counts = await placement.countItems(database, accountId);
    const outside = [...counts].filter(([placeId]) => placeId !== placement.TRASH).map(([, count]) => count);
    const system = [placement.UNSORTED, placement.TRASH].map((placeId) => ({
      placeId,
      count: counts.get(placeId)?.count ?? 0,
    }));
    const collections = [...counts].flatMap(([placeId, { count }]) => (placeId > 0 ? [{ placeId, count }] : []));
    return {
      counts: [
        { placeId: placement.EVERYTHING, count: outside.reduce((sum, { count }) => sum + count, 0) },
        ...system,
        ...collections.sort((one, other) => one.placeId - other.placeId),
      ],
      duplicates: await countDuplicates(database, accountId),
      broken: outside.reduce((sum, { broken }) => sum + broken, 0),
      itemsChangedAt: await library.itemsChangedAt(database, accountId),
    };
  });
}

/** Walks over the links of an account in windows; others run in between. */
async function countDuplicates(database: Database, accountId: number): Promise<number> {
  const found = await placement.shelvesOf(database, accountId);
  const visible = new Set(found.filter(({ place }) => place !== "trash").map(({ id }) => id));
  let duplicates = 0;
  let seen: string | undefined;
  let after = { link_key: "", id: 0 };
  for (;;) {
    const rows = await links(database, accountId, after);
    for (const { link_key, shelf_id } of rows) {
      if (!visible.has(shelf_id)) continue;
      if (link_key === seen) duplicates++;
      seen = link_key;
    }
    after = rows.at(-1) ?? after;
    if (rows.length < WINDOW) return duplicates;
    await setImmediate();
  }
}

async function links(database: Database, accountId: number, after: { link_key: string; id: number }) {
  return database
    .selectFrom("items")
    .select(["link_key", "id", "shelf_id"])
    .where("account_id", "=", accountId)
    .where(sql<SqlBool>`(link_key, id) > (${after.link_key}, ${after.id})`)
    .orderBy("link_key")
    .orderBy("id")
    .limit(WINDOW)
    .execute();
}
