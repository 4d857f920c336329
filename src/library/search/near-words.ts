import { sql } from "kysely";
import { eachYielding, mapInSlices } from "#contract/scheduling";
import type { Words } from "../../database/core/index-query.ts";
import { fold, wordsOf } from "../../database/core/item-words.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import * as matches from "./matches.ts";
import * as tagged from "./tagged.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** Words of a search that are looked up. */
const MAX_WORDS = 3;

/** Words with fewer characters have too many others next to them. */
const MIN_LENGTH = 4;

/** From this length on, two characters may be wrong. */
const MIN_LENGTH_FOR_TWO = 7;

/** Items whose words are compared: so many of the newest, and for each word of those that have one with the same half. */
const MAX_ITEMS = 100;

/** Characters of the words of an item that are read. */
const MAX_CHARACTERS = 2_000;

/**
 * The search with words of the account in place of those that none of its items has; undefined if no word is near
 * enough. However large the account, it reads at most 400 items and 10,000 tags, so it may miss a word.
 */
export async function correct(database: Database, accountId: number, search: string): Promise<string | undefined> {
  const tokens = [...tokensOf(search)];
  const unknown: Token[] = [];
  for (const token of tokens.filter(isSingleWord).slice(0, MAX_WORDS)) {
    if ((await matches.list(database, accountId, toWords(token.value))).length === 0) unknown.push(token);
  }
  if (unknown.length === 0) return undefined;
  const counts = await countWords(database, accountId, unknown.map(wordOf));
  const corrected = new Map<Token, string>();
  for (const token of unknown) {
    const near = await nearest(wordOf(token), counts);
    if (near === undefined) continue;
    corrected.set(
      token,
      token.source.replace(token.value, () => near),
    );
  }
  if (corrected.size === 0) return undefined;
  return tokens.map((token) => corrected.get(token) ?? token.source).join(" ");
}

/** Whether a token is a word that may be in any field. */
function isSingleWord({ key, isNegated, value }: Token): boolean {
  return key === undefined && !isNegated && [...value].length >= MIN_LENGTH && wordsOf(value).join() === fold(value);
}

function wordOf({ value }: Token): string {
  return fold(value);
}

function toWords(text: string): Words {
  return { kind: "words", field: "any", words: wordsOf(text), isPrefix: true };
}

/** Words of the account that may be near some words, and how often each was found. */
async function countWords(
  database: Database,
  accountId: number,
  near: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const count = (words: readonly string[]) => {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  await eachYielding(await tagged.names(database, accountId), (name) => count(wordsOf(name)));
  await mapInSlices(await readTexts(database, accountId, near), (text) => count(wordsIn(text)));
  return counts;
}

/** The beginnings of `items.search_text`. */
async function readTexts(database: Database, accountId: number, near: readonly string[]): Promise<readonly string[]> {
  const engine = engineOf(database);
  const newest = await database
    .selectFrom("items")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(MAX_ITEMS)
    .execute();
  const ids = new Set(newest.map(({ id }) => id));
  for (const word of near) {
    const similar = await engine.listIndexed(database, accountId, toWords(firstHalfOf(word)));
    for (const id of similar.slice(-MAX_ITEMS)) ids.add(id);
  }
  const rows = await database
    .selectFrom("items")
    .select(sql<string>`substr(search_text, 1, ${sql.lit(MAX_CHARACTERS)})`.as("text"))
    .where("account_id", "=", accountId)
    .where(engine.isOneOf(sql.ref("id"), [...ids]))
    .execute();
  return rows.map(({ text }) => text);
}

/** If one character of a word is wrong, the word has one half in common with the right one. */
function firstHalfOf(word: string): string {
  const characters = [...word];
  return characters.slice(0, Math.ceil(characters.length / 2)).join("");
}

/** The words of an array of four texts and the parts of links, in JSON, whose end may be missing. */
function wordsIn(text: string): string[] {
  return text.slice('["'.length).split('","', 4).join(" ").split(" ");
}

/** The word with the smallest distance; of several the most frequent. */
async function nearest(word: string, counts: ReadonlyMap<string, number>): Promise<string | undefined> {
  let best: { readonly near: string; readonly distance: number; readonly count: number } | undefined;
  const max = word.length >= MIN_LENGTH_FOR_TWO ? 2 : 1;
  await eachYielding([...counts], ([near, count]) => {
    if (Math.abs(near.length - word.length) > max) return;
    const distance = distanceOf(word, near, max);
    if (distance > max) return;
    if (best === undefined || distance < best.distance || (distance === best.distance && count > best.count))
      best = { near, distance, count };
  });
  return best?.near;
}

/**
 * How many characters to insert, delete, replace or swap with the next one make one word of the other (optimal string
 * alignment); some number greater than `max` if it is greater.
 */
function distanceOf(one: string, other: string, max: number): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length && Math.min(...last) <= max; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
