import type { Kysely } from "kysely";
import { execute } from "./builders.ts";
import { WRITTEN_ROWS } from "./parts/sqlite/written-rows.ts";

/** On PostgreSQL these triggers run once per statement. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { sqlite: WRITTEN_ROWS });
}
