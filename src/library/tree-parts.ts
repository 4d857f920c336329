import { eachYielding, forEachChunk } from "#contract/scheduling";
import type { Transaction } from "../database/database.ts";
import type { TreeNode } from "./library-tree.ts";
import { ascending, deleteAll, idsOf, type StoredTree, writePlaces } from "./stored-tree.ts";
import type { Tree } from "./tree.ts";

// The changes of a tree that can be saved in parts, before `storedTree.save` saves the others: the stored tree is valid
// after each part, which means that every collection is one level below its parent.

/** Rows that are written before others may write: a larger subtree is one part. */
const ROWS_PER_PART = 1_000;

/**
 * Deletes the stored collections that are not in `tree` and contain none that are. Calls `pause` after each part of
 * them. Returns what is left to save.
 */
export async function deleteLeaves(
  transaction: Transaction,
  { stored, tree }: StoredTree,
  pause: () => Promise<void>,
): Promise<StoredTree> {
  const leaves = new Set<TreeNode>();
  /** Collections that contain one that is not deleted here. */
  const kept = new Set<number | null>();
  // Each collection comes after those nested in it.
  await eachYielding(stored.toReversed(), (node) => {
    if (!tree.has(node.id) && !kept.has(node.id)) leaves.add(node);
    else kept.add(node.parentId);
  });
  const levels = [...Map.groupBy(leaves, ({ depth }) => depth)].sort(([one], [other]) => other - one);
  for (const [, level] of levels) {
    await forEachChunk(ascending(idsOf(level)), async (ids) => {
      await deleteAll(transaction, ids);
      await pause();
    });
  }
  return { stored: stored.filter((node) => !leaves.has(node)), tree };
}

/**
 * Moves those stored subtrees whose new parent is already where it will be. `inserted`: collections that have been
 * inserted where they will be. Calls `pause` after each part of them. Returns what is left to save.
 */
export async function moveSubtrees(
  transaction: Transaction,
  { stored, tree }: StoredTree,
  inserted: ReadonlySet<number>,
  pause: () => Promise<void>,
): Promise<StoredTree> {
  const depths = tree.depths();
  const ready = new Set<number | null>(inserted).add(null);
  await eachYielding(stored, ({ id, depth }) => {
    if (depths.get(id) === depth) ready.add(id);
  });
  const saved = new Set<TreeNode>();
  let part: TreeNode[] = [];
  const write = async () => {
    if (part.length === 0) return;
    await writePlaces(transaction, tree, depths, part);
    part = [];
    await pause();
  };
  for (const subtree of changedSubtrees({ stored, tree }, depths, saved)) {
    if (!canMove(subtree, tree, ready)) continue;
    if (part.length + subtree.length > ROWS_PER_PART) await write();
    for (const node of subtree) {
      saved.add(node);
      part.push(node);
      ready.add(node.id);
    }
  }
  await write();
  return { stored: stored.filter((node) => !saved.has(node)), tree };
}

/** Whether each collection of a subtree will be in it, or nested in one that is where it will be. */
function canMove(subtree: readonly TreeNode[], tree: Tree, ready: ReadonlySet<number | null>): boolean {
  const own = new Set<number | null>(idsOf(subtree));
  return subtree.every(({ id }) => tree.has(id) && (ready.has(tree.parentOf(id)) || own.has(tree.parentOf(id))));
}

/**
 * Subtrees that are not saved yet and whose topmost collection gets another place. First those that get another parent,
 * from the last to the first, so that what leaves a subtree does so before that moves; then all, because the new parent
 * of some may have moved meanwhile.
 */
function* changedSubtrees(
  { stored, tree }: StoredTree,
  depths: ReadonlyMap<number, number>,
  saved: ReadonlySet<TreeNode>,
): Generator<readonly TreeNode[], void> {
  const moves = ({ id, parentId }: TreeNode) => tree.has(id) && tree.parentOf(id) !== parentId;
  for (const [start, top] of [...stored.entries()].reverse())
    if (moves(top)) yield subtreeAt(stored, start).filter((node) => !saved.has(node));
  for (let start = 0; start < stored.length; start += 1) {
    const top = stored[start];
    if (top === undefined || saved.has(top) || !(moves(top) || (tree.has(top.id) && depths.get(top.id) !== top.depth)))
      continue;
    const subtree = subtreeAt(stored, start);
    yield subtree.filter((node) => !saved.has(node));
    start += subtree.length - 1;
  }
}

/** A stored collection and those nested in it. */
function subtreeAt(stored: readonly TreeNode[], start: number): readonly TreeNode[] {
  const depth = stored[start]?.depth ?? 0;
  let end = start + 1;
  while ((stored[end]?.depth ?? 0) > depth) end += 1;
  return stored.slice(start, end);
}
