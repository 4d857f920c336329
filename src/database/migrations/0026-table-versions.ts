import type { Kysely } from "kysely";
import { execute } from "./builders.ts";
import { TABLE_VERSIONS } from "./parts/sqlite/table-versions.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { sqlite: TABLE_VERSIONS });
}
