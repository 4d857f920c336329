import { type Kysely, sql } from "kysely";
import { execute } from "./builders.ts";

/** As 0026-table-versions and 0030-version-sequences do for other tables of the library. */
const VERSIONS = {
  sqlite: ["insert", "update", "delete"].map(
    (event) => `create trigger item_pages_version_${event} after ${event} on item_pages begin
      update table_versions set version = random() where name = 'library'; end`,
  ),
  postgres: [
    `create trigger item_pages_version after insert or update or delete or truncate on item_pages
      for each statement execute function renew_version_of_table('library_version')`,
  ],
};

/** What is known of the pages that links lead to, and which pages are to be read: see library/links/. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("item_pages")
    .addColumn("item_id", "bigint", (column) =>
      column.notNull().primaryKey().references("items.id").onDelete("cascade"),
    )
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("canonical", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("language", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("author", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("published_at", "bigint")
    .addColumn("read_at", "bigint")
    .addColumn("failure", "text")
    .addColumn("filled", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
  await database.schema
    .createIndex("item_pages_of_account")
    .on("item_pages")
    .columns(["account_id", "item_id"])
    .execute();
  await execute(database, VERSIONS);
  await database.schema
    .createTable("page_jobs")
    .addColumn("item_id", "bigint", (column) =>
      column.notNull().primaryKey().references("items.id").onDelete("cascade"),
    )
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("urgent", "integer", (column) => column.notNull().check(sql`urgent in (0, 1)`))
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await database.schema.createIndex("page_jobs_due").on("page_jobs").column("due_at").execute();
  await database.schema
    .createIndex("page_jobs_of_account")
    .on("page_jobs")
    .columns(["urgent", "account_id", "due_at", "item_id"])
    .execute();
}
