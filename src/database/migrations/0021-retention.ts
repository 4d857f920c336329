import { type Kysely, sql } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // When the personal data of a deleted account was erased, and when its erasure is continued.
  await database.schema.alterTable("accounts").addColumn("erased_at", "bigint").execute();
  await database.schema.alterTable("accounts").addColumn("erasure_due_at", "bigint").execute();
  await sql`create index accounts_to_erase on accounts (deleted_at, id)
    where deleted_at is not null and erased_at is null and erasure_due_at is null`.execute(database);
  await sql`create index accounts_erasure_due on accounts (erasure_due_at, id)
    where erasure_due_at is not null`.execute(database);

  await database.schema.createIndex("logins_time").on("logins").columns(["created_at", "id"]).execute();
  await sql`create index api_keys_revoked on api_keys (revoked_at, id) where revoked_at is not null`.execute(database);
  // The erasure of an account and the foreign keys to it need its keys, revoked ones included, and its files.
  await database.schema.createIndex("api_keys_account").on("api_keys").columns(["account_id", "id"]).execute();
  await database.schema.createIndex("files_owner").on("files").column("account_id").execute();
  await database.schema.createIndex("invitations_expiry").on("invitations").column("expires_at").execute();
  await database.schema.createIndex("known_networks_time").on("known_networks").column("used_at").execute();
}
