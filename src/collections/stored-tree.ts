import { type Database, inSnapshot, type Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";
import { forEachChunk, readAllPages } from "../scheduling.ts";
import { MAX_DEPTH, type Node, Tree } from "./tree.ts";

interface StoredNode extends Node {
  readonly depth: number;
}

/** The tree of an account as it is stored, and `tree`, a copy that callers change and save. */
export interface StoredTree {
  readonly stored: readonly StoredNode[];
  readonly tree: Tree;
}

/**
 * Loads an account's tree, as it was at one moment. To save changes of it, load it in `library.change` or with
 * `library.prefetch`: otherwise it may be outdated.
 */
export async function load(database: Database, accountId: number): Promise<StoredTree> {
  const stored = await inSnapshot(database, (handle) =>
    readAllPages((after, limit) =>
      handle
        .selectFrom("collections")
        .select(["id", "parent_id as parentId", "depth"])
        .where("account_id", "=", accountId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute(),
    ),
  );
  return { stored, tree: new Tree(stored) };
}

/** Saves the changes made to `tree`. Throws `invalid`, naming `field`, if the tree is too deep. */
export async function save(transaction: Transaction, { stored, tree }: StoredTree, field: string): Promise<void> {
  const depths = tree.depths();
  const [deleted, kept] = [stored.filter(({ id }) => !tree.has(id)), stored.filter(({ id }) => tree.has(id))];
  const moved = kept.filter(({ id, parentId, depth }) => tree.parentOf(id) !== parentId || depths.get(id) !== depth);
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
