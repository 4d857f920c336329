import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { linkKeyOf } from "./link-key.ts";

/** A link that the account already has. */
export interface ExistingLink {
  /** The link as the caller wrote it. */
  readonly link: string;
  /** The oldest item with an equal link. */
  readonly id: number;
}

/** Links that one statement looks up. */
const LINKS_PER_STATEMENT = 100;

/** Finds those links for which the account has an item with an equal link outside the Trash, in their order. */
export async function find(database: Database, accountId: number, links: readonly string[]): Promise<ExistingLink[]> {
  const found: ExistingLink[] = [];
  for (let first = 0; first < links.length; first += LINKS_PER_STATEMENT) {
    if (first > 0) await setImmediate();
    const keyed = links.slice(first, first + LINKS_PER_STATEMENT).map((link) => ({ link, key: linkKeyOf(link) }));
    const keys = keyed.map(({ key }) => key);
    const ids = await oldestIds(database, accountId, [...new Set(keys)]);
    for (const { link, key } of keyed) {
      const id = ids.get(key);
      if (id !== undefined) found.push({ link, id });
    }
  }
  return found;
}

/**
 * The id of the oldest item outside the Trash by the key of a link: of its own link, or of the canonical address of its
 * page. Reads no newer copies: an account may have any number.
 */
export async function oldestIds(
  database: Database,
  accountId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const values = sql.join(keys.map((key) => sql`(${key})`));
  const found = sql<{ key: string; id: number | null; alias_id: number | null }>`with keys (key) as (values ${values})
    select key, (select items.id from items inner join shelves on shelves.id = shelf_id
      where items.account_id = ${accountId} and link_key = key and place not in ('trash', 'nowhere')
      order by items.id limit 1) as id,
    (select item_id from link_aliases inner join items on items.id = item_id inner join shelves on shelves.id = shelf_id
      where link_aliases.account_id = ${accountId} and link_aliases.link_key = key
        and place not in ('trash', 'nowhere')
      order by item_id limit 1) as alias_id from keys`;
  const { rows } = await found.execute(database);
  return new Map(rows.flatMap(({ key, id, alias_id }) => withLeast(key, [id, alias_id])));
}

function withLeast(key: string, ids: readonly (number | null)[]): [string, number][] {
  const found = ids.filter((id) => id !== null);
  return found.length === 0 ? [] : [[key, Math.min(...found)]];
}
