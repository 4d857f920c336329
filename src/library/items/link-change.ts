import type { Transaction } from "../../database/database.ts";
import * as linkChecks from "../link-checks.ts";
import type { Content } from "./item.ts";
import * as linkAliases from "./link-aliases.ts";

/**
 * Prepares a change of an item's link, or of its mark as broken: what was known of the old link no longer counts. Returns
 * the content to write: an item with another link is not broken because checks of the old one failed.
 */
export async function prepare(
  transaction: Transaction,
  clock: () => number,
  id: number,
  before: Content,
  content: Content,
): Promise<Content> {
  const isOtherLink = content.link !== before.link;
  if (!isOtherLink && content.broken === before.broken) return content;
  if (isOtherLink) await linkAliases.remove(transaction, id);
  const found = await linkChecks.restart(transaction, clock, [id]);
  const isMarkObsolete = isOtherLink && found.has(id) && content.broken === before.broken;
  return isMarkObsolete ? { ...content, broken: false } : content;
}
