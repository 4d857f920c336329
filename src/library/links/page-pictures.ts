import type { Database, Transaction } from "../../database/database.ts";
import type { Page } from "../../page-reading/page.ts";
import { pictureAt } from "../covers/picture-address.ts";
import type * as pictures from "../covers/pictures.ts";
import { MAX_ENTRIES, MAX_SIZE, sizeOf } from "../item-content.ts";
import * as itemCover from "../items/cover.ts";
import { contentOf, type Item } from "../items/item.ts";
import { NAMED_BY_FILE } from "../page-jobs.ts";
import * as quota from "../quota.ts";
import { type Filled, isOpen } from "./filled.ts";
import * as hostIcons from "./host-icons.ts";
import { fetchIcon, fetchPicture, type PictureOptions } from "./picture.ts";

/** Bytes by which a cover makes an item larger: its address, as the cover and as a medium. */
const MAX_GROWTH = 8 * 1024;

/** Pictures of pages leave a quarter of the storage of an account for what people store themselves. */
export const MAX_SHARE = 0.75;

/** A picture for an item. */
export interface FetchedCover {
  readonly picture: pictures.Picture;
  /** The cover that the item had when it was fetched. */
  readonly before: string;
  /** Whether the page named it, and not the file from which the item was imported. */
  readonly isOfPage: boolean;
}

export interface Options extends PictureOptions {
  readonly database: Database;
  readonly clock: () => number;
  /** The server's public URL. */
  readonly baseUrl: string;
}

/**
 * Reads the icon of the host of a link, unless that was done lately. A page of another host, to which the link leads, does
 * not tell the icon, because it is shown to all accounts.
 */
export async function readIcon(
  { link, domain }: Pick<Item, "link" | "domain">,
  page: Page,
  { database, clock, ...options }: Options,
): Promise<void> {
  if (domain === "" || !(await hostIcons.isDue(database, domain, clock()))) return;
  const isOwn = hostOf(page.address) === hostOf(link);
  const usual = new URL("/favicon.ico", isOwn ? page.address : link).href;
  const icon = await fetchIcon(isOwn && page.icon !== "" ? [page.icon, usual] : [usual], options);
  await hostIcons.store(database, domain, icon, clock());
}

function hostOf(address: string): string | undefined {
  return URL.parse(address)?.hostname.replace(/^www\./, "");
}

/** Fetches the picture that becomes the cover of an item; undefined if it keeps the one that it has. */
export async function fetchCover(
  item: Item,
  filled: Filled,
  page: Page,
  options: Options,
): Promise<FetchedCover | undefined> {
  const { database, baseUrl } = options;
  const isOfFile = filled.cover === NAMED_BY_FILE && isElsewhere(item.cover, baseUrl);
  // Otherwise somebody has chosen the cover.
  if (!isOfFile && !isOpen(filled, "cover", item.cover, [""])) return undefined;
  const address = isOfFile ? item.cover : page.picture;
  const picture = address === "" ? undefined : await fetchPicture(address, options);
  if (picture === undefined || (await hasPicture(database, item, picture))) return undefined;
  return { picture, before: item.cover, isOfPage: !isOfFile };
}

function isElsewhere(cover: string, baseUrl: string): boolean {
  return cover !== "" && pictureAt(cover, baseUrl) === undefined;
}

async function hasPicture(database: Database, { id }: Item, { bytes }: pictures.Picture): Promise<boolean> {
  const current = await database
    .selectFrom("items")
    .innerJoin("pictures", "pictures.id", "picture_id")
    .select("bytes")
    .where("items.id", "=", id)
    .executeTakeFirst();
  return current?.bytes.equals(bytes) === true;
}

interface StoreOptions {
  readonly baseUrl: string;
  readonly now: number;
  readonly maxBytes: number;
}

/**
 * Makes a picture the cover of an item, in the transaction of a change. Returns its address, or undefined if the item
 * has another cover by now, or if there is no room.
 */
export async function storeCover(
  transaction: Transaction,
  item: Item,
  { picture, before }: FetchedCover,
  { baseUrl, now, maxBytes }: StoreOptions,
): Promise<string | undefined> {
  const content = contentOf(item);
  if (item.cover !== before || content.media.length >= MAX_ENTRIES || sizeOf(content) + MAX_GROWTH > MAX_SIZE)
    return undefined;
  const { stored_bytes } = await quota.usageOf(transaction, item.account_id);
  if (stored_bytes + picture.bytes.length > maxBytes * MAX_SHARE) return undefined;
  return itemCover.set(transaction, item, picture, { baseUrl, now, replaced: before });
}
