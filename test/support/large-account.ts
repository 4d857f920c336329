import { sql } from "kysely";
import { divideSegments } from "../../harness/segments.ts";
import { searchTextOf } from "../../src/database/core/item-words.ts";
import type { Database } from "../../src/database/database.ts";

const SEARCH_TEXT = searchTextOf({ title: "Example", excerpt: "", note: "", link: "https://example.com/" });

/** Collections whose items one statement adds. */
const PART = 2_000;

/**
 * Adds collections to an account that has a library: half of them at the top level, half in the first one, each with an
 * item that has a tag and a link of its own, and a login for each. Returns the id of the first one.
 */
export async function addCollections(database: Database, accountId: number, count: number): Promise<number> {
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`;
  const account = sql.lit(accountId);
  const before = sql<number>`(select coalesce(max(id), 0) from collections)`;
  const { rows } = await sql<{ id: number }>`select ${before} as id`.execute(database);
  const last = Number(rows[0]?.id);
  const columns = sql`collections (account_id, parent_id, depth, parent_depth, title, description, view, public, expanded,
    sort, cover, created_at, updated_at)`;
  const texts = sql`'Collection ' || n, '', 'list', 0, 1, n, '[]', 0, 0 from numbers`;
  const half = Math.ceil(count / 2);
  await sql`insert into ${columns} ${numbers} select ${account}, cast(null as bigint), 1, cast(null as bigint), ${texts} where n <= ${sql.lit(half)}`.execute(
    database,
  );
  const { rows: roots } = await sql<{ id: number }>`select min(id) as id from collections
    where account_id = ${account} and id > ${sql.lit(last)}`.execute(database);
  const first = Number(roots[0]?.id);
  await sql`insert into ${columns} ${numbers} select ${account}, ${sql.lit(first)}, 2, 1, ${texts} where n > ${sql.lit(half)}`.execute(
    database,
  );
  const added = sql`collections where account_id = ${account} and id > ${sql.lit(last)}`;
  await sql`insert into shelves (account_id, place, collection_id) select account_id, 'collection', id from ${added}`.execute(
    database,
  );
  // In parts, because a statement on PostgreSQL may take 30 s at most.
  const { rows: ends } = await sql<{ id: number }>`select ${before} as id`.execute(database);
  for (let from = last + 1; from <= Number(ends[0]?.id); from += PART)
    await sql`insert into items (account_id, shelf_id, created_at, updated_at, sort, position, important, broken, type,
    domain, title_key, link_key, link, title, cover, tags, media, excerpt, note, search_text)
    select account_id, id, id, id, id, 0, 0, 0, 'link', 'example.com', 'example', 'large ' || id, 'https://example.com/',
      'Example', '', '["tag ' || id || '"]', '[]', '', '', ${SEARCH_TEXT} from shelves
    where account_id = ${account} and collection_id between ${sql.lit(from)} and ${sql.lit(from + PART - 1)}`.execute(
      database,
    );
  await sql`insert into logins (account_id, ip_address, user_agent, referer, via_remember, created_at)
    ${numbers} select ${account}, '192.0.2.1', '', '', 0, n from numbers`.execute(database);
  await sql`update libraries set version = version + 1 where account_id = ${account}`.execute(database);
  await divideSegments(database);
  return first;
}
