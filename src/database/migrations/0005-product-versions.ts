import type { Kysely } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // Incremented by every update, so that a conditional update can detect other updates.
  await database.schema
    .alterTable("products")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}
