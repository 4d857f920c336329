import { type Kysely, sql } from "kysely";
import { execute } from "./builders.ts";
import * as postgres from "./parts/postgres/segments.ts";
import { MAX_SEGMENT_ITEMS } from "./parts/segments.ts";
import * as sqlite from "./parts/sqlite/segments.ts";

/** The cleanup worker makes the segments of existing items: the migration itself reads no items. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable("libraries")
    .addColumn("segments_due", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await execute(database, { sqlite: sqlite.SEGMENTS, postgres: postgres.SEGMENTS });
  await sql`update libraries set segments_due = 1 where item_count > ${sql.lit(MAX_SEGMENT_ITEMS)}`.execute(database);
  await sql`create index libraries_segments_due on libraries (account_id) where segments_due = 1`.execute(database);
}
