import type { Kysely } from "kysely";
import { execute } from "./builders.ts";
import * as postgres from "./parts/postgres/repeated-links.ts";
import * as sqlite from "./parts/sqlite/repeated-links.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { sqlite: sqlite.REPEATED_LINKS, postgres: postgres.REPEATED_LINKS });
}
