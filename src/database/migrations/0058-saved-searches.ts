import type { Kysely } from "kysely";
import { createTableWithId } from "./builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await createTableWithId(database, "saved_searches")
    .addColumn("account_id", "bigint", (column) => column.notNull().references("accounts.id"))
    .addColumn("name", "text", (column) => column.notNull())
    // No foreign key: it may be a place that is no collection, or a collection that is deleted and may come back.
    .addColumn("place_id", "bigint", (column) => column.notNull())
    .addColumn("search", "text", (column) => column.notNull())
    .addColumn("sort", "text")
    .addColumn("nested", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("saved_searches_name_unique")
    .unique()
    .on("saved_searches")
    .columns(["account_id", "name"])
    .execute();
}
