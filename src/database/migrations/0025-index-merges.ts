import type { Kysely } from "kysely";
import { execute } from "./builders.ts";
import { ITEM_INDEX_MERGES } from "./parts/sqlite/item-index.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { sqlite: ITEM_INDEX_MERGES });
}
