import { setImmediate } from "node:timers/promises";
import { CompiledQuery, type Kysely } from "kysely";
import type { Words } from "../core/index-query.ts";
import type { Schema } from "../schema/schema.ts";
import { phraseOf } from "./item-index.ts";
import { findWholeWords } from "./whole-words.ts";

// A page has many more words than an item, so a phrase is compared in few pages at a time: a statement blocks the event
// loop, and compares the phrase wherever its words are.

/** Pages in which one statement looks for a single word. */
const PAGES_PER_STATEMENT = 30_000;

/** The same for a phrase, times its words. */
const PAGES_PER_PHRASE = 1_000;

/** Lists the ids of the account's items whose page has these words, ascending. Yields after each list of ids. */
export async function listByPages(database: Kysely<Schema>, accountId: number, query: Words): Promise<number[]> {
  const expression = phraseOf(query, accountId, await findWholeWords(database, accountId, query, "text_index"));
  const { length } = query.words;
  const size = length === 1 ? PAGES_PER_STATEMENT : Math.ceil(PAGES_PER_PHRASE / length);
  const found: number[] = [];
  for (let after = 0; ; await setImmediate()) {
    const { rows: ends } = await database.executeQuery(endOfRange(accountId, after, size));
    const [{ id: end, count } = { id: null, count: 0 }] = ends;
    if (end === null) return found;
    const { rows } = await database.executeQuery(listBetween(expression, after, end));
    const ids: number[] = JSON.parse(rows[0]?.ids ?? "[]");
    for (const id of ids) found.push(id);
    if (count < size) return found;
    after = end;
  }
}

/** The id of the last of the next pages, and their number. */
function endOfRange(
  accountId: number,
  after: number,
  size: number,
): CompiledQuery<{ id: number | null; count: number }> {
  const sql = `select max(item_id) as id, count(*) as count from (
    select item_id from item_texts where account_id = ? and item_id > ? order by item_id limit ?)`;
  return CompiledQuery.raw(sql, [accountId, after, size]);
}

/** With casts, because SQLite binds numbers as floating-point numbers, which FTS5 does not accept as bounds. */
function listBetween(expression: string, after: number, end: number): CompiledQuery<{ ids: string }> {
  const sql = `select json_group_array(id) as ids from (select rowid as id from text_index where text_index match +?
    and rowid > cast(+? as integer) and rowid <= cast(+? as integer) order by rowid)`;
  return CompiledQuery.raw(sql, [expression, after, end]);
}
