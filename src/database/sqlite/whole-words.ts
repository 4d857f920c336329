import { CompiledQuery, type Kysely } from "kysely";
import type { IndexName, IndexQuery } from "../core/index-query.ts";
import type { Schema } from "../schema/schema.ts";
import { prefixOf, type WholeWords } from "./item-index.ts";

// For a prefix, FTS5 first merges the lists of ids of all words that start with it. Those of whole words, joined by OR,
// it reads one id at a time. A frequent word takes half of the time.

/** In characters. Shorter prefixes usually have too many words. */
const MIN_LENGTH = 4;

/** Finding a word takes 0.05 ms. A prefix of more words is left to FTS5. */
const MAX_WORDS = 4;

/**
 * For each single word in a query that may be a prefix, finds the words of the account that start with it. Leaves out
 * prefixes of no word or too many. One of no word may still be found by FTS5, which ignores the case of letters.
 */
export async function findWholeWords(
  database: Kysely<Schema>,
  accountId: number,
  query: IndexQuery,
  index: IndexName = "item_index",
): Promise<WholeWords> {
  const found = new Map<string, readonly string[]>();
  const start = `${accountId}x`;
  for (const prefix of prefixesOf(query)) {
    const first = `${start}${prefix}`;
    const { rows } = await database.executeQuery(listWords(index, first, `${first}\u{10ffff}`));
    if (rows.length === 0 || rows.length > MAX_WORDS) continue;
    found.set(
      prefix,
      rows.map(({ word }) => word.slice(start.length)),
    );
  }
  return found;
}

function prefixesOf(query: IndexQuery): readonly string[] {
  if (query.kind === "key") return [];
  if (query.kind === "difference") return [query.of, query.excluded].flatMap(prefixesOf);
  if (query.kind !== "words") return query.of.flatMap(prefixesOf);
  const prefix = prefixOf(query);
  return prefix !== undefined && [...prefix].length >= MIN_LENGTH ? [prefix] : [];
}

/**
 * Lists the words from `first`, before `end`; at most one more than `MAX_WORDS`. Each step seeks past all occurrences of
 * the word before: U+0001 sorts before every character of a word.
 */
function listWords(index: IndexName, first: string, end: string): CompiledQuery<{ word: string }> {
  return CompiledQuery.raw(LIST_WORDS[index], [first, end, end]);
}

const next = (index: IndexName, from: string) =>
  `(select term from ${index}_words where term >= ${from} and term < +? order by term limit 1)`;

const listWordsOf = (index: IndexName) => `select word from (with recursive words (word) as (
    select ${next(index, "+?")}
    union all select ${next(index, "words.word || char(1)")} from words where word is not null limit ${MAX_WORDS + 1}
  ) select word from words) where word is not null`;

const LIST_WORDS: Readonly<Record<IndexName, string>> = {
  item_index: listWordsOf("item_index"),
  text_index: listWordsOf("text_index"),
};
