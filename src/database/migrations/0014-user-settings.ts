import { type Kysely, sql } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("user_settings")
    .addColumn("account_id", "bigint", (column) => column.primaryKey().references("accounts.id"))
    .addColumn("groups", "text", (column) => column.notNull())
    .addColumn("config", "text", (column) => column.notNull())
    .execute();
  await sql`create index accounts_name on accounts (name, id) where deleted_at is null`.execute(database);
}
