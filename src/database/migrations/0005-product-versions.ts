import type { Kysely } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // Incremented by every update, so that a conditional change can detect others.
  await database.schema
    .alterTable("products")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}
