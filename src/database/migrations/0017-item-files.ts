import { type Kysely, sql } from "kysely";
import { createTableWithId, createUsageTriggers, execute } from "./builders.ts";
import * as postgres from "./parts/postgres/item-files.ts";
import * as sqlite from "./parts/sqlite/item-files.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await createTableWithId(database, "files")
    .addColumn("account_id", "bigint", (column) => column.notNull().references("libraries.account_id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    // Null while an item has the file. Otherwise the cleanup worker deletes it from then on.
    .addColumn("expires_at", "bigint")
    .execute();
  await sql`create index files_expiry on files (expires_at) where expires_at is not null`.execute(database);
  await sql`create index files_of_account on files (account_id, expires_at) where expires_at is not null`.execute(
    database,
  );
  await database.schema
    .createTable("file_chunks")
    .addColumn("file_id", "bigint", (column) => column.notNull().references("files.id"))
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("bytes", sql`bytea`, (column) => column.notNull())
    .addPrimaryKeyConstraint("file_chunks_key", ["file_id", "number"])
    .execute();
  await database.schema.alterTable("items").addColumn("file_id", "bigint").execute();
  await database.schema.alterTable("items").addColumn("picture_id", "text").execute();
  await sql`create index items_picture on items (picture_id) where picture_id is not null`.execute(database);
  await createUsageTriggers(database, "file_chunks");
  await execute(database, { sqlite: sqlite.ITEM_FILES, postgres: postgres.ITEM_FILES });
}
