import { type Database, inTransaction, type Transaction } from "../../database/database.ts";
import { deletePart } from "../journal/expiry.ts";
import * as longChanges from "../journal/long-changes.ts";
import type { Change } from "../journal/step.ts";
import * as completion from "./completion.ts";
import * as imports from "./revert-import.ts";
import * as items from "./revert-items.ts";
import * as shelves from "./revert-shelves.ts";

/** Rows of a step that are deleted at once; the cleanup worker deletes the others. */
const MAX_DELETED = 500;

/**
 * Reverts what an unfinished change has committed (see `library/journal/long-changes.ts`), or completes it, in short
 * transactions. Does nothing if another process has taken it over. After an interruption it can be repeated.
 */
export async function recover(
  database: Database,
  clock: () => number,
  unfinished: longChanges.Unfinished,
): Promise<void> {
  const { accountId, stepId } = unfinished;
  await inTransaction(database, async (transaction) => {
    if (!(await longChanges.renew(transaction, clock, unfinished))) return;
    const step = await transaction
      .selectFrom("undo_steps")
      .select(["operation", "change", "collection_count"])
      .where("id", "=", stepId)
      .executeTakeFirst();
    if (step !== undefined) {
      const change: Change = JSON.parse(step.change);
      const pause = () => longChanges.pauseRecovery(transaction, clock, unfinished);
      const author = { accountId, clock };
      if (await completion.complete(transaction, author, { id: stepId, ...step, change }, pause)) {
        await longChanges.end(transaction, unfinished);
        return;
      }
      if (step.operation === "import" || step.operation === "createItems")
        await imports.takeBack(transaction, accountId, stepId, pause);
      else {
        await items.takeBack(transaction, accountId, stepId, pause);
        const recorded = await shelves.read(transaction, stepId);
        await shelves.moveBack(transaction, author, stepId, { to: change.to, recorded, pause });
      }
      await expire(transaction, stepId, change);
    }
    await longChanges.end(transaction, unfinished);
  });
}

/** Deletes the step of a change that failed, or its first rows; what a failed reversal has reverted can be again. */
async function expire(transaction: Transaction, stepId: number, { reverted }: Change): Promise<void> {
  await transaction.updateTable("undo_steps").set({ expires_at: 0 }).where("id", "=", stepId).execute();
  await deletePart(transaction, [stepId], MAX_DELETED);
  if (reverted === undefined) return;
  await transaction
    .updateTable("undo_steps")
    .set({ expires_at: reverted.expiresAt })
    .where("id", "=", reverted.stepId)
    .execute();
}
