import { Failure } from "#contract/failure";
import type { Database, Transaction } from "../../database/database.ts";
import * as changes from "../events/changes.ts";
import { ADDITIONS } from "../journal/additions.ts";
import { type Change, LIFETIME_MS, MAX_LISTED, type Outcome, Step } from "../journal/step.ts";
import * as library from "../library.ts";
import * as quota from "../quota.ts";
import * as segments from "../segment-removal.ts";
import type { StoredTree } from "../stored-tree.ts";
import * as storedTree from "../stored-tree.ts";
import { recover } from "./recovery.ts";
import * as reversal from "./reversal.ts";
import * as imports from "./revert-import.ts";
import * as items from "./revert-items.ts";

type Clock = () => number;

/** A reversal of more items or collections takes several transactions, if others wait for the first one. */
const MAX_AT_ONCE = 50;

/** What was reverted, and what was left alone because it has changed since. */
export interface Reverted {
  readonly operation: string;
  readonly items: number;
  readonly collections: number;
  readonly skippedItems: number;
  readonly skippedCollections: number;
  /** Ids of skipped items, at most `MAX_LISTED`. Items that moved as part of a whole place are only counted. */
  readonly skippedIds: readonly number[];
}

/**
 * Reverts a change, except what has changed since. Throws `notFound` for a change that is unknown, another
 * account's, too old or already reverted, `invalid` if the tree would get too deep, and `forbidden` beyond a quota.
 */
export async function revert(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  options: library.ChangeOptions = {},
): Promise<Reverted> {
  // What is recorded does not change while the step can be reverted.
  const recorded = (await isOwn(database, accountId, id))
    ? await reversal.read(database, id)
    : reversal.NOTHING_RECORDED;
  const work = async (transaction: Transaction, found?: StoredTree) => {
    const step = await take(transaction, clock, accountId, id);
    const author = { accountId, clock };
    const reverted = { stepId: id, expiresAt: step.created_at + LIFETIME_MS };
    const journalOf = (size: number, isCompleted?: boolean) =>
      size > MAX_AT_ONCE
        ? new Step(transaction, author, { operation: "revert", change: { reverted: { ...reverted, isCompleted } } })
        : undefined;
    const change: Change = JSON.parse(step.change);
    const outcomes: Outcome[] = [];
    await segments.removeForMany(transaction, accountId, step.item_count);
    if (ADDITIONS.some((operation) => operation === step.operation)) {
      outcomes.push(await imports.remove(transaction, author, id, found, journalOf(step.item_count)));
    } else {
      const size = recorded.collections.length + recorded.shelves.length;
      if (size === 0) outcomes.push(await items.restore(transaction, author, id, change, journalOf(step.item_count)));
      else {
        if (found !== undefined) await quota.assertRoomForCollections(transaction, accountId, step.collection_count);
        const journal = journalOf(size, true);
        await journal?.store();
        const pause = async () => journal?.pause();
        outcomes.push(...(await reversal.run(transaction, author, { stepId: id, change, recorded, found, pause })));
      }
    }
    const total = outcomes.reduce(add);
    if (total.items > 0) await library.markItemsChanged(transaction, clock, accountId);
    const { operation } = step;
    const event = { type: "change.reverted", count: total.items + total.collections, collections: "all" } as const;
    changes.record(transaction, clock, accountId, { ...event, operation });
    return { operation: step.operation, ...total, skippedIds: total.skippedIds.slice(0, MAX_LISTED) };
  };
  const changeOptions = { ...options, isImport: true, recover };
  if (recorded.collections.length > 0) return storedTree.change(database, accountId, work, changeOptions);
  return library.change(database, accountId, (transaction) => work(transaction), changeOptions);
}

/** Whether an account has a step, for which more than one statement is then worth while. */
async function isOwn(database: Database, accountId: number, id: number): Promise<boolean> {
  const step = await database
    .selectFrom("undo_steps")
    .select("id")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return step !== undefined;
}

/** Ends a step, so that nobody else can revert it. */
async function take(transaction: Transaction, clock: Clock, accountId: number, id: number) {
  const step = await transaction
    .updateTable("undo_steps")
    .set({ expires_at: 0 })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("expires_at", ">", clock())
    .returning(["operation", "change", "item_count", "collection_count", "created_at"])
    .executeTakeFirst();
  if (step !== undefined) return step;
  throw new Failure("notFound", "There is no change with this id that can be reverted.", { reason: "undo-not-found" });
}

function add(one: Outcome, other: Outcome): Outcome {
  return {
    items: one.items + other.items,
    collections: one.collections + other.collections,
    skippedItems: one.skippedItems + other.skippedItems,
    skippedCollections: one.skippedCollections + other.skippedCollections,
    skippedIds: [...one.skippedIds, ...other.skippedIds],
  };
}
