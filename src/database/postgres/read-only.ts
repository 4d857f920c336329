import { type Kysely, sql } from "kysely";

/** Whether the server accepts no writes: it is a standby, or `default_transaction_read_only` is on. */
export async function isReadOnly<DB>(database: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ read_only: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`.execute(database);
  return rows[0]?.read_only !== false;
}
