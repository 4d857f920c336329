import * as accounts from "../../accounts/accounts.ts";
import type { Group } from "../../accounts/settings.ts";
import * as settings from "../../accounts/settings.ts";
import type { Database, Transaction } from "../../database/database.ts";
import * as access from "../access.ts";
import * as changes from "../events/changes.ts";
import { type LibraryTree, treeOf } from "../library-tree.ts";
import * as storedTree from "../stored-tree.ts";
import * as collections from "./collections.ts";
import * as groups from "./groups.ts";
import { reorder, sortsFor } from "./order.ts";

/** Where a collection moves among those with the same parent. */
export type Direction = "up" | "down";

/** A place before or after another collection, the sibling. */
export interface Beside {
  readonly siblingId: number;
  readonly side: "before" | "after";
}

/**
 * Moves a collection of the account before or after its neighbour. At the end it writes nothing and returns false.
 * Throws `notFound` and `forbidden`.
 */
export async function moveAmongSiblings(
  database: Database,
  clock: () => number,
  accountId: number,
  id: number,
  direction: Direction,
): Promise<boolean> {
  const { parent_id: parentId } = await access.getOwned(database, accountId, id);
  const ids = await siblingsOf(database, accountId, id, parentId);
  const siblingId = ids[ids.indexOf(id) + (direction === "up" ? -1 : 1)];
  if (siblingId === undefined) return false;
  await moveBeside(database, clock, accountId, id, { siblingId, side: direction === "up" ? "before" : "after" });
  return true;
}

/** The ids of the collections among which one moves, in their order. */
async function siblingsOf(
  database: Database,
  accountId: number,
  id: number,
  parentId: number | null,
): Promise<readonly number[]> {
  const { groups: stored } = await settings.get(database, accountId);
  if (parentId === null && stored.length > 0) {
    const rootIds = await collections.listRootIds(database, accountId);
    return groups.withRoots(stored, rootIds).find((group) => group.collections.includes(id))?.collections ?? [];
  }
  return [...(await treeOf(database, accountId)).childrenOf(parentId)].map((sibling) => sibling.id);
}

/**
 * Moves a collection of the account before or after another one, also of another parent: in the group of that one if
 * the account has groups and it is at the top level, otherwise by `sort`. Throws `notFound`, `forbidden`, and `invalid`
 * for a place within the collection itself, or that is too deep.
 */
export async function moveBeside(
  database: Database,
  clock: () => number,
  accountId: number,
  id: number,
  place: Beside,
): Promise<void> {
  const work = async (transaction: Transaction, found: storedTree.StoredTree, tree: LibraryTree) => {
    const current = await access.getOwned(transaction, accountId, id);
    const { groups: stored } = await settings.get(transaction, accountId);
    const rootIds = stored.length === 0 ? [] : await collections.listRootIds(transaction, accountId);
    const isInGroup = rootIds.includes(place.siblingId);
    const sibling = isInGroup ? undefined : await access.getOwned(transaction, accountId, place.siblingId);
    const parentId = sibling?.parent_id ?? null;
    const isMoved = parentId !== current.parent_id;
    if (isMoved) await collections.move(transaction, found, current, parentId);
    const sorts = new Map<number, number>();
    if (isInGroup) {
      await accounts.changeGroups(transaction, accountId, (before) =>
        placedBeside(groups.withRoots(before, [...new Set([...rootIds, id])]), id, place),
      );
    } else {
      const siblings = [...tree.childrenOf(parentId)];
      for (const [siblingId, sort] of sortsFor(siblings, id, positionOf(siblings, id, place)))
        sorts.set(siblingId, sort);
      await reorder(transaction, clock, sorts);
    }
    const updated = [...new Set([...(isMoved ? [id] : []), ...sorts.keys()])];
    changes.record(transaction, clock, accountId, {
      type: "collection.updated",
      count: updated.length,
      collections: updated,
    });
  };
  if (place.siblingId !== id) await storedTree.change(database, accountId, work);
}

/** The position beside the sibling, among the siblings without the collection itself. */
function positionOf(siblings: readonly { readonly id: number }[], id: number, { siblingId, side }: Beside): number {
  const others = siblings.filter((sibling) => sibling.id !== id);
  const index = others.findIndex((sibling) => sibling.id === siblingId);
  return side === "before" ? index : index + 1;
}

/** The groups, in which a collection is beside its new sibling and nowhere else. */
function placedBeside(stored: readonly Group[], id: number, { siblingId, side }: Beside): Group[] {
  return stored.map((group) => {
    const others = group.collections.filter((each) => each !== id);
    const index = others.indexOf(siblingId);
    if (index === -1) return { ...group, collections: others };
    return { ...group, collections: others.toSpliced(side === "before" ? index : index + 1, 0, id) };
  });
}
