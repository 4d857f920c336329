import { type Kysely, sql } from "kysely";
import { createItemIndex } from "../schema-builders.ts";
import { storeWords } from "../stored-words.ts";

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
  // The words of each item replace the text that was searched before.
  await storeWords(database, sql`1 = 1`);
}
