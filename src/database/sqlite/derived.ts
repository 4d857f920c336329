import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "../schema.ts";
import { indexInsert } from "./item-index.ts";

/** SQL: the rows that the triggers should have stored in each derived table of items. */
export const DERIVED = {
  facets: `select account_id, kind, name, shelf_id, count(*) as count from (
      select account_id, shelf_id, 'type' as kind, type as name from items
      union all select account_id, shelf_id, 'month', strftime('%Y-%m', created_at / 1000, 'unixepoch') from items
      union all select account_id, shelf_id, 'flag', 'important' from items where important = 1
      union all select account_id, shelf_id, 'flag', 'broken' from items where broken = 1
      union all select account_id, shelf_id, 'flag', 'note' from items where note <> ''
      union all select account_id, shelf_id, 'flag', 'notag' from items where tags = '[]'
      union all select account_id, shelf_id, 'flag', 'highlights' from items where highlights <> '[]'
      union all select account_id, shelf_id, 'flag', 'reminder' from items where reminder_at is not null
      union all select account_id, shelf_id, 'flag', 'file' from items where file_id is not null
      union all select account_id, shelf_id, 'tag', name from (
        select distinct account_id, shelf_id, items.id, value as name from items, json_each(items.tags))
    ) group by account_id, kind, name, shelf_id`,
  item_tags: `select distinct shelf_id, value as name, items.id as item_id from items, json_each(items.tags)`,
  item_highlights: `select account_id, shelf_id, items.id as item_id, value ->> 'id' as id,
      value ->> 'created' as created_at
    from items, json_each(items.highlights)`,
} as const;

/** Reports damage of the file; the first 100 findings. */
export async function checkIntegrity(database: Kysely<Schema>): Promise<string[]> {
  const snapshot = database.transaction().setAccessMode("read only");
  const { rows } = await snapshot.execute(async (transaction) => {
    // A search makes FTS5 read its structure again. Its own check would use that of an earlier commit.
    await sql`select 1 from item_index where item_index match 'x' limit 1`.execute(transaction);
    return sql<{ integrity_check: string }>`pragma integrity_check(100)`.execute(transaction);
  });
  return rows.map((row) => row.integrity_check).filter((finding) => finding !== "ok");
}

/** Removes an item from the full-text index, and adds it again if it exists. */
export async function reindex(transaction: Transaction<Schema>, id: number): Promise<void> {
  await sql`delete from item_index where rowid = cast(${id} as integer)`.execute(transaction);
  await sql`${sql.raw(indexInsert("items"))} from items where id = ${id}`.execute(transaction);
}
