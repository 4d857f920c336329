import * as accounts from "../../accounts/accounts.ts";
import type { Group } from "../../accounts/settings.ts";
import * as settings from "../../accounts/settings.ts";
import type { Database, Transaction } from "../../database/database.ts";
import * as access from "../access.ts";
import * as changes from "../events/changes.ts";
import * as library from "../library.ts";
import { type LibraryTree, treeOf } from "../library-tree.ts";
import * as collections from "./collections.ts";
import * as groups from "./groups.ts";
import { reorder } from "./order.ts";

/** Where a collection moves among those with the same parent. */
export type Direction = "up" | "down";

/**
 * Moves a collection of the account before or after its neighbour: in its group if the account has groups and it is at
 * the top level, otherwise by `sort`. At the end it writes nothing and returns false. Throws `notFound` and `forbidden`.
 */
export async function moveAmongSiblings(
  database: Database,
  clock: () => number,
  accountId: number,
  id: number,
  direction: Direction,
): Promise<boolean> {
  if (!(await hasNeighbour(database, accountId, id, direction))) return false;
  const read = (handle: Database) => treeOf(handle, accountId);
  const work = async (transaction: Transaction, tree: LibraryTree) => {
    const { parent_id: parentId } = await access.getOwned(transaction, accountId, id);
    const { groups: stored } = await settings.get(transaction, accountId);
    if (parentId === null && stored.length > 0) {
      const rootIds = await collections.listRootIds(transaction, accountId);
      const swap = (group: Group) => ({ ...group, collections: swapped(group.collections, id, direction) });
      await accounts.changeGroups(transaction, accountId, (current) => groups.withRoots(current, rootIds).map(swap));
      return;
    }
    const siblings = [...tree.childrenOf(parentId)];
    const sorts = new Map<number, number>();
    const order = swapped(
      siblings.map((sibling) => sibling.id),
      id,
      direction,
    );
    const before = new Map(siblings.map((sibling) => [sibling.id, sibling.sort]));
    for (const [index, siblingId] of order.entries()) {
      const wanted = order.length - 1 - index;
      if (before.get(siblingId) !== wanted) sorts.set(siblingId, wanted);
    }
    await reorder(transaction, clock, sorts);
    const updated = { type: "collection.updated", count: sorts.size, collections: [...sorts.keys()] } as const;
    changes.record(transaction, clock, accountId, updated);
  };
  await library.changeAfter(database, accountId, read, work);
  return true;
}

async function hasNeighbour(database: Database, accountId: number, id: number, direction: Direction): Promise<boolean> {
  const { parent_id: parentId } = await access.getOwned(database, accountId, id);
  const ids = await siblingsOf(database, accountId, id, parentId);
  return ids.at(direction === "up" ? 0 : -1) !== id;
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

/** The list in which `id` has changed places with its neighbour. */
function swapped(ids: readonly number[], id: number, direction: Direction): number[] {
  const from = ids.indexOf(id);
  const to = direction === "up" ? from - 1 : from + 1;
  const neighbour = ids[to];
  return from === -1 || neighbour === undefined ? [...ids] : ids.with(from, neighbour).with(to, id);
}
