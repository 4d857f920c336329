import { sql } from "kysely";
import { afterTransaction, type Transaction } from "../../database/database.ts";
import * as changes from "../events/changes.ts";
import * as notification from "../events/notification.ts";
import { type Author, type Change, type Operation, Step } from "../journal/step.ts";
import * as library from "../library.ts";
import * as storedTree from "../stored-tree.ts";
import { carryOut } from "./removal-work.ts";
import * as reversal from "./reversal.ts";
import * as collections from "./revert-collections.ts";

// After a crash, and after a failure such as that of a disk, a removal of collections whose step says all that it does
// is completed, and so is the reversal of one.

/** The step of an unfinished change. */
interface UnfinishedStep {
  readonly id: number;
  readonly operation: string;
  readonly change: Change;
  readonly collection_count: number;
}

const REMOVALS = [
  "deleteCollection",
  "deleteCollections",
  "mergeCollections",
  "cleanCollections",
] as const satisfies readonly Operation[];

/**
 * Completes an unfinished change in short transactions. Returns false, with nothing done, for one that must be reverted
 * instead. After an interruption it can be repeated.
 */
export async function complete(
  transaction: Transaction,
  author: Author,
  step: UnfinishedStep,
  pause: () => Promise<void>,
): Promise<boolean> {
  const { accountId } = author;
  const { reverted } = step.change;
  const operation = REMOVALS.find((each) => each === step.operation);
  const isRemoval = operation !== undefined && (await isRecorded(transaction, step));
  if (!isRemoval && reverted?.isCompleted !== true) return false;
  changes.begin(transaction, accountId);
  if (reverted !== undefined) await completeReversal(transaction, author, reverted.stepId, pause);
  else if (operation !== undefined) await completeRemoval(transaction, author, { ...step, operation }, pause);
  await library.markItemsChanged(transaction, author.clock, accountId);
  const hasEvents = await changes.finish(transaction, accountId);
  if (hasEvents) afterTransaction(transaction, async (database) => notification.notify(database));
  return true;
}

/** Whether a removal has recorded all collections that it deletes: it does so before it changes anything. */
async function isRecorded(transaction: Transaction, { id, collection_count }: UnfinishedStep): Promise<boolean> {
  const { count } = await transaction
    .selectFrom("undo_collections")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("step_id", "=", id)
    .where("kind", "=", "deleted")
    .executeTakeFirstOrThrow();
  return count === collection_count;
}

async function completeRemoval(
  transaction: Transaction,
  author: Author,
  { id, operation, change }: UnfinishedStep & { readonly operation: Operation },
  pause: () => Promise<void>,
): Promise<void> {
  const { to } = change;
  if (typeof to !== "number") throw new Error(`The step ${id} does not say where items move.`);
  const recorded = await collections.read(transaction, id);
  const found = await storedTree.load(transaction, author.accountId);
  const moved = recorded.filter(({ kind }) => kind === "moved");
  await collections.moveAll(
    found.tree,
    moved.map((node) => ({ id: node.id, parentId: node.newParentId })),
  );
  await pause();
  const deleted = recorded.flatMap((node) => (node.kind === "deleted" ? [node.id] : []));
  for (const each of deleted) if (found.tree.has(each)) found.tree.remove(each);
  const step = new Step(transaction, author, { operation, change }, { id, pause });
  await carryOut(transaction, author, step, found, {
    operation,
    deleted,
    moved: moved.map((node) => node.id),
    itemsTo: to,
  });
  await transaction
    .updateTable("undo_steps")
    .set(({ selectFrom, fn }) => ({
      item_count: selectFrom("undo_shelves")
        .select(({ ref }) => fn.coalesce(fn.sum<number>(ref("undo_shelves.count")), sql.lit(0)).as("items"))
        .where("step_id", "=", id),
    }))
    .where("id", "=", id)
    .execute();
}

async function completeReversal(
  transaction: Transaction,
  author: Author,
  stepId: number,
  pause: () => Promise<void>,
): Promise<void> {
  const step = await transaction
    .selectFrom("undo_steps")
    .select(["operation", "change"])
    .where("id", "=", stepId)
    .executeTakeFirst();
  if (step === undefined) return;
  const change: Change = JSON.parse(step.change);
  const recorded = await reversal.read(transaction, stepId);
  const found = recorded.collections.length > 0 ? await storedTree.load(transaction, author.accountId) : undefined;
  await pause();
  const outcomes = await reversal.run(transaction, author, { stepId, change, recorded, found, pause });
  const count = outcomes.reduce((sum, { items, collections: restored }) => sum + items + restored, 0);
  const event = { type: "change.reverted", count, collections: "all" } as const;
  changes.record(transaction, author.clock, author.accountId, { ...event, operation: step.operation });
}
