import { type Kysely, sql } from "kysely";
import { bytewise, execute } from "./builders.ts";

/** As 0026-table-versions and 0030-version-sequences do for other tables of the library. */
const VERSIONS = {
  sqlite: ["insert", "update", "delete"].map(
    (event) => `create trigger link_aliases_version_${event} after ${event} on link_aliases begin
      update table_versions set version = random() where name = 'library'; end`,
  ),
  postgres: [
    `create trigger link_aliases_version after insert or update or delete or truncate on link_aliases
      for each statement execute function renew_version_of_table('library_version')`,
  ],
};

export async function up(database: Kysely<unknown>): Promise<void> {
  // When the link of an item is checked, and what was found: see library/links/checks/.
  await database.schema
    .createTable("link_checks")
    .addColumn("item_id", "bigint", (column) => column.primaryKey().references("items.id").onDelete("cascade"))
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("first_failed_at", "bigint")
    .addColumn("seen", "text")
    .addColumn("checked_at", "bigint")
    .addColumn("set_by_server", "integer", (column) => column.notNull().defaultTo(0))
    .addCheckConstraint("link_checks_set_by_server", sql`set_by_server in (0, 1)`)
    .execute();
  await database.schema.createIndex("link_checks_due").on("link_checks").columns(["due_at", "item_id"]).execute();
  // The keys of the links of items that are compared by the canonical address of their page.
  await database.schema
    .createTable("link_aliases")
    .addColumn("item_id", "bigint", (column) => column.primaryKey().references("items.id").onDelete("cascade"))
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("link_key", "text", (column) => bytewise(database, column.notNull()))
    .execute();
  await database.schema
    .createIndex("link_aliases_link")
    .on("link_aliases")
    .columns(["account_id", "link_key", "item_id"])
    .execute();
  await execute(database, VERSIONS);
}
