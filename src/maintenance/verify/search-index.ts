import { setImmediate } from "node:timers/promises";
import { BatchSize } from "#contract/scheduling";
import { searchTextOf } from "../../database/core/item-words.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Check, Problem } from "./check.ts";

const MAX_ITEMS_PER_STATEMENT = 500;

/** The full-text index has exactly the words of each item. */
export const SEARCH_INDEX: Check = {
  name: "search index",
  async *find(snapshot) {
    yield* findWrongWords(snapshot);
    const engine = engineOf(snapshot);
    for await (const id of engine.listWronglyIndexed(snapshot))
      yield {
        message: `The search does not find the item ${id} by its words.`,
        repair: (transaction) => engine.reindex(transaction, id),
      };
    for await (const id of engine.listSurplusIndexed(snapshot))
      yield {
        message: `The search finds the item ${id}, which does not exist.`,
        repair: (transaction) => engine.reindex(transaction, id),
      };
  },
};

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
