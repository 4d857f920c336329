import type { Kysely } from "kysely";
import { shortenIndexMerges } from "../schema-builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await shortenIndexMerges(database);
}
