import type { Kysely } from "kysely";
import { createRepeatedLinks } from "../dialect.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await createRepeatedLinks(database);
}
