import { randomBytes } from "node:crypto";
import { Failure } from "#contract/failure";
import { forEachChunk } from "#contract/scheduling";
import type { Database, Transaction } from "../../database/database.ts";

/** A stored picture: WebP without metadata. `color`: main colour as `#rrggbb`, in 16 levels per channel. */
export interface Picture {
  readonly bytes: Buffer;
  readonly color: string;
}

/**
 * Stores a picture and returns its id: 128 random bits in base64url, since knowing the id is enough
 * to read the picture.
 */
export async function add(transaction: Transaction, accountId: number, picture: Picture): Promise<string> {
  const id = randomBytes(16).toString("base64url");
  await transaction
    .insertInto("pictures")
    .values({ id, account_id: accountId, ...picture })
    .execute();
  return id;
}

/** Returns a picture's bytes. Throws `notFound`, also if its owner is deactivated or deleted. */
export async function get(database: Database, id: string): Promise<Buffer> {
  const picture = await database
    .selectFrom("pictures")
    .innerJoin("accounts", "accounts.id", "account_id")
    .select("bytes")
    .where("pictures.id", "=", id)
    .where("active", "=", 1)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (picture === undefined)
    throw new Failure("notFound", "There is no picture at this address.", { reason: "picture-not-found" });
  return picture.bytes;
}

/** The main colours of the account's pictures among these ids, by id. */
export async function colorsOf(
  database: Database,
  accountId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const pictures = await database
    .selectFrom("pictures")
    .select(["id", "color"])
    .where("id", "in", ids)
    .where("account_id", "=", accountId)
    .execute();
  return new Map(pictures.map(({ id, color }) => [id, color]));
}

/** Makes a collection refer to these pictures and to no others. */
export async function assign(
  transaction: Transaction,
  accountId: number,
  collectionId: number,
  ids: Iterable<string>,
): Promise<void> {
  await release(transaction, accountId, [collectionId]);
  const covers = [...new Set(ids)].map((id) => ({ collection_id: collectionId, picture_id: id }));
  if (covers.length > 0) await transaction.insertInto("covers").values(covers).execute();
}

/** Lets the cleanup worker delete a picture that an item no longer uses. */
export async function releaseOne(transaction: Transaction, id: string): Promise<void> {
  await transaction
    .insertInto("loose_pictures")
    .values({ picture_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Removes the references of these collections to pictures, and records the pictures as released:
 * the cleanup worker deletes those without another reference. Calls `pause` after each part of the collections.
 */
export async function release(
  transaction: Transaction,
  accountId: number,
  collectionIds: readonly number[],
  pause: () => Promise<void> = async () => {},
): Promise<void> {
  if (!(await exist(transaction, accountId))) return;
  await forEachChunk(collectionIds, async (ids) => {
    const released = transaction.selectFrom("covers").select("picture_id").distinct().where("collection_id", "in", ids);
    await transaction
      .insertInto("loose_pictures")
      .columns(["picture_id"])
      .expression(released.where("picture_id", "not in", transaction.selectFrom("loose_pictures").select("picture_id")))
      .execute();
    await transaction.deleteFrom("covers").where("collection_id", "in", ids).execute();
    await pause();
  });
}

/** Whether the account has pictures. */
export async function exist(transaction: Transaction, accountId: number): Promise<boolean> {
  const found = await transaction
    .selectFrom("pictures")
    .select("id")
    .where("account_id", "=", accountId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Released pictures of one account. */
interface Released {
  readonly ids: readonly string[];
  readonly accountId: number;
}

/** The released pictures. */
export function selectReleased(database: Database) {
  return database.selectFrom("loose_pictures").select("picture_id");
}

/** Reads up to `limit` released pictures, and returns those of one account; undefined if none. */
export async function findReleased(database: Database, limit: number): Promise<Released | undefined> {
  const found = await database
    .selectFrom("pictures")
    .select(["id", "account_id"])
    .where("id", "in", selectReleased(database).limit(limit))
    .execute();
  const [first] = found;
  if (first === undefined) return undefined;
  const ofAccount = found.filter(({ account_id }) => account_id === first.account_id);
  return { ids: ofAccount.map(({ id }) => id), accountId: first.account_id };
}

/** Deletes released pictures, except those that a collection, an item or an undo step still refers to. */
export async function deleteUnlessReferenced(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.deleteFrom("loose_pictures").where("picture_id", "in", ids).execute();
  const referenced = transaction.selectFrom("covers").select("picture_id").where("picture_id", "in", ids);
  const ofItems = transaction
    .selectFrom("items")
    .select((picture) => picture.ref("picture_id").$notNull().as("id"))
    .where("picture_id", "in", ids);
  const undoable = transaction.selectFrom("undo_covers").select("picture_id").where("picture_id", "in", ids);
  await transaction
    .deleteFrom("pictures")
    .where("id", "in", ids)
    .where("id", "not in", referenced)
    .where("id", "not in", undoable)
    .where("id", "not in", ofItems)
    .execute();
}
