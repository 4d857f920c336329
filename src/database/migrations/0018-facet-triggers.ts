import type { Kysely } from "kysely";
import { quickenFacetTriggers } from "../dialect.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await quickenFacetTriggers(database);
}
