import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql, type Transaction } from "kysely";
import { INDEX_COLUMNS } from "../item-words.ts";
import type { IndexedItem } from "../maintenance.ts";
import type { Schema } from "../schema.ts";
import { indexInsert, wordsForIndex } from "./item-index.ts";

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

/** Items after an id, with whether the full-text index has exactly their words. Must be called in a transaction. */
export async function listIndexed(database: Kysely<Schema>, after: number, limit: number): Promise<IndexedItem[]> {
  const { rows } = await sql<{ id: number; account_id: number; search_text: string; has_entry: 0 | 1 }>`
    select items.id, items.account_id, search_text, sizes.id is not null as has_entry
    from items left join item_index_docsize as sizes on sizes.id = items.id
    where items.id > ${after} order by items.id limit ${limit}`.execute(database);
  const last = rows.at(-1);
  if (last === undefined) return [];
  const indexed = await readWords(database, after, last.id);
  return rows.map(({ id, account_id, search_text, has_entry }) => {
    const expected = wordsForIndex(account_id, search_text).map((words) => toTokens(words.join(" ")));
    const found = INDEX_COLUMNS.map((column) => indexed.get(`${id} ${column}`) ?? "");
    return { id, isIndexed: has_entry === 1 && isDeepStrictEqual(found, expected) };
  });
}

/** The tokenizer of the index turns capital letters of ASCII into small ones, and no others. */
function toTokens(words: string): string {
  return words.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/**
 * The words in the index by item and column, of the items after an id up to another one. Reads the whole index, whose
 * order is that of the words: searching for the words of one item after the other takes far longer.
 */
async function readWords(database: Kysely<Schema>, after: number, last: number): Promise<ReadonlyMap<string, string>> {
  await sql`create virtual table if not exists temp.indexed_words using fts5vocab(main, item_index, instance)`.execute(
    database,
  );
  const { rows } = await sql<{ key: string; words: string }>`
    select doc || ' ' || col as key, group_concat(term, ' ' order by offset) as words from temp.indexed_words
    where doc > ${after} and doc <= ${last} group by doc, col`.execute(database);
  return new Map(rows.map(({ key, words }) => [key, words]));
}

/** Ids in the full-text index that no item has. */
export async function listSurplusIndexed(database: Kysely<Schema>, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from item_index_docsize
    where id not in (select id from items) order by id limit ${limit}`.execute(database);
  return rows.map(({ id }) => id);
}

/** Removes an item from the full-text index, and adds it again if it exists. */
export async function reindex(transaction: Transaction<Schema>, id: number): Promise<void> {
  await sql`delete from item_index where rowid = cast(${id} as integer)`.execute(transaction);
  await sql`${sql.raw(indexInsert("items"))} from items where id = ${id}`.execute(transaction);
}
