import { randomBytes } from "node:crypto";
import type { Database, Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";
import { forEachChunk } from "../scheduling.ts";

/** A picture as it is kept: a WebP without metadata, and its main colour as `#rrggbb`, in steps of 16. */
export interface Picture {
  readonly bytes: Buffer;
  readonly color: string;
}

/** Keeps a picture. Its id can't be guessed: 128 random bits in base64url. */
export async function keep(transaction: Transaction, accountId: number, picture: Picture): Promise<string> {
  const id = randomBytes(16).toString("base64url");
  await transaction
    .insertInto("pictures")
    .values({ id, account_id: accountId, ...picture })
    .execute();
  return id;
}

/** The bytes of a picture, WebP, of an owner who is active. Throws `notFound`. */
export async function get(database: Database, id: string): Promise<Buffer> {
  const picture = await database
    .selectFrom("pictures")
    .innerJoin("accounts", "accounts.id", "account_id")
    .select("bytes")
    .where("pictures.id", "=", id)
    .where("active", "=", 1)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (picture === undefined) throw new Failure("notFound", "There is no picture at this address.");
  return picture.bytes;
}

/** The colours of those among the ids that are pictures of the account. */
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

/** Lets a collection point to these pictures and to no others. */
export async function point(
  transaction: Transaction,
  accountId: number,
  collectionId: number,
  ids: Iterable<string>,
): Promise<void> {
  await letGo(transaction, accountId, [collectionId]);
  const covers = [...new Set(ids)].map((id) => ({ collection_id: collectionId, picture_id: id }));
  if (covers.length > 0) await transaction.insertInto("covers").values(covers).execute();
}

/** Lets these collections of an account point to no picture. What they pointed to may now be pointed to by none. */
export async function letGo(
  transaction: Transaction,
  accountId: number,
  collectionIds: readonly number[],
): Promise<void> {
  if (!(await hasAny(transaction, accountId))) return;
  await forEachChunk(collectionIds, async (ids) => {
    const pointed = transaction.selectFrom("covers").select("picture_id").distinct().where("collection_id", "in", ids);
    await transaction
      .insertInto("loose_pictures")
      .columns(["picture_id"])
      .expression(pointed.where("picture_id", "not in", transaction.selectFrom("loose_pictures").select("picture_id")))
      .execute();
    await transaction.deleteFrom("covers").where("collection_id", "in", ids).execute();
  });
}

async function hasAny(transaction: Transaction, accountId: number): Promise<boolean> {
  const found = await transaction
    .selectFrom("pictures")
    .select("id")
    .where("account_id", "=", accountId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A picture that may be pointed to by no collection, and whose it is. */
export async function findLoose(database: Database): Promise<{ id: string; accountId: number } | undefined> {
  return database
    .selectFrom("pictures")
    .select(["id", "account_id as accountId"])
    .where("id", "=", database.selectFrom("loose_pictures").select("picture_id").limit(1))
    .executeTakeFirst();
}

/** Removes a picture that no collection points to; keeps the others. */
export async function removeLoose(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom("loose_pictures").where("picture_id", "=", id).execute();
  const pointed = transaction.selectFrom("covers").select("picture_id").where("picture_id", "=", id);
  await transaction.deleteFrom("pictures").where("id", "=", id).where("id", "not in", pointed).execute();
}
