import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** The number of items of an account, wherever they are: also in the Trash, and awaiting deletion. */
export async function countItems(database: Kysely<Schema>, accountId: number): Promise<number> {
  const library = await database
    .selectFrom("libraries")
    .select("item_count")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return library?.item_count ?? 0;
}
