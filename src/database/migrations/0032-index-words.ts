import type { Kysely } from "kysely";
import { createItemIndexWords } from "../schema-builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await createItemIndexWords(database);
}
