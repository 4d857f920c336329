import { type Kysely, sql } from "kysely";
import { createTableWithId } from "./builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  // Access ends with the collection: one that undo creates again is not shared.
  await database.schema
    .createTable("collaborators")
    .addColumn("collection_id", "bigint", (column) => column.notNull().references("collections.id").onDelete("cascade"))
    .addColumn("account_id", "bigint", (column) => column.notNull().references("accounts.id"))
    .addColumn("role", "text", (column) => column.notNull().check(sql`role in ('member', 'viewer')`))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("collaborators_key", ["collection_id", "account_id"])
    .execute();
  await database.schema
    .createIndex("collaborators_of_account")
    .on("collaborators")
    .columns(["account_id", "collection_id"])
    .execute();

  await createTableWithId(database, "invitations")
    .addColumn("collection_id", "bigint", (column) => column.notNull().references("collections.id").onDelete("cascade"))
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull().check(sql`role in ('member', 'viewer')`))
    .addColumn("email", "text")
    .addColumn("email_key", "text")
    .addColumn("token_hash", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addCheckConstraint("invitations_address", sql`(email is null) = (email_key is null)`)
    .execute();
  await sql`create unique index invitations_link on invitations (collection_id, role)
    where email_key is null`.execute(database);
  await sql`create unique index invitations_to on invitations (collection_id, email_key)
    where email_key is not null`.execute(database);
  await database.schema.createIndex("invitations_of_collection").on("invitations").column("collection_id").execute();
  await database.schema.createIndex("invitations_of_account").on("invitations").column("account_id").execute();
  await database.schema.createIndex("invitations_of_address").on("invitations").column("email_key").execute();
  await database.schema.createIndex("invitations_token").on("invitations").column("token_hash").execute();

  // Who added the item; null for the owner.
  await database.schema.alterTable("items").addColumn("creator_id", "bigint").execute();
}
