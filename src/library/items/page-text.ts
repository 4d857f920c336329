import { sql } from "kysely";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Time } from "../../database/schema/columns.ts";
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

/** The readable text of a page, and what the page says about it. */
export interface PageText extends Article {
  /** Empty or null if it is not known. */
  readonly author: string | null;
  readonly language: string | null;
  readonly published_at: Time | null;
}

/** The readable text of the page of an item; undefined if none is stored. */
export async function find(database: Database, itemId: number): Promise<PageText | undefined> {
  return database
    .selectFrom("item_texts")
    .leftJoin("item_pages", "item_pages.item_id", "item_texts.item_id")
    .select(["html", "words", "author", "language", "published_at"])
    .where("item_texts.item_id", "=", itemId)
    .executeTakeFirst();
}

/** Characters of the text of a page, with its markup, from which its beginning is taken. */
const BEGINNING = 3000;

/**
 * The beginning of the readable text of the page of an item, as HTML with its last elements cut off; undefined if no
 * text is stored.
 */
export async function findBeginning(database: Database, itemId: number): Promise<string | undefined> {
  const found = await database
    .selectFrom("item_texts")
    .select(({ fn, val }) => fn<string>("substr", ["html", val(1), val(BEGINNING)]).as("beginning"))
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  return found?.beginning;
}

/** Those of some items, at most 1,000, whose page has a readable text. */
export async function readableAmong(database: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const isWanted = engineOf(database).isOneOf(sql.ref("item_id"), ids);
  const rows = await database.selectFrom("item_texts").select("item_id").where(isWanted).execute();
  return new Set(rows.map(({ item_id }) => item_id));
}
