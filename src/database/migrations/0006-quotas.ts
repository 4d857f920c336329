import type { Kysely } from "kysely";
import { createProductCounts, createUsageCounts } from "../schema-builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  // Totals of an account's rows, maintained by triggers, so that checking a quota counts no rows.
  for (const column of ["collection_count", "item_count", "stored_bytes"]) {
    await database.schema
      .alterTable("libraries")
      .addColumn(column, "bigint", (definition) => definition.notNull().defaultTo(0))
      .execute();
  }
  await createUsageCounts(database);

  // Null for products from before this migration.
  await database.schema.alterTable("products").addColumn("created_by", "bigint").execute();
  await createProductCounts(database);
}
