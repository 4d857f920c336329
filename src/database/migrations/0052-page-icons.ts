import { type Kysely, sql } from "kysely";
import { bytewise } from "./builders.ts";

/** Adds the icons of the hosts that items link to. They belong to no account. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("page_icons")
    .addColumn("host", "text", (column) => bytewise(database, column.notNull().primaryKey()))
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("bytes", sql`bytea`)
    .addColumn("fetched_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema.createIndex("page_icons_by_use").on("page_icons").columns(["used_at", "host"]).execute();
}
