import { setImmediate } from "node:timers/promises";
import { CompiledQuery, type Kysely, sql } from "kysely";
import { intersect, subtract, unite } from "../core/id-lists.ts";
import type { IndexQuery, ShelfCondition, Words } from "../core/index-query.ts";
import { TEXT_COLUMNS } from "../core/item-words.ts";
import type { Schema } from "../schema/schema.ts";
import { columnsOf, toExpression } from "./item-index.ts";
import { findWholeWords } from "./whole-words.ts";

// A statement blocks the event loop, and its time grows with the number of its words, of their beginnings in
// the index, and of its matches.

/** Maximum words that one statement looks up. */
const WORDS_PER_STATEMENT = 2;

/** Maximum ids that one statement returns. Each statement reads the words again, so fewer would take longer together. */
const IDS_PER_STATEMENT = 30_000;

/** Items that one statement of `listItemIds` reads. */
const ITEMS_PER_STATEMENT = 20_000;

/** Maximum words of phrases, in all items together, that one statement compares. */
const COMPARISONS_PER_STATEMENT = 200_000;

/** Maximum items whose words one statement reads to compare a long phrase. */
const COMPARED_PER_STATEMENT = 100;

/** Lists the ids of the account's items whose texts match a query, ascending. Yields after each list of ids. */
export async function listIndexed(database: Kysely<Schema>, accountId: number, query: IndexQuery): Promise<number[]> {
  if (countWords(query) <= WORDS_PER_STATEMENT) return select(database, accountId, query);
  if (query.kind === "words") return ofPhrase(database, accountId, query);
  if (query.kind === "key") throw new Error("No text has a key.");
  if (query.kind === "difference") {
    const found = await listIndexed(database, accountId, query.of);
    return found.length === 0 ? found : subtract(found, await listIndexed(database, accountId, query.excluded));
  }
  let found: number[] | undefined;
  for (const part of partsOf(query)) {
    if (query.kind === "all" && found?.length === 0) return found;
    const ids = await listIndexed(database, accountId, part);
    if (found === undefined) found = ids;
    else found = query.kind === "all" ? intersect(found, ids) : unite(found, ids);
  }
  return found ?? [];
}

/** Looks for a long phrase: in the index if one statement can compare it in all items, otherwise in their stored words. */
async function ofPhrase(database: Kysely<Schema>, accountId: number, phrase: Words): Promise<number[]> {
  const items = await countItems(database, accountId);
  const isShort = items * phrase.words.length <= COMPARISONS_PER_STATEMENT;
  return isShort ? select(database, accountId, phrase) : ofStoredWords(database, accountId, phrase);
}

/**
 * Looks for a phrase in the stored words of the items that have its beginning. However few ids a statement of the index
 * should return, it would compare the whole phrase in all items up to the first that has it.
 */
async function ofStoredWords(database: Kysely<Schema>, accountId: number, phrase: Words): Promise<number[]> {
  const beginning = { ...phrase, words: phrase.words.slice(0, WORDS_PER_STATEMENT), isPrefix: false };
  const candidates = await select(database, accountId, beginning);
  const columns = columnsOf(phrase).map((column) => TEXT_COLUMNS.indexOf(column));
  const sequence = ` ${phrase.words.join(" ")}${phrase.isPrefix ? "" : " "}`;
  const found: number[] = [];
  for (let first = 0; first < candidates.length; first += COMPARED_PER_STATEMENT) {
    const ids = JSON.stringify(candidates.slice(first, first + COMPARED_PER_STATEMENT));
    await setImmediate();
    const { rows } = await sql<{ id: number; words: string }>`select id, search_text as words from items
      where id in (select value from json_each(${ids})) order by id`.execute(database);
    for (const { id, words } of rows) {
      const texts: string[] = JSON.parse(words);
      if (columns.some((column) => ` ${texts[column]} `.includes(sequence))) found.push(id);
    }
  }
  return found;
}

