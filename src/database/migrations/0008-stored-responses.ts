import { type Kysely, sql } from "kysely";
import { createTableWithId } from "./builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await createTableWithId(database, "stored_responses")
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("response", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("stored_responses_key_unique")
    .unique()
    .on("stored_responses")
    .columns(["account_id", "key"])
    .execute();
  await database.schema.createIndex("stored_responses_time").on("stored_responses").column("created_at").execute();
  // Finds the oldest responses of an account that are still stored.
  await sql`create index stored_responses_kept on stored_responses (account_id, id) where response is not null`.execute(
    database,
  );
}
