import type { Kysely } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // The last complete backup of the whole server in each target.
  await database.schema
    .createTable("server_backups")
    .addColumn("target", "text", (column) => column.notNull().primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
}
