import type { Kysely } from "kysely";
import { createRepeatedLinks } from "../schema-builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await createRepeatedLinks(database);
}
