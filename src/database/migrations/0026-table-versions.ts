import type { Kysely } from "kysely";
import { createTableVersions } from "../schema-builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await createTableVersions(database);
}
