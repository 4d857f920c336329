import { type Kysely, sql } from "kysely";
import { execute } from "./builders.ts";
import * as postgres from "./parts/postgres/item-index.ts";
import * as sqlite from "./parts/sqlite/item-index.ts";
import { storeWords } from "./parts/stored-words.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { sqlite: sqlite.ITEM_INDEX, postgres: postgres.ITEM_INDEX });
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
