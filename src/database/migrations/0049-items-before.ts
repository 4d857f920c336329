import { type Kysely, sql } from "kysely";
import { isPostgres } from "./builders.ts";
import { HAS_FILE, IS_SINGLE, ITEMS_BEFORE, REPEATED_LINKS, SUSPENDED } from "./parts/sqlite/items-before.ts";

/**
 * On SQLite, lets statements that change many items keep sums and lists of items themselves: the triggers, which run for
 * each row, do nothing while `items_before` has one. On PostgreSQL the triggers run once per statement.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  if (isPostgres(database)) return;
  await sql.raw(ITEMS_BEFORE).execute(database);
  for (const name of SUSPENDED) {
    const [, head = "", condition, body = ""] =
      /^(.*?\bon items)\b(?:\s+when\b(.*?))?\s+begin\b(.*)$/is.exec(await dropTrigger(database, name)) ?? [];
    const when = condition === undefined ? IS_SINGLE : `(${condition}) and ${IS_SINGLE}`;
    await sql.raw(`${head} when ${when} begin ${body.replace(REPEATED_LINKS, "")}`).execute(database);
  }
  const withFiles = await dropTrigger(database, "items_insert_parts");
  await sql.raw(withFiles.replace(HAS_FILE, `${HAS_FILE} and ${IS_SINGLE}`)).execute(database);
  const addRepeated = `create trigger repeated_links_insert after insert on items begin ${REPEATED_LINKS} end`;
  await sql.raw(addRepeated).execute(database);
}

/** Returns the SQL that creates the trigger. */
async function dropTrigger(database: Kysely<unknown>, name: string): Promise<string> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${name}`.execute(database);
  await sql`drop trigger ${sql.ref(name)}`.execute(database);
  return rows[0]?.sql ?? "";
}
