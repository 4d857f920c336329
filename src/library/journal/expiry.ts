import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "../../database/database.ts";
import type { Flag } from "../../database/schema/columns.ts";
import * as uploadedCover from "../covers/uploaded-cover.ts";
import * as files from "./expired-files.ts";
import { LIFETIME_MS } from "./step.ts";

/** Rows that `freeSome` deletes at once: few, because it runs while a request waits. */
const FREED_ROWS = 50;

/** Expired steps that `deleteExpired` deletes at once: each change of an account with as many makes another one. */
const MAX_STEPS = 50;

type Time = number | RawBuilder<number>;

/**
 * The steps that are reverted, given up or older than 24 hours; none of a library with an unfinished change, which may
 * need them (see `library/journal/long-changes.ts`).
 */
export function selectExpired(database: Database, now: Time) {
  return database
    .selectFrom("undo_steps")
    .select(["id", "account_id as accountId"])
    .where("expires_at", "<=", now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("libraries")
            .select("libraries.account_id")
            .whereRef("libraries.account_id", "=", "undo_steps.account_id")
            .where("unfinished_step", "is not", null),
        ),
      ),
    );
}

/** Steps that were stored while the clock was ahead: they expire after `latest`, 24 hours from now. */
export function selectFuture(database: Database, latest: Time) {
  return database.selectFrom("undo_steps").select("id").where("expires_at", ">", latest);
}

/** Finds the account of the step that expired first. */
export async function findAccount(database: Database, clock: () => number): Promise<number | undefined> {
  const first = await selectExpired(database, clock()).orderBy("expires_at").limit(1).executeTakeFirst();
  return first?.accountId;
}

/** Deletes up to `maxRows` rows of the expired steps of an account. */
export async function deleteExpired(
  transaction: Transaction,
  clock: () => number,
  accountId: number,
  maxRows: number,
): Promise<void> {
  const steps = await selectExpired(transaction, clock())
    .where("undo_steps.account_id", "=", accountId)
    .orderBy("expires_at")
    .limit(MAX_STEPS)
    .execute();
  await deletePart(
    transaction,
    steps.map(({ id }) => id),
    maxRows,
  );
}

/** Lets steps that a clock which was ahead has stored expire in 24 hours. Handles 100 steps. */
export async function shortenFuture(database: Database, clock: () => number): Promise<void> {
  const latest = clock() + LIFETIME_MS;
  const future = await selectFuture(database, latest).limit(100).execute();
  if (future.length === 0) return;
  await database
    .updateTable("undo_steps")
    .set({ expires_at: latest })
    .where(
      "id",
      "in",
      future.map(({ id }) => id),
    )
    .where("expires_at", ">", latest)
    .execute();
}

/** Deletes up to `maxRows` rows of each kind of steps that have expired, and finally the steps themselves. */
export async function deletePart(transaction: Transaction, stepIds: readonly number[], maxRows: number): Promise<void> {
  if (stepIds.length === 0) return;
  const isMore =
    (await deleteItems(transaction, stepIds, maxRows)) ||
    (await deleteCopies(transaction, stepIds, maxRows)) ||
    (await deleteCollections(transaction, stepIds, maxRows)) ||
    (await releaseShelves(transaction, stepIds, maxRows)) ||
    (await releasePictures(transaction, stepIds, maxRows));
  if (!isMore) await transaction.deleteFrom("undo_steps").where("id", "in", stepIds).execute();
}

/**
 * Frees some of an account's storage: deletes files and items that await deletion or, if there are none, a part of its
 * oldest step, which can then no longer be reverted. Returns false if there is nothing to delete.
 */
export async function freeSome(transaction: Transaction, accountId: number): Promise<boolean> {
  if (await files.freeSome(transaction, accountId)) return true;
  if (await deleteDiscarded(transaction, accountId)) return true;
  const oldest = await transaction
    .selectFrom("undo_steps")
    .select(["id", "expires_at"])
    .where("account_id", "=", accountId)
    // First those that nobody can revert any more.
    .orderBy((eb) => eb.case().when("expires_at", "=", 0).then(0).else(1).end())
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return false;
  if (oldest.expires_at > 0) {
    await transaction.updateTable("undo_steps").set({ expires_at: 0 }).where("id", "=", oldest.id).execute();
  }
  await deletePart(transaction, [oldest.id], FREED_ROWS);
  return true;
}

