import { type Kysely, sql } from "kysely";

/** Lets exports and searches find the items with an uploaded file without reading all others. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index items_uploaded on items (account_id, id) where file_id is not null`.execute(database);
}
