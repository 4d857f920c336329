import type { Database, Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";
import { eachYielding, forEachChunk } from "../scheduling.ts";
import * as library from "./library.ts";
import { type LibraryTree, type TreeNode, treeOf } from "./library-tree.ts";
import { MAX_DEPTH, type Node, Tree } from "./tree.ts";

/** The tree of an account as it is stored, and `tree`, a copy that callers change and save. */
export interface StoredTree {
  readonly stored: readonly TreeNode[];
  readonly tree: Tree;
}

/** Loads the tree of an account in the transaction that changes it. */
export async function load(transaction: Transaction, accountId: number): Promise<StoredTree> {
  return toStored(await treeOf(transaction, accountId));
}

/**
 * Loads the tree of an account before the transaction of a change, like `library.prefetch`. Each call of the returned
 * function returns a copy of its own, because the work of a transaction may run several times.
 */
export async function prefetch(
  database: Database,
  accountId: number,
): Promise<(transaction: Transaction, version: number) => Promise<StoredTree>> {
  const getTree = await library.prefetch(database, accountId, async (handle) => {
    const tree = await treeOf(handle, accountId);
    return { tree, copies: [await toStored(tree)] };
  });
  return async (transaction, version) => {
    const { tree, copies } = await getTree(transaction, version);
    return copies.pop() ?? toStored(tree);
  };
}

async function toStored({ nodes }: LibraryTree): Promise<StoredTree> {
  const tree = new Tree();
  await eachYielding(nodes, (node) => tree.attach(node));
  return { stored: nodes, tree };
}

/** Saves the changes made to `tree`. Throws `invalid`, naming `field`, if the tree is too deep. */
export async function save(transaction: Transaction, { stored, tree }: StoredTree, field: string): Promise<void> {
  const depths = tree.depths();
  const [deleted, moved]: [TreeNode[], TreeNode[]] = [[], []];
  await eachYielding(stored, (node) => {
    const { id, parentId, depth } = node;
    if (!tree.has(id)) deleted.push(node);
    else if (tree.parentOf(id) !== parentId || depths.get(id) !== depth) moved.push(node);
  });
  // Collections that get the same values are updated together.
  const groups = Map.groupBy(moved, ({ id, parentId }) => {
    const isSameParent = tree.parentOf(id) === parentId;
    return `${depths.get(id)} ${isSameParent ? "same" : tree.parentOf(id)}`;
  });
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const [depth, parentId] = [depths.get(first.id) ?? 1, tree.parentOf(first.id)];
    assertDepth(depth, field);
    const newParent = parentId === first.parentId ? {} : { parent_id: parentId };
    const parentDepth = parentId === null ? null : depth - 1;
    await forEachChunk(idsOf(group), (ids) =>
      transaction
        .updateTable("collections")
        .set({ ...newParent, depth, parent_depth: parentDepth })
        .where("id", "in", ids)
        .execute(),
    );
  }
  await forEachChunk(idsOf(deleted), (ids) => transaction.deleteFrom("collections").where("id", "in", ids).execute());
}

/** The ids of the stored collections that get another parent, by that parent. */
export function movedByParent({ stored, tree }: StoredTree): Map<number | null, number[]> {
  const moved = stored.filter(({ id, parentId }) => tree.has(id) && tree.parentOf(id) !== parentId);
  const groups = Map.groupBy(moved, ({ id }) => tree.parentOf(id));
  return new Map([...groups].map(([parentId, nodes]) => [parentId, idsOf(nodes)]));
}

/** Throws `invalid`, naming `field`, if `depth` exceeds the maximum. */
export function assertDepth(depth: number, field: string): void {
  if (depth <= MAX_DEPTH) return;
  const message = `Collections can be nested ${MAX_DEPTH} levels deep at most.`;
  throw new Failure("invalid", message, { details: [{ path: `/${field}`, message: "would be nested too deep" }] });
}

function idsOf(nodes: readonly Node[]): number[] {
  return nodes.map(({ id }) => id);
}
