import { setImmediate } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { BatchSize } from "#contract/scheduling";
import type { IndexName } from "../core/index-query.ts";
import { TEXT_COLUMNS } from "../core/item-words.ts";
import type { Schema } from "../schema/schema.ts";
import { indexInsert, pageInsert, wordsForIndex, wordsOfPage } from "./item-index.ts";

// An index is ordered by word, and has no texts. To compare it with all items in one pass over each, both are reduced to
// one sum of hashes per item. A damaged item passes unnoticed with a probability of 1 in 4 billion.

/** Words of the index between two yields to the event loop. */
const WORDS_PER_CHUNK = 1_000;

/** Where the words of an index come from. */
interface Source {
  readonly table: "items" | "item_texts";
  /** The columns of the id of an item, and of its words. */
  readonly id: "id" | "item_id";
  readonly words: "search_text" | "words";
  /** The words of each column of the index, of an item. */
  readonly columnsOf: (accountId: number, words: string) => string[][];
  readonly columns: readonly string[];
  /** SQL: an insert into the index of what the table has. */
  readonly insert: string;
  readonly maxPerStatement: number;
}

const SOURCES: Readonly<Record<IndexName, Source>> = {
  item_index: {
    table: "items",
    id: "id",
    words: "search_text",
    columnsOf: wordsForIndex,
    columns: TEXT_COLUMNS,
    insert: indexInsert("items"),
    maxPerStatement: 1_000,
  },
  text_index: {
    table: "item_texts",
    id: "item_id",
    words: "words",
    columnsOf: (accountId, words) => [wordsOfPage(accountId, words)],
    columns: ["words"],
    insert: pageInsert("item_texts"),
    maxPerStatement: 20,
  },
};

/** Ids of items of which the index does not have exactly the words, ascending. Must be called in a snapshot. */
export async function* listWronglyIndexed(database: Kysely<Schema>, index: IndexName): AsyncIterable<number> {
  const sums = await sumIndex(database, index);
  const { maxPerStatement: max } = SOURCES[index];
  yield* filterIds((after, limit) => compareItems(database, index, sums, { after, limit }), max);
}

/** Ids in the index that its source does not have, ascending. */
export async function* listSurplusIndexed(database: Kysely<Schema>, index: IndexName): AsyncIterable<number> {
  const { table, id: key } = SOURCES[index];
  yield* filterIds(async (after, limit) => {
    const { rows } = await sql<{ id: number; is_surplus: 0 | 1 }>`
      select entries.id, source.${sql.ref(key)} is null as is_surplus
      from (select id from ${sql.table(`${index}_docsize`)} where id > ${after} order by id limit ${limit}) as entries
        left join ${sql.table(table)} as source on source.${sql.ref(key)} = entries.id
      order by entries.id`.execute(database);
    return rows.map(({ id, is_surplus }) => ({ id, isFound: is_surplus === 1 }));
  }, 1_000);
}

/** Removes an item from the index, and adds it again if it belongs there. */
export async function reindex(transaction: Transaction<Schema>, index: IndexName, id: number): Promise<void> {
  const { table, id: key, insert } = SOURCES[index];
  await sql`delete from ${sql.table(index)} where rowid = cast(${id} as integer)`.execute(transaction);
  await sql`${sql.raw(insert)} from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(transaction);
}

interface Candidate {
  readonly id: number;
  readonly isFound: boolean;
}

/** The ids that are found among those that `read` returns in pages, yielding to the event loop after each. */
async function* filterIds(
  read: (after: number, limit: number) => Promise<Candidate[]>,
  max: number,
): AsyncIterable<number> {
  const size = new BatchSize({ min: 10, max });
  for (let after = 0; ; ) {
    const page = await size.measure(() => read(after, size.current));
    for (const { id, isFound } of page) if (isFound) yield id;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    await setImmediate();
  }
}

/** Finds items without an entry, or whose entry has another sum than their words. */
async function compareItems(
  database: Kysely<Schema>,
  index: IndexName,
  sums: Sums,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Candidate[]> {
  const { table, id: key, words: column, columnsOf } = SOURCES[index];
  const { rows } = await sql<{ id: number; account_id: number; words: string; has_entry: 0 | 1 }>`
    select source.${sql.ref(key)} as id, source.account_id, source.${sql.ref(column)} as words,
      sizes.id is not null as has_entry
    from ${sql.table(table)} as source
      left join ${sql.table(`${index}_docsize`)} as sizes on sizes.id = source.${sql.ref(key)}
    where source.${sql.ref(key)} > ${after} order by source.${sql.ref(key)} limit ${limit}`.execute(database);
  return rows.map(({ id, account_id, words, has_entry }) => ({
    id,
    isFound: has_entry === 0 || sums.get(id) !== sumOf(columnsOf(account_id, words)),
  }));
}

/** A word in the index. */
interface Instance {
  readonly term: string;
  readonly doc: number;
  readonly col: string;
  readonly offset: number;
}

/** Sums the hashes of the words of each item in the index. */
async function sumIndex(database: Kysely<Schema>, index: IndexName): Promise<Sums> {
  const { columns } = SOURCES[index];
  const sums = new Sums();
  const words = sql.table(`${index}_words`);
  const query = sql<Instance>`select term, doc, col, "offset" from ${words}`.compile(database);
  let term = "";
  let hash = hashOf(term);
  for await (const { rows } of database.getExecutor().stream(query, WORDS_PER_CHUNK)) {
    for (const row of rows) {
      if (row.term !== term) {
        term = row.term;
        hash = hashOf(term);
      }
      sums.add(row.doc, placed(hash, columns.indexOf(row.col), row.offset));
    }
    await setImmediate();
  }
  return sums;
}

/** The sum of the hashes of an item's words. */
function sumOf(columns: readonly (readonly string[])[]): number {
  let sum = 0;
  for (const [column, words] of columns.entries())
    for (const [offset, word] of words.entries()) sum = (sum + placed(hashOf(toTerm(word)), column, offset)) | 0;
  return sum;
}

/** The tokenizer of the index turns capital letters of ASCII into small ones, and no others. */
function toTerm(word: string): string {
  return word.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** A hash of 32 bits: FNV-1a of the UTF-16 code units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash;
}

/** Mixes the hash of a word with its place, with the last steps of MurmurHash3. */
function placed(hash: number, column: number, offset: number): number {
  let mixed = hash ^ Math.imul(offset * TEXT_COLUMNS.length + column + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const IDS_PER_BLOCK = 4_096;

/** A sum of 32 bits for each id. In blocks, because a Map with an entry per id would block while it grows. */
class Sums {
  readonly #blocks = new Map<number, Int32Array>();

  add(id: number, value: number): void {
    const number = Math.floor(id / IDS_PER_BLOCK);
    let block = this.#blocks.get(number);
    if (block === undefined) {
      block = new Int32Array(IDS_PER_BLOCK);
      this.#blocks.set(number, block);
    }
    const index = id % IDS_PER_BLOCK;
    block[index] = (block[index] ?? 0) + value;
  }

  get(id: number): number {
    return this.#blocks.get(Math.floor(id / IDS_PER_BLOCK))?.[id % IDS_PER_BLOCK] ?? 0;
  }
}
