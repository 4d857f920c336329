import { type Kysely, sql } from "kysely";
import { createUsageTriggers } from "./builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("backups")
    .addColumn("id", "text", (column) => column.notNull().primaryKey())
    .addColumn("account_id", "bigint", (column) => column.notNull().references("libraries.account_id"))
    .addColumn("completed", "integer", (column) => column.notNull().check(sql`completed in (0, 1)`))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("backups_of_account")
    .on("backups")
    .columns(["account_id", "created_at", "id"])
    .execute();
  await database.schema
    .createTable("backup_chunks")
    .addColumn("backup_id", "text", (column) => column.notNull().references("backups.id"))
    .addColumn("format", "text", (column) => column.notNull().check(sql`format in ('csv', 'html')`))
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("bytes", sql`bytea`, (column) => column.notNull())
    .addPrimaryKeyConstraint("backup_chunks_key", ["backup_id", "format", "number"])
    .execute();
  await createUsageTriggers(database, "backup_chunks");
}
