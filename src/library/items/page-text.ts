import type { Database, Transaction } from "../../database/database.ts";
import type { Article } from "../../page-reading/page.ts";

/** Stores the readable text of the page of an item, in place of an earlier one; undefined if the page has none. */
export async function store(
  transaction: Transaction,
  { id, account_id }: { readonly id: number; readonly account_id: number },
  article: Article | undefined,
): Promise<void> {
  if (article === undefined) {
    await transaction.deleteFrom("item_texts").where("item_id", "=", id).execute();
    return;
  }
  const { html, words } = article;
  await transaction
    .insertInto("item_texts")
    .values({ item_id: id, account_id, html, words })
    .onConflict((conflict) => conflict.column("item_id").doUpdateSet({ html, words }))
    .execute();
}

/** The readable text of the page of an item; undefined if none is stored. */
export async function find(database: Database, itemId: number): Promise<Article | undefined> {
  return database.selectFrom("item_texts").select(["html", "words"]).where("item_id", "=", itemId).executeTakeFirst();
}
