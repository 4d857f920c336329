import type { Kysely } from "kysely";
import { execute } from "./builders.ts";
import { UNDO_USAGE } from "./parts/sqlite/undo-usage.ts";

/** On PostgreSQL these triggers run once per statement. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { sqlite: UNDO_USAGE });
}
