import { setImmediate } from "node:timers/promises";
import { BatchSize } from "#contract/scheduling";
import type { IndexName } from "../../database/core/index-query.ts";
import { pageWordsOf, searchTextOf } from "../../database/core/item-words.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { textOf } from "../../page-reading/article-text.ts";
import type { Check, Problem } from "./check.ts";

const MAX_ITEMS_PER_STATEMENT = 500;

/** The full-text indexes have exactly the words of each item and of its page. */
export const SEARCH_INDEX: Check = {
  name: "search index",
  async *find(snapshot) {
    yield* findWrongWords(snapshot);
    yield* findWrongPages(snapshot);
    yield* compareIndex(snapshot, "item_index", "its words");
    yield* compareIndex(snapshot, "text_index", "the words of its page");
  },
};

async function* compareIndex(snapshot: Database, index: IndexName, words: string): AsyncIterable<Problem> {
  const engine = engineOf(snapshot);
  for await (const id of engine.listWronglyIndexed(snapshot, index))
    yield {
      message: `The search does not find the item ${id} by ${words}.`,
      repair: (transaction) => engine.reindex(transaction, index, id),
    };
  for await (const id of engine.listSurplusIndexed(snapshot, index))
    yield {
      message:
        index === "item_index"
          ? `The search finds the item ${id}, which does not exist.`
          : `The search finds the item ${id} by a page that is not stored.`,
      repair: (transaction) => engine.reindex(transaction, index, id),
    };
}

/** Pages of which one statement reads the texts. */
const PAGES_PER_STATEMENT = 10;

/** Pages whose stored words are not those of their text. The triggers then index the right ones. */
async function* findWrongPages(snapshot: Database): AsyncIterable<Problem> {
  const pages = snapshot.selectFrom("item_texts").select(["item_id", "html", "words"]).orderBy("item_id");
  for (let after = 0; ; await setImmediate()) {
    const rows = await pages.where("item_id", ">", after).limit(PAGES_PER_STATEMENT).execute();
    for (const { item_id: id, html, words } of rows) {
      const expected = pageWordsOf(textOf(html));
      if (words === expected) continue;
      const repair = async (transaction: Transaction) => {
        await transaction.updateTable("item_texts").set({ words: expected }).where("item_id", "=", id).execute();
      };
      yield { message: `The search index is outdated for the page of item ${id}.`, repair };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.item_id;
  }
}

/** Items whose stored words are not those of their texts. The triggers then index the right ones. */
async function* findWrongWords(snapshot: Database): AsyncIterable<Problem> {
  const size = new BatchSize({ min: 50, max: MAX_ITEMS_PER_STATEMENT });
  for (let after = 0; ; ) {
    const items = await size.measure(() => compareWords(snapshot, after, size.current));
    for (const { id, isCurrent } of items)
      if (!isCurrent)
        yield {
          message: `The search index is outdated for item ${id}.`,
          repair: (transaction) => updateWords(transaction, id),
        };
    const last = items.at(-1);
    if (last === undefined) return;
    after = last.id;
    await setImmediate();
  }
}

/** The next items after an id, with whether their stored words are those of their texts. */
async function compareWords(snapshot: Database, after: number, limit: number) {
  const rows = await readTexts(snapshot).where("id", ">", after).orderBy("id").limit(limit).execute();
  return rows.map((row) => {
    return { id: row.id, isCurrent: row.search_text === searchTextOf(row) };
  });
}

async function updateWords(transaction: Transaction, id: number): Promise<void> {
  const current = await readTexts(transaction).where("id", "=", id).executeTakeFirst();
  if (current === undefined) return;
  await transaction
    .updateTable("items")
    .set({ search_text: searchTextOf(current) })
    .where("id", "=", id)
    .execute();
}

function readTexts(database: Database) {
  return database.selectFrom("items").select(["id", "title", "excerpt", "note", "link", "search_text"]);
}
