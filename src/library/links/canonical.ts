import type { Database } from "../../database/database.ts";
import * as linkAliases from "../items/link-aliases.ts";
import * as library from "../library.ts";
import type { PageJob } from "./queue.ts";

/**
 * Compares the item of a job with others by the canonical address that its page names; undefined if the page could not be
 * read. Changes the library only if that makes a difference.
 */
export async function compare(
  database: Database,
  { item_id: id, account_id, link }: Pick<PageJob, "item_id" | "account_id" | "link">,
  canonical: string | undefined,
): Promise<void> {
  const item = { id, account_id, link };
  if ((await linkAliases.newKeyOf(database, item, canonical)) === undefined) return;
  await library.change(database, account_id, async (transaction) => {
    const key = await linkAliases.newKeyOf(transaction, item, canonical);
    if (key !== undefined) await linkAliases.setKey(transaction, item, key);
  });
}
