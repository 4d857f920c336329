import { type Kysely, sql } from "kysely";
import { createUsageTriggers, execute } from "./builders.ts";
import * as postgres from "./parts/postgres/quotas.ts";
import { COUNTED_TABLES, COUNTERS, storedBytes } from "./parts/quotas.ts";
import * as sqlite from "./parts/sqlite/quotas.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  // Totals of an account's rows, maintained by triggers, so that checking a quota counts no rows.
  for (const column of ["collection_count", "item_count", "stored_bytes"]) {
    await database.schema
      .alterTable("libraries")
      .addColumn(column, "bigint", (definition) => definition.notNull().defaultTo(0))
      .execute();
  }
  for (const table of COUNTED_TABLES) await countUsage(database, table);

  // Null for products from before this migration.
  await database.schema.alterTable("products").addColumn("created_by", "bigint").execute();
  await execute(database, { sqlite: sqlite.PRODUCT_COUNTS, postgres: postgres.PRODUCT_COUNTS });
}

/** Creates triggers that count the rows and bytes of each account; counts the existing rows. */
async function countUsage(database: Kysely<unknown>, table: (typeof COUNTED_TABLES)[number]): Promise<void> {
  await createUsageTriggers(database, table);
  const counter = COUNTERS[table];
  const count = counter === undefined ? "" : `${counter} = counted.rows,`;
  await sql`update libraries set ${sql.raw(count)} stored_bytes = stored_bytes + counted.bytes from (
      select account_id, count(*) as rows, sum(${sql.raw(storedBytes(table, ""))}) as bytes
      from ${sql.table(table)} group by account_id
    ) as counted where libraries.account_id = counted.account_id`.execute(database);
}
