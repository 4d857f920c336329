import type { Kysely } from "kysely";
import { createVersionSequences } from "../schema-builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await createVersionSequences(database);
}
