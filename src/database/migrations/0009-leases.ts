import type { Kysely } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // A task that only one server at a time carries out, and the server that does.
  await database.schema
    .createTable("leases")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("holder", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
}
