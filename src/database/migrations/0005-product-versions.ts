import type { Kysely } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // Raised by each update, so that a conditional change can tell whether the product is still the one that was read.
  await database.schema
    .alterTable("products")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}
