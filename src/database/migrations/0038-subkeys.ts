import { type Kysely, sql } from "kysely";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Stores when values that were made with the server's secret itself end. A server without accounts has none. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const end = String(Date.now() + DAY_MS);
  await sql`insert into secrets (name, value)
    select 'former-key-end', cast(${end} as text) where exists (select 1 from accounts)`.execute(database);
}
