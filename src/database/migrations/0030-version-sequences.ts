import type { Kysely } from "kysely";
import { execute } from "./builders.ts";
import { VERSION_SEQUENCES } from "./parts/postgres/version-sequences.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { postgres: VERSION_SEQUENCES });
}
