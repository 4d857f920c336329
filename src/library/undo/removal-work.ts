import type { Transaction } from "../../database/database.ts";
import * as copyRules from "../copy-rules.ts";
import * as pictures from "../covers/pictures.ts";
import * as changes from "../events/changes.ts";
import type { Author, Operation, Step } from "../journal/step.ts";
import * as library from "../library.ts";
import * as placement from "../placement.ts";
import * as sharedSubtree from "../sharing/shared-subtree.ts";
import type { StoredTree } from "../stored-tree.ts";
import * as storedTree from "../stored-tree.ts";
import { deleteLeaves, moveSubtrees } from "../tree-parts.ts";

/** A removal of collections. */
export interface Removal {
  readonly operation: Operation;
  readonly deleted: readonly number[];
  /** The other collections that get another parent. */
  readonly moved: readonly number[];
  /** Where the items of the deleted collections move. */
  readonly itemsTo: placement.PlaceId;
}

/**
 * Does what an undo step of a removal says: moves the items, releases the pictures, and saves the tree, in which the
 * deleted collections are missing. Others can write between its parts. It cannot fail for a reason of the account, and
 * can be repeated after an interruption: collaborators and invitations end with a collection, and would not come back
 * if a half was reverted instead.
 */
export async function carryOut(
  transaction: Transaction,
  { accountId, clock }: Author,
  step: Step,
  found: StoredTree,
  { operation, deleted, moved: movedIds, itemsTo }: Removal,
): Promise<void> {
  const pause = () => step.pause();
  await sharedSubtree.endInvitationsOfMoved(transaction, accountId, found);
  const movedItems = await placement.moveItemsOfDeleted(transaction, accountId, deleted, itemsTo, step);
  if (movedItems > 0) await library.markItemsChanged(transaction, clock, accountId);
  if (movedItems > 0 && itemsTo > 0) await copyRules.applyTo(transaction, clock, itemsTo);
  await pictures.release(transaction, accountId, deleted, pause);
  const withoutLeaves = await deleteLeaves(transaction, found, pause);
  await storedTree.save(transaction, await moveSubtrees(transaction, withoutLeaves, new Set(), pause));
  const updated = { type: "collection.updated", count: movedIds.length, collections: movedIds } as const;
  changes.record(transaction, clock, accountId, updated);
  const type = operation === "mergeCollections" ? "collection.merged" : "collection.removed";
  const removed = { type, count: deleted.length, collections: deleted, to: itemsTo } as const;
  changes.record(transaction, clock, accountId, removed);
}
