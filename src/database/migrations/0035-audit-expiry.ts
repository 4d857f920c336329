import { type Kysely, sql } from "kysely";
import { execute } from "./builders.ts";
import * as postgres from "./parts/postgres/append-only.ts";
import * as sqlite from "./parts/sqlite/append-only.ts";

/** Events of the audit log may be deleted from its beginning, together with a record of the last deleted one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable("audit_head")
    .addColumn("deleted_count", "bigint", (column) => column.notNull().defaultTo(sql`0`))
    .execute();
  await database.schema
    .alterTable("audit_head")
    .addColumn("deleted_hash", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  const tables = { log: "audit_events", head: "audit_head" };
  await execute(database, { sqlite: sqlite.expiryTriggers(tables), postgres: postgres.expiryTriggers(tables) });
}
