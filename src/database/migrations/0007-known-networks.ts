import type { Kysely } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("known_networks")
    .addColumn("account_id", "bigint", (column) => column.notNull().references("accounts.id"))
    .addColumn("network", "text", (column) => column.notNull())
    .addColumn("used_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("known_networks_primary_key", ["account_id", "network"])
    .execute();
  await database.schema
    .alterTable("failed_logins")
    .addColumn("from_known", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
