import type { Transaction } from "../../database/database.ts";
import type { Operation } from "./step.ts";

/** What adds items, and is reverted by deleting those that nobody has changed since. */
export const ADDITIONS: readonly Operation[] = ["import", "addItems"];

/** An item before a change. */
interface Before {
  readonly id: number;
  readonly account_id: number;
  readonly updated_at: number;
}

/**
 * Lets the step that added an item still delete it, after the server has changed the item by itself: with what its page
 * says. What a person has changed before stays.
 */
export async function keepRevertible(transaction: Transaction, item: Before, updatedAt: number): Promise<void> {
  const { id, account_id: accountId, updated_at: before } = item;
  await transaction
    .updateTable("undo_items")
    .set({ updated_at: updatedAt })
    .where("step_id", "in", (from) =>
      from
        .selectFrom("undo_steps")
        .select("undo_steps.id")
        .where("undo_steps.account_id", "=", accountId)
        .where("expires_at", ">", 0)
        .where("operation", "in", ADDITIONS),
    )
    .where("item_id", "=", id)
    .where("updated_at", "=", before)
    .execute();
}
