import { type Database, maintenanceOf } from "../../database/database.ts";
import { searchTextOf } from "../../database/item-words.ts";
import { type Check, MAX_FOUND, type Problem } from "./check.ts";

const ITEMS_PER_STATEMENT = 500;

/** On SQLite, each statement reads the whole index. */
const ENTRIES_PER_STATEMENT = 10_000;

/** The full-text index has exactly the words of each item. */
export const SEARCH_INDEX: Check = {
  name: "search index",
  async *find(snapshot) {
    yield* findWrongWords(snapshot);
    yield* findWrongEntries(snapshot);
    const engine = maintenanceOf(snapshot);
    for (const id of await engine.listSurplusIndexed(snapshot, MAX_FOUND))
      yield {
        message: `The search finds the item ${id}, which does not exist.`,
        repair: (transaction) => engine.reindex(transaction, id),
      };
  },
};

/** Items whose stored words are not those of their texts. The triggers then index the right ones. */
async function* findWrongWords(snapshot: Database): AsyncIterable<Problem> {
  for (let after = 0; ; ) {
    const rows = await readTexts(snapshot).where("id", ">", after).orderBy("id").limit(ITEMS_PER_STATEMENT).execute();
    for (const row of rows) {
      if (row.search_text === wordsOf(row)) continue;
      yield {
        message: `The search index is outdated for item ${row.id}.`,
        repair: async (transaction) => {
          const current = await readTexts(transaction).where("id", "=", row.id).executeTakeFirst();
          if (current === undefined) return;
          await transaction
            .updateTable("items")
            .set({ search_text: wordsOf(current) })
            .where("id", "=", row.id)
            .execute();
        },
      };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

function readTexts(database: Database) {
  return database.selectFrom("items").select(["id", "title", "excerpt", "note", "link", "tags", "search_text"]);
}

interface Texts {
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly link: string;
  readonly tags: string;
}

function wordsOf({ tags, ...texts }: Texts): string {
  return searchTextOf({ ...texts, tags: JSON.parse(tags) });
}

async function* findWrongEntries(snapshot: Database): AsyncIterable<Problem> {
  const engine = maintenanceOf(snapshot);
  for (let after = 0; ; ) {
    const items = await engine.listIndexed(snapshot, after, ENTRIES_PER_STATEMENT);
    for (const { id, isIndexed } of items)
      if (!isIndexed)
        yield {
          message: `The search does not find the item ${id} by its words.`,
          repair: (transaction) => engine.reindex(transaction, id),
        };
    const last = items.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
