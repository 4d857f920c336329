import { type Kysely, sql } from "kysely";
import { execute, isPostgres } from "./builders.ts";
import * as postgres from "./parts/postgres/tag-names.ts";
import * as sqlite from "./parts/sqlite/tag-names.ts";

/**
 * Lists the tags of each account, so that a search looks for words in these few names, and drops the index of the tags
 * of every item.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`update libraries set stored_bytes = stored_bytes - counted.bytes from (
      select account_id, sum(octet_length(tag_words)) as bytes from items group by account_id
    ) as counted where libraries.account_id = counted.account_id`.execute(database);
  await execute(database, { sqlite: sqlite.DROP_INDEX, postgres: postgres.DROP_INDEX });
  if (isPostgres(database)) await dropWords(database);
  else for (const trigger of await suspendTriggers(database)) await sql.raw(trigger).execute(database);
  await execute(database, { sqlite: sqlite.TAG_NAMES, postgres: postgres.TAG_NAMES });
}

async function dropWords(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("items").dropColumn("tag_words").execute();
}

/** Drops the triggers that read the words of tags, and the words. Returns the triggers without these words. */
async function suspendTriggers(database: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'trigger' and sql like '%tag_words%' order by rowid`.execute(database);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(database);
  await dropWords(database);
  return rows.map((trigger) => sqlite.withoutWords(trigger.sql));
}
