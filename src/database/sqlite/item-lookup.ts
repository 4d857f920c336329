import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { intersect, unite } from "../id-lists.ts";
import type { IndexQuery, Words } from "../index-query.ts";
import type { Schema } from "../schema.ts";
import { toExpression } from "./item-index.ts";

// A statement blocks the event loop, and its time grows with the number of its words, of their beginnings in
// the index, and of its matches.

/** Maximum words that one statement looks up. */
const WORDS_PER_STATEMENT = 2;

/** Maximum ids that one statement returns. */
const IDS_PER_STATEMENT = 5_000;

/** Maximum items in which one statement compares a long phrase, multiplied by the number of its words. */
const COMPARED_PER_STATEMENT = 4_000;

/** Greater than `after`, up to `upTo`. */
interface Bounds {
  readonly after: number;
  readonly upTo: number;
}

/** Lists the ids of the account's items that match a query of the index, ascending. Yields between statements. */
export async function listIndexed(database: Kysely<Schema>, accountId: number, query: IndexQuery): Promise<number[]> {
  if (countWords(query) <= WORDS_PER_STATEMENT) {
    return select(database, accountId, query, { after: 0, upTo: Number.MAX_SAFE_INTEGER });
  }
  if (query.kind === "words") return ofPhrase(database, accountId, query);
  if (query.kind === "key") throw new Error("A key is a single word.");
  let found: number[] | undefined;
  for (const part of partsOf(query)) {
    if (query.kind === "all" && found?.length === 0) return found;
    const ids = await listIndexed(database, accountId, part);
    await setImmediate();
    if (found === undefined) found = ids;
    else found = query.kind === "all" ? intersect(found, ids) : unite(found, ids);
  }
  return found ?? [];
}

/** Looks for a long phrase in the items that have its beginning. */
async function ofPhrase(database: Kysely<Schema>, accountId: number, phrase: Words): Promise<number[]> {
  const beginning = { ...phrase, words: phrase.words.slice(0, WORDS_PER_STATEMENT), isPrefix: false };
  const candidates = await listIndexed(database, accountId, beginning);
  const size = Math.ceil(COMPARED_PER_STATEMENT / phrase.words.length);
  const found: number[] = [];
  for (let first = 0; first < candidates.length; first += size) {
    const [start = 0, end = 0] = [candidates[first], candidates[Math.min(first + size, candidates.length) - 1]];
    await setImmediate();
    const ids = await select(database, accountId, phrase, { after: start - 1, upTo: end });
    for (const id of ids) found.push(id);
  }
  return found;
}

/** With casts, because SQLite binds numbers as floating-point numbers, which FTS5 does not accept as bounds. */
async function select(
  database: Kysely<Schema>,
  accountId: number,
  query: IndexQuery,
  { after, upTo }: Bounds,
): Promise<number[]> {
  const { rows } = await sql<{ ids: string }>`select json_group_array(id) as ids from (
    select rowid as id from item_index where item_index match ${toExpression(query, accountId)}
    and rowid > cast(${after} as integer) and rowid <= cast(${upTo} as integer)
    order by rowid limit ${IDS_PER_STATEMENT})`.execute(database);
  const ids: number[] = JSON.parse(rows[0]?.ids ?? "[]");
  const last = ids.at(-1);
  if (last === undefined || ids.length < IDS_PER_STATEMENT) return ids;
  await setImmediate();
  return ids.concat(await select(database, accountId, query, { after: last, upTo }));
}

/** Divides a query into parts with few words each. A part with many words stays alone. */
function partsOf({ kind, of }: Extract<IndexQuery, { readonly of: unknown }>): IndexQuery[] {
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
  return query.of.reduce((sum, part) => sum + countWords(part), 0);
}
