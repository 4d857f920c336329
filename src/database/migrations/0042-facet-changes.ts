import type { Kysely } from "kysely";
import { execute } from "./builders.ts";
import { FACET_CHANGES } from "./parts/sqlite/facet-changes.ts";

/** On PostgreSQL the triggers of facets run once per statement, which already writes only what changes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { sqlite: FACET_CHANGES });
}
