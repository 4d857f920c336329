import type { Kysely } from "kysely";
import { execute } from "./builders.ts";
import { FACET_REMOVALS } from "./parts/postgres/facet-removals.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { postgres: FACET_REMOVALS });
}
