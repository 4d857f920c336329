import { type Kysely, sql } from "kysely";
import { execute } from "./builders.ts";
import * as postgres from "./parts/postgres/item-facets.ts";
import * as sqlite from "./parts/sqlite/item-facets.ts";

/** The columns of `items` that this migration reads. */
interface ItemsTable {
  readonly id: number;
  readonly tags: string;
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable("items")
    .addColumn("highlights", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
  await database.schema.alterTable("items").addColumn("reminder_at", "bigint").execute();
  await database.schema
    .alterTable("libraries")
    .addColumn("tag_count", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update items set domain = substr(domain, 5) where domain like 'www._%'`.execute(database);
  await repairTags(database);
  await execute(database, { sqlite: sqlite.ITEM_FACETS, postgres: postgres.ITEM_FACETS });
}

/** Replaces unpaired surrogates in tags, which PostgreSQL cannot convert from JSON to text. */
async function repairTags(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<ItemsTable>`select id, tags from items where tags like '%\\ud%' escape '!'`.execute(
    database,
  );
  for (const { id, tags } of rows) {
    const repaired = JSON.parse(tags).map((tag: string) => tag.toWellFormed());
    await sql`update items set tags = ${JSON.stringify([...new Set(repaired)])} where id = ${id}`.execute(database);
  }
}
