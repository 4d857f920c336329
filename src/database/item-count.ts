import type { Kysely } from "kysely";
import { prepare, type ValueOf } from "./prepared.ts";
import type { Schema } from "./schema.ts";

/** The number of items of an account, wherever they are: also in the Trash, and awaiting deletion. */
export async function countItems(database: Kysely<Schema>, accountId: number): Promise<number> {
  const [library] = await findLibrary(database, { accountId });
  return library?.item_count ?? 0;
}

const findLibrary = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database.selectFrom("libraries").select("item_count").where("account_id", "=", value("accountId")),
);
