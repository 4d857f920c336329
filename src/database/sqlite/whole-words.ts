import { type Kysely, sql } from "kysely";
import type { IndexQuery } from "../index-query.ts";
import { prepare, type ValueOf } from "../prepared.ts";
import type { Schema } from "../schema.ts";
import { beginningOf, type WholeWords } from "./item-index.ts";

// FTS5 copies the lists of all words with a beginning into one before it returns the first id. Those of whole words it
// reads while it returns ids, in half of the time.

/** Shorter beginnings are not looked up: they usually have too many words. */
const MIN_LENGTH = 4;

/** Each word takes 0.05 ms to find. A beginning with more of them is left to FTS5. */
const MAX_WORDS = 4;

/** Finds the words of the account that begin with the beginnings in a query. Leaves out those with none, or many. */
export async function findWholeWords(
  database: Kysely<Schema>,
  accountId: number,
  query: IndexQuery,
): Promise<WholeWords> {
  const found = new Map<string, readonly string[]>();
  const start = `${accountId}x`;
  for (const beginning of beginningsOf(query)) {
    const first = `${start}${beginning}`;
    const rows = await listWords(database, { first, end: `${first}\u{10ffff}` });
    if (rows.length === 0 || rows.length > MAX_WORDS) continue;
    found.set(
      beginning,
      rows.map(({ word }) => word.slice(start.length)),
    );
  }
  return found;
}

function beginningsOf(query: IndexQuery): readonly string[] {
  if (query.kind === "key") return [];
  if (query.kind === "difference") return [query.of, query.excluded].flatMap(beginningsOf);
  if (query.kind !== "words") return query.of.flatMap(beginningsOf);
  const beginning = beginningOf(query);
  return beginning !== undefined && [...beginning].length >= MIN_LENGTH ? [beginning] : [];
}

/**
 * Lists the words from `first`, before `end`, up to one too many. After each word it continues with the next one in the
 * index, without reading the items that have it: the character U+0001 comes before any that a word can have.
 */
const listWords = prepare((_, value: ValueOf<{ first: string; end: string }>) => {
  const next = (from: ReturnType<typeof sql>) =>
    sql`(select term from item_index_words where term >= ${from} and term < ${value("end")}
      order by term limit 1)`;
  return sql<{ word: string }>`with recursive words (word) as (
      select ${next(value("first"))}
      union all select ${next(sql`words.word || char(1)`)} from words where word is not null limit ${sql.lit(MAX_WORDS + 1)}
    ) select word from words where word is not null`;
});
