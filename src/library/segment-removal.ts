import { sql } from "kysely";
import type { Transaction } from "../database/database.ts";

/** Changes of fewer items leave the segments of their account, whatever its size. */
const MANY = 1_000;

/** Maximum items of an account for each that changes, so that making segments again takes no longer than counting. */
const MAX_ITEMS_PER_CHANGED = 4;

/** Removes the segments of an account, so that the cleanup worker makes them again. */
export async function restart(transaction: Transaction, accountId: number): Promise<void> {
  await remove(transaction, accountId);
  await transaction.updateTable("libraries").set({ segments_due: 1 }).where("account_id", "=", accountId).execute();
}

/**
 * Call it before a change of items. If the change is of so many that making segments anew is less work than counting each of
 * them in every order, removes the segments of the account; the cleanup worker makes them afterwards.
 */
export async function removeForMany(transaction: Transaction, accountId: number, changed: number): Promise<void> {
  if (changed < MANY) return;
  const { numUpdatedRows } = await transaction
    .updateTable("libraries")
    .set({ segments_due: 1 })
    .where("account_id", "=", accountId)
    .where("item_count", "<=", changed * MAX_ITEMS_PER_CHANGED)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("item_segments")
          .select(sql.lit(1).as("found"))
          .whereRef("item_segments.account_id", "=", "libraries.account_id"),
      ),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await remove(transaction, accountId);
}

/** Removes the segments of an account. Without segments, pages are read from the beginning of a list. */
export async function remove(transaction: Transaction, accountId: number): Promise<void> {
  await transaction.deleteFrom("item_segments").where("account_id", "=", accountId).execute();
}
