import { type Kysely, sql } from "kysely";
import { execute } from "./builders.ts";
import * as postgres from "./parts/postgres/tag-index.ts";
import * as sqlite from "./parts/sqlite/tag-index.ts";

/** Indexes the tags of items apart from their texts, so that a change of tags does not index the texts again. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, { sqlite: sqlite.DROP_INDEX, postgres: postgres.DROP_INDEX });
  await addWords(database, -1);
  await database.schema
    .alterTable("items")
    .addColumn("tag_words", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await execute(database, { sqlite: sqlite.SPLIT_WORDS, postgres: postgres.SPLIT_WORDS });
  await addWords(database, 1, " + octet_length(tag_words)");
  await execute(database, { sqlite: sqlite.TAG_INDEX, postgres: postgres.TAG_INDEX });
}

/** Adds the bytes of the words of items to those that the accounts store, or subtracts them. */
async function addWords(database: Kysely<unknown>, sign: 1 | -1, others = ""): Promise<void> {
  await sql`update libraries set stored_bytes = stored_bytes + ${sql.lit(sign)} * counted.bytes from (
      select account_id, sum(octet_length(search_text)${sql.raw(others)}) as bytes from items group by account_id
    ) as counted where libraries.account_id = counted.account_id`.execute(database);
}
