import { type Kysely, sql } from "kysely";
import { createUsageTriggers, execute } from "./builders.ts";
import * as postgres from "./parts/postgres/text-index.ts";
import * as sqlite from "./parts/sqlite/text-index.ts";

/** The readable texts of pages, with a full-text index of their own: a change of an item does not index its page again. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("item_texts")
    .addColumn("item_id", "bigint", (column) => column.primaryKey().references("items.id").onDelete("cascade"))
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("html", "text", (column) => column.notNull())
    .addColumn("words", "text", (column) => column.notNull())
    .execute();
  await sql`create index item_texts_account on item_texts (account_id, item_id)`.execute(database);
  await createUsageTriggers(database, "item_texts");
  await execute(database, { sqlite: sqlite.TEXT_INDEX, postgres: postgres.TEXT_INDEX });
}
