import type { Kysely } from "kysely";
import { shortenIndexMerges } from "../dialect.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await shortenIndexMerges(database);
}
