import * as library from "../collections/library.ts";
import type { Database, Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";
import * as changes from "../webhooks/changes.ts";
import { recover } from "./recovery.ts";
import * as collections from "./revert-collections.ts";
import * as imports from "./revert-import.ts";
import * as items from "./revert-items.ts";
import * as shelves from "./revert-shelves.ts";
import { type Change, LIFETIME_MS, MAX_LISTED, type Outcome, Step } from "./step.ts";

type Clock = () => number;

/** A reversal of more items takes several transactions, if others wait for the first one. */
const MAX_ITEMS_AT_ONCE = 50;

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
  const work = async (transaction: Transaction) => {
    const step = await take(transaction, clock, accountId, id);
    const author = { accountId, clock };
    const reverted = { stepId: id, expiresAt: step.created_at + LIFETIME_MS };
    const journal =
      step.item_count > MAX_ITEMS_AT_ONCE
        ? new Step(transaction, author, { operation: "revert", change: { reverted } })
        : undefined;
    const outcomes: Outcome[] = [];
    if (step.operation === "import") outcomes.push(await imports.remove(transaction, author, id, journal));
    else {
      const change: Change = JSON.parse(step.change);
      outcomes.push(await collections.restore(transaction, author, id));
      outcomes.push(await shelves.moveBack(transaction, author, id, change.to));
      // The journal has only items.
      const isFirst = outcomes.every((outcome) => isNothing(outcome));
      outcomes.push(await items.restore(transaction, author, id, change, isFirst ? journal : undefined));
    }
    const total = outcomes.reduce(add);
    if (total.items > 0) await library.markItemsChanged(transaction, clock, accountId);
    const { operation } = step;
    const event = { type: "change.reverted", count: total.items + total.collections, collections: "all" } as const;
    changes.record(transaction, clock, accountId, { ...event, operation });
    return { operation: step.operation, ...total, skippedIds: total.skippedIds.slice(0, MAX_LISTED) };
  };
  return library.change(database, accountId, work, { ...options, isImport: true, recover });
}

/** Ends a step, so that nobody else can revert it. */
async function take(transaction: Transaction, clock: Clock, accountId: number, id: number) {
  const step = await transaction
    .updateTable("undo_steps")
    .set({ expires_at: 0 })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("expires_at", ">", clock())
    .returning(["operation", "change", "item_count", "created_at"])
    .executeTakeFirst();
  if (step !== undefined) return step;
  throw new Failure("notFound", "There is no change with this id that can be reverted.");
}

function isNothing(outcome: Outcome): boolean {
  return outcome.items === 0 && outcome.collections === 0;
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
