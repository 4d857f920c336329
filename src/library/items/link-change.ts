import type { Transaction } from "../../database/database.ts";
import type { Content } from "./item.ts";
import * as linkAliases from "./link-aliases.ts";

/**
 * Prepares a change of an item's link: what was known of the old link no longer counts. Returns the content to write.
 */
export async function prepare(
  transaction: Transaction,
  id: number,
  before: Content,
  content: Content,
): Promise<Content> {
  if (content.link !== before.link) await linkAliases.remove(transaction, id);
  return content;
}
