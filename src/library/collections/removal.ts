import { Failure } from "#contract/failure";
import type { Database, Transaction } from "../../database/database.ts";
import * as access from "../access.ts";
import { type Author, Step, type Undoable } from "../journal/step.ts";
import type * as library from "../library.ts";
import { treeOf } from "../library-tree.ts";
import * as placement from "../placement.ts";
import type { StoredTree } from "../stored-tree.ts";
import * as storedTree from "../stored-tree.ts";
import { recover } from "../undo/recovery.ts";
import { carryOut, type Removal } from "../undo/removal-work.ts";

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
): Promise<Undoable<undefined>> {
  const work = async (transaction: Transaction, found: StoredTree) => {
    await access.getOwned(transaction, accountId, id);
    const deleted = found.tree.removeSubtree(id);
    const plan = { operation: "deleteCollection", deleted, itemsTo: placement.TRASH } as const;
    return save(transaction, { accountId, clock }, found, plan, "id");
  };
  const step = await storedTree.change(database, accountId, work, { ...options, recover });
  return { result: undefined, step };
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
  const work = async (transaction: Transaction, found: StoredTree) => {
    const deleted = ownAmong(found, ids);
    for (const id of deleted) found.tree.remove(id);
    const plan = { operation: "deleteCollections", deleted, itemsTo: placement.TRASH } as const;
    await save(transaction, { accountId, clock }, found, plan, "ids");
    return deleted;
  };
  return storedTree.change(database, accountId, work, { ...options, recover });
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
): Promise<Undoable<number[]>> {
  const work = async (transaction: Transaction, found: StoredTree) => {
    if (!found.tree.has(to)) throw invalidTarget();
    const others = ids.filter((id) => id !== to);
    const deleted = others.length > 0 ? ownAmong(found, others) : [];
    found.tree.merge(new Set(deleted), to);
    const plan = { operation: "mergeCollections", deleted, itemsTo: to } as const;
    return { result: deleted, step: await save(transaction, { accountId, clock }, found, plan, "to") };
  };
  return storedTree.change(database, accountId, work, { recover });
}

/** Deletes all collections that contain no items, not even in descendants. Returns their number. */
export async function deleteEmpty(database: Database, clock: Clock, accountId: number): Promise<Undoable<number>> {
  const work = async (transaction: Transaction, found: StoredTree) => {
    const deleted = found.stored.filter(({ total }) => total === 0).map(({ id }) => id);
    for (const id of deleted) found.tree.remove(id);
    const plan = { operation: "cleanCollections", deleted, itemsTo: placement.TRASH } as const;
    return { result: deleted.length, step: await save(transaction, { accountId, clock }, found, plan, "ids") };
  };
  return storedTree.change(database, accountId, work, { recover });
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

/**
 * Saves a tree without its deleted collections: records an undo step, and then does what that says. Throws `invalid`,
 * naming `field`, if the tree would be too deep. Returns the id of the step; undefined if nothing is deleted.
 */
async function save(
  transaction: Transaction,
  author: Author,
  found: StoredTree,
  removal: Omit<Removal, "moved">,
  field: string,
): Promise<number | undefined> {
  storedTree.assertDepths(found, field);
  const { operation, itemsTo } = removal;
  const deleted = storedTree.ascending(removal.deleted);
  const step = new Step(transaction, author, { operation, change: { to: itemsTo }, collections: deleted.length });
  const moved = storedTree.movedByParent(found);
  for (const [newParentId, ids] of moved) await step.addMoves(storedTree.ascending(ids), newParentId);
  await step.addCollections(deleted);
  await carryOut(transaction, author, step, found, { ...removal, deleted, moved: [...moved.values()].flat() });
  return step.finish();
}

/** The ids of the account's collections among these. Throws `notFound` if there are none. */
function ownAmong({ tree }: StoredTree, ids: readonly number[]): number[] {
  const own = [...new Set(ids)].filter((id) => tree.has(id));
  if (own.length === 0)
    throw new Failure("notFound", "None of these ids is one of your collections.", { reason: "collections-not-found" });
  return own;
}

function invalidTarget(): Failure {
  const details = [{ path: "/to", message: "must be one of your collections", reason: "not-own-collection" }];
  return new Failure("invalid", "The target is not one of your collections.", { reason: "target-not-found", details });
}
