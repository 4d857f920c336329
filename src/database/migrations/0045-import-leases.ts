import type { Kysely } from "kysely";

/** A lease says which server works on an import, as for other background work. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("imports").dropColumn("claimed_until").execute();
}
