import type { Kysely } from "kysely";
import { sql } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("one_time_links")
    .addColumn("token_hash", "text", (column) => column.notNull().primaryKey())
    .addColumn("account_id", "bigint", (column) => column.notNull().references("accounts.id"))
    .addColumn("purpose", "text", (column) => column.notNull().check(sql`purpose in ('reset', 'confirm')`))
    .addColumn("email", "text")
    .addColumn("credential_version", "integer", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await sql`create unique index one_time_links_purpose_unique on one_time_links (account_id, purpose)`.execute(
    database,
  );
  await database.schema.createIndex("one_time_links_expiry").on("one_time_links").column("expires_at").execute();

  await database.schema.alterTable("accounts").addColumn("email_confirmed_at", "bigint").execute();

  await database.schema
    .createTable("setup_links")
    .addColumn("token_hash", "text", (column) => column.notNull().primaryKey())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createTable("server_settings")
    .addColumn("name", "text", (column) => column.notNull().primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();

  for (const column of ["browser_id", "network", "user_agent"]) {
    await database.schema
      .alterTable("sessions")
      .addColumn(column, "text", (definition) => definition.notNull().defaultTo(""))
      .execute();
  }
  await database.schema.alterTable("sessions").addColumn("last_used_at", "bigint").execute();
  // Sessions from before are a browser each. A part of the hash of 256 random bits reveals nothing of them.
  await sql`update sessions set browser_id = substr(token_hash, 1, 16)`.execute(database);
  await database.schema.createIndex("sessions_account").on("sessions").columns(["account_id", "expires_at"]).execute();
}
