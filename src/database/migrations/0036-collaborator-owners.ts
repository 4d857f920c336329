import { type Kysely, sql } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // The owner of the collection, who never changes. Without it, finding the shared collections of an owner would read
  // all collections of the owner.
  await database.schema
    .alterTable("collaborators")
    .addColumn("owner_id", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update collaborators
    set owner_id = (select account_id from collections where collections.id = collection_id)`.execute(database);
  await database.schema
    .createIndex("collaborators_of_owner")
    .on("collaborators")
    .columns(["owner_id", "collection_id"])
    .execute();
}
