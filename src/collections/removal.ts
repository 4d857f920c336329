import * as pictures from "../covers/pictures.ts";
import type { Database, Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";
import { type Operation, Step } from "../undo/step.ts";
import * as changes from "../webhooks/changes.ts";
import * as access from "./access.ts";
import * as library from "./library.ts";
import { treeOf } from "./library-tree.ts";
import * as placement from "./placement.ts";
import * as sharedSubtree from "./shared-subtree.ts";
import type { StoredTree } from "./stored-tree.ts";
import * as storedTree from "./stored-tree.ts";

type Clock = () => number;

/**
 * Deletes a collection with its descendants; their items move to the Trash. Throws `notFound`,
 * `forbidden` and `changed`.
 */
export async function deleteTree(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  options: library.ChangeOptions = {},
): Promise<void> {
  const getTree = await storedTree.prefetch(database, accountId);
  const work = async (transaction: Transaction, version: number) => {
    await access.getOwned(transaction, accountId, id);
    const found = await getTree(transaction, version);
    const deleted = found.tree.removeSubtree(id);
    await save(transaction, clock, accountId, found, {
      operation: "deleteCollection",
      deleted,
      itemsTo: placement.TRASH,
      field: "id",
    });
  };
  await library.change(database, accountId, work, options);
}

/**
 * Deletes these collections, but not their children, which move up one level; items move to the
 * Trash. Returns the deleted ids. Throws `changed`, and `notFound` if all `ids` are unknown.
 */
export async function deleteMany(
  database: Database,
  clock: Clock,
  accountId: number,
  ids: readonly number[],
  options: library.ChangeOptions = {},
): Promise<number[]> {
  const getTree = await storedTree.prefetch(database, accountId);
  const work = async (transaction: Transaction, version: number) => {
    const found = await getTree(transaction, version);
    const deleted = ownAmong(found, ids);
    for (const id of deleted) found.tree.remove(id);
    await save(transaction, clock, accountId, found, {
      operation: "deleteCollections",
      deleted,
      itemsTo: placement.TRASH,
      field: "ids",
    });
    return deleted;
  };
  return library.change(database, accountId, work, options);
}

/**
 * Moves the items and children of the collections `ids` to the collection `to`, and deletes `ids`.
 * Returns the deleted ids. Throws `notFound` if all `ids` are unknown, and `invalid` if `to` is
 * unknown or the tree would be too deep.
 */
export async function merge(
  database: Database,
  clock: Clock,
  accountId: number,
  { to, ids }: { readonly to: number; readonly ids: readonly number[] },
): Promise<number[]> {
  const getTree = await storedTree.prefetch(database, accountId);
  return library.change(database, accountId, async (transaction, version) => {
    const found = await getTree(transaction, version);
    if (!found.tree.has(to)) throw invalidTarget();
    const others = ids.filter((id) => id !== to);
    const deleted = others.length > 0 ? ownAmong(found, others) : [];
    found.tree.merge(new Set(deleted), to);
    await save(transaction, clock, accountId, found, {
      operation: "mergeCollections",
      deleted,
      itemsTo: to,
      field: "to",
    });
    return deleted;
  });
}

/** Deletes all collections that contain no items, not even in descendants. Returns their number. */
export async function deleteEmpty(database: Database, clock: Clock, accountId: number): Promise<number> {
  const getTree = await storedTree.prefetch(database, accountId);
  return library.change(database, accountId, async (transaction, version) => {
    const found = await getTree(transaction, version);
    const deleted = found.stored.filter(({ total }) => total === 0).map(({ id }) => id);
    for (const id of deleted) found.tree.remove(id);
    await save(transaction, clock, accountId, found, {
      operation: "cleanCollections",
      deleted,
      itemsTo: placement.TRASH,
      field: "ids",
    });
    return deleted.length;
  });
}

/** What `deleteTree` would delete besides the collection, and move to the Trash. */
export interface Contents {
  /** The collections nested in it. */
  readonly collections: number;
  /** The items in all of them. */
  readonly items: number;
}

/** Counts what is in a collection of the account and those nested in it; nothing for an unknown id. Reads no items. */
export async function contentsOf(database: Database, accountId: number, id: number): Promise<Contents> {
  const { size = 1, total = 0 } = (await treeOf(database, accountId)).get(id) ?? {};
  return { collections: size - 1, items: total };
}

/** The number of collections that `deleteEmpty` would delete. */
export async function countEmpty(database: Database, accountId: number): Promise<number> {
  return (await treeOf(database, accountId)).emptyCount;
}

interface Removal {
  readonly operation: Operation;
  readonly deleted: readonly number[];
  /** Where the items of the deleted collections move. */
  readonly itemsTo: placement.PlaceId;
  /** The request field that the error names if the tree would be too deep. */
  readonly field: string;
}

/** Saves a tree without its deleted collections; moves their items and releases their pictures. Records an undo step. */
async function save(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  found: StoredTree,
  { operation, deleted, itemsTo, field }: Removal,
): Promise<void> {
  const plan = { operation, change: { to: itemsTo }, collections: deleted.length };
  const step = new Step(transaction, { accountId, clock }, plan);
  await step.addCollections(deleted);
  for (const [newParentId, ids] of storedTree.movedByParent(found)) {
    await step.addMoves(ids, newParentId);
    changes.record(transaction, clock, accountId, { type: "collection.updated", count: ids.length, collections: ids });
  }
  const moved = await placement.moveItemsOfDeleted(transaction, accountId, deleted, itemsTo, step);
  if (moved > 0) await library.markItemsChanged(transaction, clock, accountId);
  await pictures.release(transaction, accountId, deleted);
  await sharedSubtree.endInvitationsOfMoved(transaction, accountId, found);
  await storedTree.save(transaction, found, field);
  await step.finish();
  const type = operation === "mergeCollections" ? "collection.merged" : "collection.removed";
  const removed = { type, count: deleted.length, collections: deleted, to: itemsTo } as const;
  changes.record(transaction, clock, accountId, removed);
}

/** The ids of the account's collections among these. Throws `notFound` if there are none. */
function ownAmong({ tree }: StoredTree, ids: readonly number[]): number[] {
  const own = [...new Set(ids)].filter((id) => tree.has(id));
  if (own.length === 0) throw new Failure("notFound", "None of these ids is one of your collections.");
  return own;
}

function invalidTarget(): Failure {
  const details = [{ path: "/to", message: "must be one of your collections" }];
  return new Failure("invalid", "The target is not one of your collections.", { details });
}
