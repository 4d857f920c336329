import type { Database, Transaction } from "../../database/database.ts";
import * as library from "../library.ts";
import { canonicalKeyOf } from "./canonical.ts";
import { linkKeyOf } from "./link-key.ts";

// Two items are duplicates if their `link_key` is equal. It is that of the link, or, once the page was read and names
// another canonical address, that of this address. Then the key of the link is an alias, by which lookups of the link
// find the item.

/** Items with the same link that get the key of the canonical address together. */
const MAX_TOGETHER = 100;

/** An item with its link as stored. */
interface LinkedItem {
  readonly id: number;
  readonly account_id: number;
  readonly link: string;
}

/** Links of an account that one canonical address may stand for: some sites name one page for all. */
const MAX_LINKS = 5;

/**
 * Compares an item from now on by the canonical address that its page names. `canonical` is undefined if the page could
 * not be read: the item then follows others with its link. Changes the library only if that makes a difference.
 */
export async function compareBy(database: Database, item: LinkedItem, canonical: string | undefined): Promise<void> {
  if ((await newKeyOf(database, item, canonical)) === undefined) return;
  await library.change(database, item.account_id, async (transaction) => {
    const key = await newKeyOf(transaction, item, canonical);
    if (key !== undefined) await setKey(transaction, item, key);
  });
}

/**
 * The key by which an item is to be compared, whose page names this canonical address; undefined if it has that key, or
 * another link by now.
 */
async function newKeyOf(
  database: Database,
  { id, account_id: accountId, link }: LinkedItem,
  canonical: string | undefined,
): Promise<string | undefined> {
  const item = await database.selectFrom("items").select(["link", "link_key"]).where("id", "=", id).executeTakeFirst();
  if (item?.link !== link) return undefined;
  const ownKey = linkKeyOf(link);
  const [followed] = canonical === undefined ? await keysOf(database, accountId, ownKey) : [ownKey];
  const named = canonical === undefined ? followed : canonicalKeyOf(link, canonical);
  const key = named ?? followed ?? item.link_key;
  if (key === item.link_key) return undefined;
  return key === ownKey || (await countLinks(database, accountId, key)) < MAX_LINKS ? key : undefined;
}

/** How many links the canonical address with this key stands for, at most `MAX_LINKS`. */
async function countLinks(database: Database, accountId: number, key: string): Promise<number> {
  const links = await database
    .selectFrom("items")
    .innerJoin("link_aliases", "item_id", "items.id")
    .select("link_aliases.link_key")
    .distinct()
    .where("items.account_id", "=", accountId)
    .where("items.link_key", "=", key)
    .limit(MAX_LINKS)
    .execute();
  return links.length;
}

/** Compares an item, and others of the account with the same link, by a key from now on. Part of a change of the library. */
async function setKey(
  transaction: Transaction,
  { id, account_id: accountId, link }: LinkedItem,
  key: string,
): Promise<void> {
  const ownKey = linkKeyOf(link);
  const ids = [...new Set([id, ...(await withLink(transaction, accountId, ownKey))])];
  await transaction.updateTable("items").set({ link_key: key }).where("id", "in", ids).execute();
  await transaction.deleteFrom("link_aliases").where("item_id", "in", ids).execute();
  if (key === ownKey) return;
  const aliases = ids.map((item_id) => ({ item_id, account_id: accountId, link_key: ownKey }));
  await transaction.insertInto("link_aliases").values(aliases).execute();
}

/** Forgets the canonical address of an item whose link changes. The caller writes its new key. */
export async function remove(transaction: Transaction, id: number): Promise<void> {
  await transaction.deleteFrom("link_aliases").where("item_id", "=", id).execute();
}

/** The key of items with a link of this key that are compared by the canonical address of their page, if there are any. */
export async function keysOf(database: Database, accountId: number, key: string): Promise<string[]> {
  const alias = await database
    .selectFrom("link_aliases")
    .innerJoin("items", "items.id", "item_id")
    .select("items.link_key")
    .where("link_aliases.account_id", "=", accountId)
    .where("link_aliases.link_key", "=", key)
    .orderBy("item_id")
    .limit(1)
    .execute();
  return alias.map(({ link_key }) => link_key);
}

/** Some items with a link of this key, whether they are compared by it or by a canonical address. */
async function withLink(transaction: Transaction, accountId: number, key: string): Promise<number[]> {
  const compared = await transaction
    .selectFrom("items")
    .select("id")
    .where("account_id", "=", accountId)
    .where("link_key", "=", key)
    // Others have this key only as that of a canonical address.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("link_aliases").select("item_id").whereRef("item_id", "=", "items.id"))),
    )
    .limit(MAX_TOGETHER)
    .execute();
  const aliases = await transaction
    .selectFrom("link_aliases")
    .select("item_id")
    .where("account_id", "=", accountId)
    .where("link_key", "=", key)
    .limit(MAX_TOGETHER)
    .execute();
  return [...compared.map(({ id }) => id), ...aliases.map(({ item_id }) => item_id)];
}
