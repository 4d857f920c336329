import { type Kysely, sql } from "kysely";
import { storeWords } from "./parts/stored-words.ts";

/** Turns the words of items into lower case. Those of characters that mean several letters, such as `™`, were not. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await storeWords(database, sql`search_text <> lower(search_text)`);
}
