import { type Kysely, sql } from "kysely";
import { execute } from "./builders.ts";
import * as postgres from "./parts/postgres/segment-changes.ts";
import { MAX_UNSEGMENTED_ITEMS } from "./parts/segments.ts";
import * as sqlite from "./parts/sqlite/segment-changes.ts";

/**
 * Removes the segments of accounts whose lists are short enough without them, and on SQLite makes their triggers write only
 * what changes; on PostgreSQL they run once per statement, and do so already.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { sqlite: sqlite.SEGMENT_CHANGES, postgres: postgres.SEGMENT_CHANGES });
  const isShort = sql`item_count <= ${sql.lit(MAX_UNSEGMENTED_ITEMS)}`;
  await sql`delete from item_segments
    where account_id in (select account_id from libraries where ${isShort})`.execute(database);
  await sql`update libraries set segments_due = 0 where ${isShort}`.execute(database);
}
