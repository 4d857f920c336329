import { type Kysely, sql } from "kysely";
import { searchTextOf } from "../item-words.ts";
import { createItemIndex } from "../schema-builders.ts";

/** Items that are read at once: an item has up to 128 KiB. */
const ITEMS_PER_STATEMENT = 100;

/** The texts of an item before this migration; `tags` is a JSON array. */
interface Texts {
  readonly id: number;
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly link: string;
  readonly tags: string;
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createItemIndex(database);
  // Searches look up the items that the full-text index finds. The last two columns save reading the rows.
  await database.schema
    .createIndex("items_of_account_id")
    .on("items")
    .columns(["account_id", "id", "shelf_id", "created_at"])
    .execute();
  await database.schema
    .createIndex("items_of_account_updated_at")
    .on("items")
    .columns(["account_id", "updated_at", "id"])
    .execute();
  // The words of each item replace the text that was searched before. Triggers add them to the index.
  let after = 0;
  for (;;) {
    const { rows } = await sql<Texts>`select id, title, excerpt, note, link, tags from items
      where id > ${after} order by id limit ${ITEMS_PER_STATEMENT}`.execute(database);
    for (const { id, tags, ...texts } of rows) {
      await sql`update items set search_text = ${searchTextOf({ ...texts, tags: JSON.parse(tags) })}
        where id = ${id}`.execute(database);
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < ITEMS_PER_STATEMENT) return;
  }
}
