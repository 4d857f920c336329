import type { Database, Transaction } from "../../database/database.ts";
import type { Article } from "../../page-reading/page.ts";
import { usageOf } from "../quota.ts";

/**
 * Stores the readable text of the page of an item, in place of an earlier one; undefined if the page has none. Leaves it
 * out if the account would store more than `maxBytes`.
 */
export async function store(
  transaction: Transaction,
  { id, account_id }: { readonly id: number; readonly account_id: number },
  article: Article | undefined,
  { maxBytes = Number.POSITIVE_INFINITY }: { readonly maxBytes?: number | undefined },
): Promise<void> {
  await transaction.deleteFrom("item_texts").where("item_id", "=", id).execute();
  if (article === undefined) return;
  const { html, words } = article;
  const { stored_bytes: stored } = await usageOf(transaction, account_id);
  if (stored + Buffer.byteLength(html) + Buffer.byteLength(words) > maxBytes) return;
  await transaction.insertInto("item_texts").values({ item_id: id, account_id, html, words }).execute();
}

/** The readable text of the page of an item; undefined if none is stored. */
export async function find(database: Database, itemId: number): Promise<Article | undefined> {
  return database.selectFrom("item_texts").select(["html", "words"]).where("item_id", "=", itemId).executeTakeFirst();
}
