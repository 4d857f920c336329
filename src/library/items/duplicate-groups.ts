import type { Database } from "../../database/database.ts";
import { type Item, selectItems } from "./item.ts";
import * as linkAliases from "./link-aliases.ts";
import { linkKeyOf } from "./link-key.ts";

/** Items of a group that are read at most. */
const MAX_ITEMS = 50;

/** Links that are looked at for one page, at most: those whose other items are in the Trash make no group. */
const MAX_LINKS = 200;

/** Links whose items one statement reads. */
const LINKS_PER_STATEMENT = 10;

/** Groups of items with equal links. */
export interface DuplicateGroups {
  /** The items of each group that are not in the Trash, the oldest first. */
  readonly groups: readonly (readonly Item[])[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: string | undefined;
}

/**
 * Lists the links of which the account has several items outside the Trash, from the one after `after`, an end of a page
 * before. Reads a bounded number of items.
 */
export async function page(
  database: Database,
  accountId: number,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<DuplicateGroups> {
  const groups: (readonly Item[])[] = [];
  let last = after;
  for (let looked = 0; looked < MAX_LINKS; looked += LINKS_PER_STATEMENT) {
    const keys = await repeatedAfter(database, accountId, last);
    for (const key of keys) {
      const copies = await copiesWith(database, accountId, [key]);
      if (copies.length > 1) groups.push(copies);
      last = key;
      if (groups.length === limit) return { groups, next: last };
    }
    if (keys.length < LINKS_PER_STATEMENT) return { groups, next: undefined };
  }
  return { groups, next: last };
}

/** The items of the account with this link outside the Trash, the oldest first; at most 50. */
export async function copiesOf(database: Database, accountId: number, link: string): Promise<readonly Item[]> {
  const key = linkKeyOf(link);
  return copiesWith(database, accountId, [key, ...(await linkAliases.keysOf(database, accountId, key))]);
}

async function repeatedAfter(database: Database, accountId: number, after: string): Promise<string[]> {
  const rows = await database
    .selectFrom("repeated_links")
    .select("link_key")
    .where("account_id", "=", accountId)
    .where("link_key", ">", after)
    .orderBy("link_key")
    .limit(LINKS_PER_STATEMENT)
    .execute();
  return rows.map(({ link_key }) => link_key);
}

async function copiesWith(database: Database, accountId: number, keys: readonly string[]): Promise<Item[]> {
  return selectItems(database)
    .where("items.account_id", "=", accountId)
    .where("link_key", "in", keys)
    .where("place", "<>", "trash")
    .orderBy("items.id")
    .limit(MAX_ITEMS)
    .execute();
}
