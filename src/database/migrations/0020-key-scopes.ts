import type { Kysely } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // Null for everything, as for all keys from before.
  await database.schema.alterTable("api_keys").addColumn("scopes", "text").execute();
}
