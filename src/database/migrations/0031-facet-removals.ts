import type { Kysely } from "kysely";
import { replaceFacetRemovals } from "../schema-builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await replaceFacetRemovals(database);
}
