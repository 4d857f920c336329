import { type Kysely, sql } from "kysely";
import { execute, isPostgres } from "./builders.ts";
import { MERGED_TRIGGERS } from "./parts/postgres/merged-triggers.ts";
import { MERGED, SURPLUS } from "./parts/sqlite/merged-triggers.ts";

/**
 * Lets one trigger do what several did, and drops those without work of their own: `WRITTEN_ONCE` says which columns do not
 * change, and a change of `libraries`, which counts the rows of other tables, renews the version of their group too.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { postgres: MERGED_TRIGGERS });
  if (isPostgres(database)) return;
  for (const { name, head, bodies, guarded } of MERGED) {
    const statements: string[] = [];
    for (const trigger of bodies) statements.push(await bodyOf(database, trigger));
    statements.push(...Object.values(guarded));
    await sql.raw(`create trigger ${name} ${head} begin ${statements.join(" ")} end`).execute(database);
    for (const trigger of [...bodies, ...Object.keys(guarded)]) await drop(database, trigger);
  }
  for (const trigger of SURPLUS) await drop(database, trigger);
}

/** The statements of a trigger of SQLite. */
async function bodyOf(database: Kysely<unknown>, trigger: string): Promise<string> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${trigger}`.execute(database);
  return (rows[0]?.sql ?? "").replace(/^.*?\bbegin\b/s, "").replace(/\bend\s*$/, "");
}

async function drop(database: Kysely<unknown>, trigger: string): Promise<void> {
  await sql`drop trigger ${sql.ref(trigger)}`.execute(database);
}
