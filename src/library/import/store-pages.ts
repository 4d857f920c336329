import { forEachChunk, ownTurn } from "#contract/scheduling";
import type { Transaction } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";
import type { KeptText } from "../../page-reading/text-lines.ts";
import * as storage from "../files/storage.ts";
import type { Step } from "../journal/step.ts";
import { type KeptPages, textsIn } from "./kept-pages.ts";

/** A stored bookmark of an archive. */
export interface StoredBookmark {
  /** Of the item that it was. */
  readonly id: number;
  /** When the copy of its page was made. */
  readonly copied: Time | undefined;
}

interface StorePages {
  readonly accountId: number;
  readonly clock: () => number;
  readonly step: Step;
  /** By the `sort` of the items that they are now. */
  readonly bookmarks: ReadonlyMap<number, StoredBookmark>;
}

/**
 * Gives the clean pages of an archive to the items that were made of its bookmarks, which their undo step has recorded.
 * Ignores pages of other bookmarks. Pauses between texts, so that other writes can proceed. It does not pause once an item
 * has a copy: an import that is interrupted then is reverted, which would delete the copies that the next attempt needs.
 */
export async function storePages(
  transaction: Transaction,
  { texts, copies }: KeptPages,
  { accountId, clock, step, bookmarks }: StorePages,
): Promise<void> {
  const items = new Map<number, StoredItem>();
  await forEachChunk([...bookmarks.keys()], async (chunk) => {
    const rows = await transaction
      .selectFrom("items")
      .select(["id as itemId", "sort"])
      .where("account_id", "=", accountId)
      .where("sort", "in", chunk)
      .execute();
    for (const { itemId, sort } of rows) {
      const { id, copied } = bookmarks.get(sort) ?? {};
      if (id !== undefined) items.set(id, { itemId, copied });
    }
  });
  if (texts !== null) {
    for await (const batch of textsIn(transaction, texts)) {
      for (const text of batch) {
        await storeText(transaction, accountId, items.get(text.id)?.itemId, text);
        await ownTurn();
      }
      await step.pause();
    }
  }
  for (const { of, ...file } of copies) {
    const item = items.get(of);
    if (item !== undefined) await storeCopy(transaction, accountId, item, { ...file, now: clock() });
    await ownTurn();
  }
}

interface StoredItem {
  readonly itemId: number;
  readonly copied: Time | undefined;
}

/** Stores the text of a page, unless the page was read in the meantime. */
async function storeText(
  transaction: Transaction,
  account_id: number,
  item_id: number | undefined,
  { html, words, language, author, published_at }: KeptText,
): Promise<void> {
  if (item_id === undefined) return;
  const { numInsertedOrUpdatedRows: added } = await transaction
    .insertInto("item_texts")
    .values({ item_id, account_id, html, words })
    .onConflict((conflict) => conflict.column("item_id").doNothing())
    .executeTakeFirstOrThrow();
  if (added !== 1n) return;
  const facts = { language, author, published_at };
  await transaction
    .insertInto("item_pages")
    .values({ item_id, account_id, ...facts })
    .onConflict((conflict) => conflict.column("item_id").doUpdateSet(facts))
    .execute();
}

/** Gives a file to an item as the copy of its page, unless one was made in the meantime or the file has expired. */
async function storeCopy(
  transaction: Transaction,
  accountId: number,
  { itemId, copied }: StoredItem,
  { id, size, now }: { readonly id: number; readonly size: number; readonly now: Time },
): Promise<void> {
  const found = await transaction
    .selectFrom("copies")
    .select("item_id")
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  if (found !== undefined) return;
  if (!(await storage.keepIfStored(transaction, { id, size, name: "copy.html", type: "text/html" }))) return;
  await transaction
    .insertInto("copies")
    .values({ item_id: itemId, account_id: accountId, status: "ready", file_id: id, size, created_at: copied ?? now })
    .execute();
}
