import { type Kysely, sql } from "kysely";
import { createTableWithId } from "./builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await createTableWithId(database, "accounts")
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("locale", "text", (column) => column.notNull().check(sql`locale in ('en', 'sv')`))
    .addColumn("active", "integer", (column) => column.notNull().defaultTo(1).check(sql`active in (0, 1)`))
    .addColumn("user_level", "integer", (column) =>
      column.notNull().defaultTo(1).check(sql`user_level between 1 and 4`),
    )
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("credential_version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("registered_at", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("deleted_at", "bigint")
    .execute();
  await sql`create unique index accounts_email_key_unique on accounts (email_key) where deleted_at is null`.execute(
    database,
  );

  await createTableWithId(database, "logins")
    .addColumn("account_id", "bigint", (column) => column.notNull().references("accounts.id"))
    .addColumn("ip_address", "text", (column) => column.notNull())
    .addColumn("user_agent", "text", (column) => column.notNull())
    .addColumn("referer", "text", (column) => column.notNull())
    .addColumn("via_remember", "integer", (column) => column.notNull().check(sql`via_remember in (0, 1)`))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema.createIndex("logins_account").on("logins").columns(["account_id", "id"]).execute();

  await createTableWithId(database, "failed_logins")
    .addColumn("email_key", "text", (column) => column.notNull())
    .addColumn("network", "text", (column) => column.notNull())
    .addColumn("failed_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("failed_logins_email")
    .on("failed_logins")
    .columns(["email_key", "failed_at"])
    .execute();
  await database.schema
    .createIndex("failed_logins_network")
    .on("failed_logins")
    .columns(["network", "failed_at"])
    .execute();
  await database.schema.createIndex("failed_logins_time").on("failed_logins").column("failed_at").execute();

  await database.schema
    .createTable("secrets")
    .addColumn("name", "text", (column) => column.notNull().primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}
