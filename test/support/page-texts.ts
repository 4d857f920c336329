import { pageWordsOf } from "../../src/database/core/item-words.ts";
import { type Database, inTransaction } from "../../src/database/database.ts";
import * as lookup from "../../src/library/items/lookup.ts";
import * as pageTexts from "../../src/library/items/page-text.ts";
import { textOf } from "../../src/page-reading/article-text.ts";

/** Stores the readable text of the page that an item links to. */
export async function addPage(database: Database, itemId: number, html: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const item = await lookup.get(transaction, itemId);
    await pageTexts.store(transaction, item, { html, words: pageWordsOf(textOf(html)) }, {});
  });
}
