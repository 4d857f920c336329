import type { Kysely } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // What was typed in forms of pages that were not accepted: see accounts/form-drafts.ts.
  await database.schema
    .createTable("form_drafts")
    .addColumn("id", "text", (column) => column.notNull().primaryKey())
    .addColumn("account_id", "bigint", (column) => column.notNull().references("accounts.id"))
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("form_drafts_account")
    .on("form_drafts")
    .columns(["account_id", "created_at"])
    .execute();
  await database.schema.createIndex("form_drafts_expiry").on("form_drafts").column("expires_at").execute();
}