/** Deletes some items of the account that await deletion. Returns false if there are none. */
async function deleteDiscarded(transaction: Transaction, accountId: number): Promise<boolean> {
  const shelf = await transaction
    .selectFrom("shelves")
    .select("id")
    .where("account_id", "=", accountId)
    .where("place", "=", sql.lit("nowhere"))
    .where("held", "=", 0)
    .where("count", ">", 0)
    .limit(1)
    .executeTakeFirst();
  if (shelf === undefined) return false;
  const items = transaction.selectFrom("items").select("id").where("shelf_id", "=", shelf.id).limit(FREED_ROWS);
  await transaction.deleteFrom("items").where("id", "in", items).execute();
  return true;
}

/** Deletes the items that steps keep, and releases their covers. Returns whether there may be more. */
async function deleteItems(transaction: Transaction, stepIds: readonly number[], maxRows: number): Promise<boolean> {
  const rows = await transaction
    .deleteFrom("undo_items")
    .where(({ refTuple, selectFrom, eb }) =>
      eb(
        refTuple("step_id", "item_id"),
        "in",
        selectFrom("undo_items")
          .select(["step_id", "item_id"])
          .where("step_id", "in", stepIds)
          .limit(maxRows)
          .$asTuple("step_id", "item_id"),
      ),
    )
    .returning(["item_id", sql<Flag>`case when media is null and cover is null then 0 else 1 end`.as("hasPicture")])
    .execute();
  const withPicture = rows.filter(({ hasPicture }) => hasPicture === 1).map(({ item_id }) => item_id);
  await uploadedCover.releaseUnused(transaction, [...new Set(withPicture)]);
  return rows.length === maxRows;
}

/** Deletes the copies of pages that steps keep; triggers release their files. Returns whether there may be more. */
async function deleteCopies(transaction: Transaction, stepIds: readonly number[], maxRows: number): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("undo_copies")
    .where(({ refTuple, selectFrom, eb }) =>
      eb(
        refTuple("step_id", "item_id"),
        "in",
        selectFrom("undo_copies")
          .select(["step_id", "item_id"])
          .where("step_id", "in", stepIds)
          .limit(maxRows)
          .$asTuple("step_id", "item_id"),
      ),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(maxRows);
}

/** Deletes the collections that steps keep. Returns whether there may be more. */
async function deleteCollections(
  transaction: Transaction,
  stepIds: readonly number[],
  maxRows: number,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("undo_collections")
    .where(({ refTuple, selectFrom, eb }) =>
      eb(
        refTuple("step_id", "collection_id"),
        "in",
        selectFrom("undo_collections")
          .select(["step_id", "collection_id"])
          .where("step_id", "in", stepIds)
          .limit(maxRows)
          .$asTuple("step_id", "collection_id"),
      ),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(maxRows);
}

/** Releases shelves that no other step holds. Returns whether there may be more. */
async function releaseShelves(transaction: Transaction, stepIds: readonly number[], maxRows: number): Promise<boolean> {
  const rows = await transaction
    .selectFrom("undo_shelves")
    .select("shelf_id")
    .where("step_id", "in", stepIds)
    .limit(maxRows)
    .execute();
  if (rows.length === 0) return false;
  const ids = rows.map(({ shelf_id }) => shelf_id);
  await transaction.deleteFrom("undo_shelves").where("step_id", "in", stepIds).where("shelf_id", "in", ids).execute();
  const held = transaction.selectFrom("undo_shelves").select("shelf_id").where("shelf_id", "in", ids);
  await transaction
    .updateTable("shelves")
    .set({ held: 0 })
    .where("id", "in", ids)
    .where("id", "not in", held)
    .execute();
  return rows.length === maxRows;
}

/** Lets the cleanup delete pictures that nothing refers to. Returns whether there may be more. */
async function releasePictures(
  transaction: Transaction,
  stepIds: readonly number[],
  maxRows: number,
): Promise<boolean> {
  const rows = await transaction
    .selectFrom("undo_covers")
    .select(["collection_id", "picture_id"])
    .where("step_id", "in", stepIds)
    .orderBy("collection_id")
    .limit(maxRows)
    .execute();
  if (rows.length === 0) return false;
  const ids = [...new Set(rows.map(({ picture_id }) => picture_id))];
  const collections = [...new Set(rows.map(({ collection_id }) => collection_id))];
  await transaction
    .deleteFrom("undo_covers")
    .where("step_id", "in", stepIds)
    .where("collection_id", "in", collections)
    .where("picture_id", "in", ids)
    .execute();
  const known = transaction.selectFrom("loose_pictures").select("picture_id");
  await transaction
    .insertInto("loose_pictures")
    .columns(["picture_id"])
    .expression((from) => from.selectFrom("pictures").select("id").where("id", "in", ids).where("id", "not in", known))
    .execute();
  return rows.length === maxRows;
}
