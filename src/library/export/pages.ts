import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import * as storage from "../files/storage.ts";
import { readItems } from "../items/listing.ts";
import type { Scope } from "../items/scope.ts";
import type { Entry } from "./archive.ts";
import type { Choice } from "./choice.ts";
import { copyEntryOf, TEXTS_ENTRY, type TextLine } from "./complete-entry.ts";
import { itemBatches } from "./item-batches.ts";
import { ITEMS_PER_STATEMENT } from "./zip.ts";

// What an archive has of the pages that items link to.

/** The entry with the readable texts of the pages of chosen items; none if the account has no texts. */
export async function* textEntries(
  database: Database,
  clock: () => number,
  scope: Scope,
  choice: Choice,
): AsyncIterable<Entry> {
  const any = await database
    .selectFrom("item_texts")
    .select("item_id")
    .where("account_id", "=", scope.accountId)
    .limit(1)
    .executeTakeFirst();
  if (any === undefined) return;
  yield { path: TEXTS_ENTRY, changedAt: clock(), content: textLines(database, scope, choice), isText: true };
}

async function* textLines(database: Database, scope: Scope, choice: Choice): AsyncIterable<string> {
  for await (const items of itemBatches(database, scope, choice)) {
    if (items.length === 0) continue;
    const ids = items.map(({ id }) => id);
    const texts = await database
      .selectFrom("item_texts")
      .leftJoin("item_pages", "item_pages.item_id", "item_texts.item_id")
      .select(["item_texts.item_id as id", "html", "language", "author", "published_at"])
      .where("item_texts.item_id", "in", ids)
      .execute();
    for (const { id, html, language, author, published_at } of texts) {
      const line: TextLine = {
        id,
        html,
        ...(language && { language }),
        ...(author && { author }),
        ...(published_at !== null && { published_at }),
      };
      yield `${JSON.stringify(line)}\n`;
    }
  }
}

/** The copies of the pages of items. Leaves out items that left the scope since, and copies that were removed. */
export async function* copyEntries(database: Database, scope: Scope, ids: readonly number[]): AsyncIterable<Entry> {
  for (let first = 0; first < ids.length; first += ITEMS_PER_STATEMENT) {
    const items = await readItems(database, scope, ids.slice(first, first + ITEMS_PER_STATEMENT));
    const copies = await database
      .selectFrom("copies")
      .select(["item_id", "file_id", "size", sql<number>`coalesce(created_at, 0)`.as("changedAt")])
      .where("item_id", "in", [0, ...items.map(({ id }) => id)])
      .execute();
    for (const { item_id, file_id, size, changedAt } of copies) {
      if (file_id === null) continue;
      const content = storage.read(database, file_id, size);
      yield { path: copyEntryOf(item_id), changedAt, content, isText: true };
    }
  }
}
