import { type Kysely, sql } from "kysely";
import { createTableWithId, execute } from "./builders.ts";
import * as postgres from "./parts/postgres/counts.ts";
import * as sqlite from "./parts/sqlite/counts.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  // Covering indexes: their queries read only the index, with or without planner statistics.
  await sql`create index accounts_listed on accounts (id, deleted_at) where deleted_at is null`.execute(database);
  await sql`create index accounts_administrators on accounts (id, user_level, active, deleted_at)
    where user_level = 4 and active = 1 and deleted_at is null`.execute(database);

  await database.schema
    .alterTable("accounts")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();

  await database.schema
    .createTable("row_counts")
    .addColumn("name", "text", (column) => column.notNull().primaryKey())
    .addColumn("count", "bigint", (column) => column.notNull())
    .execute();
  await execute(database, {
    sqlite: sqlite.rowCountTriggers("accounts", "deleted_at"),
    postgres: postgres.rowCountTriggers("accounts", "deleted_at"),
  });
  await sql`insert into row_counts select 'accounts', count(*) from accounts where deleted_at is null`.execute(
    database,
  );

  await createTableWithId(database, "api_keys")
    .addColumn("account_id", "bigint", (column) => column.notNull().references("accounts.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("prefix", "text", (column) => column.notNull())
    .addColumn("key_hash", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint")
    .addColumn("last_used_at", "bigint")
    .addColumn("revoked_at", "bigint")
    .execute();
  await database.schema.createIndex("api_keys_prefix").on("api_keys").column("prefix").execute();
  await sql`create unique index api_keys_name_unique on api_keys (account_id, name) where revoked_at is null`.execute(
    database,
  );

  await database.schema
    .createTable("sessions")
    .addColumn("token_hash", "text", (column) => column.notNull().primaryKey())
    .addColumn("account_id", "bigint", (column) => column.notNull().references("accounts.id"))
    .addColumn("credential_version", "integer", (column) => column.notNull())
    .addColumn("kept", "integer", (column) => column.notNull().check(sql`kept in (0, 1)`))
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema.createIndex("sessions_expiry").on("sessions").column("expires_at").execute();

  await database.schema
    .createTable("request_counts")
    .addColumn("network", "text", (column) => column.notNull().primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema.createIndex("request_counts_end").on("request_counts").column("ends_at").execute();
}
