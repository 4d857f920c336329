import { Failure } from "#contract/failure";
import { forEachChunk } from "#contract/scheduling";
import type { Database, Transaction } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import * as access from "../access.ts";
import { type Item, selectItems } from "./item.ts";
import { toPublicItem } from "./public-reader.ts";

/** Items that `list` reads with one statement. */
const ITEMS_PER_STATEMENT = 50;

/**
 * Returns an item that the viewer owns, or that is in a shared or public collection that the viewer may read. Otherwise
 * throws `unauthenticated` for an anonymous viewer and `notFound` for any other.
 */
export async function getReadable(database: Database, viewer: access.Viewer, id: number): Promise<Item> {
  return (await getVisible(database, viewer, id)).item;
}

/**
 * Returns an item of the account, or one in a collection that is shared with it. Throws `forbidden` for another item
 * in a public collection, otherwise `notFound`.
 */
export async function getShared(database: Database, accountId: number, id: number): Promise<Item> {
  return getAt(database, accountId, id, access.VIEWER);
}

/**
 * Returns an item of the account, or one in a collection that it is a member of. Throws `forbidden` for another item
 * that it may read, otherwise `notFound`.
 */
export async function getWritable(database: Database, accountId: number, id: number): Promise<Item> {
  return getAt(database, accountId, id, access.MEMBER);
}

async function getAt(database: Database, accountId: number, id: number, least: access.AccessLevel): Promise<Item> {
  const { item, level } = await getVisible(database, accountId, id);
  access.assertLevel(level, least, "item");
  return item;
}

/** Returns an item that the viewer may read, as the viewer sees it, and what the viewer may do with it. */
export async function getVisible(
  database: Database,
  viewer: access.Viewer,
  id: number,
): Promise<{ readonly item: Item; readonly level: access.AccessLevel }> {
  const item = await find(database, id);
  if (item === undefined) throw notFound(viewer);
  if (item.account_id === viewer) return { item, level: access.OWNER };
  const collection = await access.findVisible(database, viewer, item.collection_id ?? 0);
  if (collection === undefined) throw notFound(viewer);
  return { item: collection.level === access.PUBLIC ? toPublicItem(item) : item, level: collection.level };
}

/** Returns an item, whoever may read it. Throws `notFound`. */
export async function get(transaction: Transaction, id: number): Promise<Item> {
  const item = await find(transaction, id);
  if (item === undefined) throw notFound(undefined);
  return item;
}

async function find(database: Database, id: number): Promise<Item | undefined> {
  const [item] = await byId(database, { id });
  return item;
}

const byId = prepare((database, value: ValueOf<{ id: number }>) =>
  selectItems(database).where("items.id", "=", value("id")),
);

/** The same error whether an item doesn't exist or belongs to another account. */
function notFound(viewer: access.Viewer): Failure {
  if (viewer === undefined) return access.credentialMissing();
  return new Failure("notFound", "There is no item with this id.", { reason: "item-not-found" });
}

/** Items by their ids, in the same order; those that exist. Reads few at once, because it may block the event loop. */
export async function list(database: Database, ids: readonly number[]): Promise<Item[]> {
  const found = new Map<number, Item>();
  const read = async (chunk: number[]) => {
    const items = await selectItems(database).where("items.id", "in", chunk).execute();
    for (const item of items) found.set(item.id, item);
  };
  await forEachChunk(ids, read, ITEMS_PER_STATEMENT);
  return ids.flatMap((id) => found.get(id) ?? []);
}
