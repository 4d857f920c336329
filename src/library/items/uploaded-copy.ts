import { Failure } from "#contract/failure";
import { type Database, inTransaction, type Transaction } from "../../database/database.ts";
import { cleanCopy, MAX_COPY } from "../../page-reading/copy/copy.ts";
import * as storage from "../files/storage.ts";
import * as library from "../library.ts";
import { UNSORTED } from "../placement.ts";
import * as copies from "./copies.ts";
import * as existingLinks from "./existing-links.ts";
import type { Item } from "./item.ts";
import * as items from "./items.ts";
import { linkKeyOf } from "./link-key.ts";
import * as lookup from "./lookup.ts";

/** A page that a browser has saved as one file. */
export interface UploadedPage {
  readonly content: AsyncIterable<Buffer>;
  /** The address of the page, and the title of a new item. Known once the content was read. */
  readonly link: string;
  readonly title: string;
}

/**
 * Stores a page as the copy of the oldest item outside the Trash with its link, or of a new one, after scripts and what
 * leads out of it were removed. Throws `invalid` for a page that is too large or can't be cleaned, and otherwise like
 * `items.create`; then nothing stays stored.
 */
export async function upload(
  database: Database,
  clock: () => number,
  accountId: number,
  page: UploadedPage,
  { maxBytes }: storage.StorageOptions,
): Promise<Item> {
  const bytes = await bytesOf(page.content);
  const { link } = page;
  const cleaned = await cleanCopy({ bytes, charset: undefined, address: link });
  if ("failure" in cleaned) throw cleaned.failure === "too-large" ? tooLarge() : notReadable();
  const stored = await copies.begin(database, clock, accountId, cleaned.html, { maxBytes });
  try {
    return await inTransaction(database, async (transaction) => {
      // So that two uploads of a new link at once make one item.
      await library.lock(transaction, accountId);
      const title = page.title || cleaned.title || link;
      const itemId = await itemWith(transaction, clock, accountId, { link, title }, { maxBytes });
      await copies.attach(transaction, clock, { itemId, accountId }, stored, { maxBytes, wasAskedFor: false });
      return lookup.get(transaction, itemId);
    });
  } catch (error) {
    await storage.discard(database, stored.id);
    throw error;
  }
}

async function itemWith(
  transaction: Transaction,
  clock: () => number,
  accountId: number,
  { link, title }: Pick<UploadedPage, "link" | "title">,
  { maxBytes }: storage.StorageOptions,
): Promise<number> {
  const key = linkKeyOf(link);
  const found = (await existingLinks.oldestIds(transaction, accountId, [key])).get(key);
  if (found !== undefined) return found;
  const texts = { excerpt: "", note: "", cover: "", media: [], tags: [] };
  const input = { ...texts, link, title, type: "link", placeId: UNSORTED, important: false, broken: false } as const;
  return (await items.create(transaction, clock, accountId, input, { maxBytes })).id;
}

async function bytesOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > MAX_COPY) throw tooLarge();
    parts.push(part);
  }
  if (size === 0) throw new Failure("invalid", "The file is empty.", { reason: "file-empty" });
  return Buffer.concat(parts);
}

function tooLarge(): Failure {
  return new Failure("invalid", "The page is larger than 20 MiB.", { reason: "copy-too-large" });
}

function notReadable(): Failure {
  return new Failure("invalid", "The file is no page that can be kept.", { reason: "copy-not-readable" });
}
