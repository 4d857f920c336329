import { type Kysely, sql } from "kysely";
import { bytewise, createUsageTriggers } from "./builders.ts";

/**
 * Adds the icons of hosts that imported files contain, each for one account; and an index by which an erasure finds out
 * whether any item links to a host.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("account_icons")
    .addColumn("account_id", "bigint", (column) => column.notNull().references("libraries.account_id"))
    .addColumn("host", "text", (column) => bytewise(database, column.notNull()))
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("bytes", sql`bytea`, (column) => column.notNull())
    .addColumn("decoded", "integer", (column) => column.notNull().check(sql`decoded in (0, 1)`))
    .addColumn("used_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("account_icons_key", ["account_id", "host"])
    .execute();
  await database.schema.createIndex("account_icons_id").on("account_icons").column("id").execute();
  await database.schema.createIndex("account_icons_by_use").on("account_icons").columns(["used_at", "host"]).execute();
  await sql`create index account_icons_waiting on account_icons (account_id, host) where decoded = 0`.execute(database);
  await database.schema.createIndex("items_domain").on("items").column("domain").execute();
  await createUsageTriggers(database, "account_icons");
}