/** Lists the ids of the account's items that fulfil a condition, ascending. Yields between statements. */
export async function listItemIds(
  database: Kysely<Schema>,
  accountId: number,
  { shelfIds, areOn }: ShelfCondition,
): Promise<number[]> {
  const isWanted = sql`(shelf_id in (select value from json_each(${JSON.stringify(shelfIds)}))) = ${Number(areOn)}`;
  const next = (after: number) =>
    sql<{ ids: string; last: number; count: number }>`
      select json_group_array(id) filter (where ${isWanted}) as ids, max(id) as last, count(*) as count
      from (select id, shelf_id from items where account_id = ${accountId} and id > ${after}
        order by id limit ${ITEMS_PER_STATEMENT})`.execute(database);
  const found: number[] = [];
  for (let after = 0; ; await setImmediate()) {
    const { rows } = await next(after);
    const [{ ids, last, count } = { ids: "[]", last: after, count: 0 }] = rows;
    const part: number[] = JSON.parse(ids);
    for (const id of part) found.push(id);
    if (count < ITEMS_PER_STATEMENT) return found;
    after = last;
  }
}

async function select(database: Kysely<Schema>, accountId: number, query: IndexQuery): Promise<number[]> {
  const wholeWords = await findWholeWords(database, accountId, query);
  const expression = toExpression(query, accountId, wholeWords);
  const fitsOneStatement = (await countItems(database, accountId)) < IDS_PER_STATEMENT;
  if (!fitsOneStatement) return selectInParts(database, expression);
  const ids = await readIds(database, CompiledQuery.raw(LIST_ALL, [expression]));
  await setImmediate();
  return ids;
}

async function selectInParts(database: Kysely<Schema>, expression: string): Promise<number[]> {
  const found: number[] = [];
  for (let after: number | undefined = 0; after !== undefined; await setImmediate()) {
    const ids = await readIds(database, CompiledQuery.raw(LIST_AFTER, [expression, after]));
    for (const id of ids) found.push(id);
    after = ids.length < IDS_PER_STATEMENT ? undefined : ids.at(-1);
  }
  return found;
}

// Compiled, because Kysely would take longer for that than SQLite for a short query.

/** FTS5 lists ids in ascending order. Without `limit`, and the subquery that it needs, this takes a fifth less time. */
const LIST_ALL = "select json_group_array(rowid) as ids from item_index where item_index match +?";

/** With a cast, because SQLite binds numbers as floating-point numbers, which FTS5 does not accept as bounds. */
const LIST_AFTER = `select json_group_array(id) as ids from (
  select rowid as id from item_index where item_index match +?
  and rowid > cast(+? as integer) order by rowid limit ${IDS_PER_STATEMENT})`;

async function readIds(database: Kysely<Schema>, query: CompiledQuery<{ ids: string }>): Promise<number[]> {
  const { rows } = await database.executeQuery(query);
  return JSON.parse(rows[0]?.ids ?? "[]");
}

async function countItems(database: Kysely<Schema>, accountId: number): Promise<number> {
  const libraries = database.selectFrom("libraries").where("account_id", "=", accountId);
  return (await libraries.select("item_count").executeTakeFirst())?.item_count ?? 0;
}

/** Divides a query into parts with few words each. A part with many words stays alone. */
function partsOf({ kind, of }: Extract<IndexQuery, { readonly kind: "all" | "any" }>): IndexQuery[] {
  const parts: { words: number; of: IndexQuery[] }[] = [];
  for (const query of of) {
    const words = countWords(query);
    const last = parts.at(-1);
    if (last !== undefined && last.words + words <= WORDS_PER_STATEMENT) {
      last.of.push(query);
      last.words += words;
    } else parts.push({ words, of: [query] });
  }
  return parts.map((part) => (part.of.length === 1 && part.of[0] ? part.of[0] : { kind, of: part.of }));
}

function countWords(query: IndexQuery): number {
  if (query.kind === "key") return 1;
  if (query.kind === "words") return query.words.length;
  if (query.kind === "difference") return countWords(query.of) + countWords(query.excluded);
  return query.of.reduce((sum, part) => sum + countWords(part), 0);
}
