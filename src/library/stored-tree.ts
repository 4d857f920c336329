import { sql } from "kysely";
import { Failure } from "#contract/failure";
import { eachYielding, forEachChunk } from "#contract/scheduling";
import type { Database, Transaction } from "../database/database.ts";
import { engineOf } from "../database/engine.ts";
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
 * Like `library.change`, and loads the tree of the account before the transaction. Each call of `work` gets a copy of
 * its own, because it may run several times.
 */
export async function change<T>(
  database: Database,
  accountId: number,
  work: (transaction: Transaction, found: StoredTree, before: LibraryTree) => Promise<T>,
  options: library.ChangeOptions = {},
): Promise<T> {
  const read = async (handle: Database) => {
    const tree = await treeOf(handle, accountId);
    return { tree, copies: [await toStored(tree)] };
  };
  const workOnCopy = async (transaction: Transaction, { tree, copies }: Awaited<ReturnType<typeof read>>) =>
    work(transaction, copies.pop() ?? (await toStored(tree)), tree);
  return library.changeAfter(database, accountId, read, workOnCopy, options);
}

async function toStored({ nodes }: LibraryTree): Promise<StoredTree> {
  const tree = new Tree();
  await eachYielding(nodes, (node) => tree.attach(node));
  return { stored: nodes, tree };
}

/** Throws `invalid`, naming `field`, if `tree` is too deep to be saved. */
export function assertDepths({ tree }: StoredTree, field: string): void {
  for (const depth of tree.depths().values()) assertDepth(depth, field);
}

/** Saves the changes made to `tree`, which must not be too deep. */
export async function save(transaction: Transaction, { stored, tree }: StoredTree): Promise<void> {
  await writePlaces(
    transaction,
    tree,
    tree.depths(),
    stored.filter(({ id }) => tree.has(id)),
  );
  await forEachChunk(idsOf(stored.filter(({ id }) => !tree.has(id))), (ids) => deleteAll(transaction, ids));
}

/** Writes the parents and levels of those collections that get another one. */
export async function writePlaces(
  transaction: Transaction,
  tree: Tree,
  depths: ReadonlyMap<number, number>,
  nodes: readonly TreeNode[],
): Promise<void> {
  const parents = new Map<number, number | null>();
  const levels = new Set<number>();
  await eachYielding(nodes, ({ id, parentId, depth }) => {
    if (depths.get(id) !== depth) levels.add(id);
    if (depths.get(id) !== depth || tree.parentOf(id) !== parentId) parents.set(id, tree.parentOf(id));
  });
  await forEachChunk(ascending([...parents.keys()]), async (ids) => {
    const rows = ids.map((id) => {
      const [parentId, depth] = [parents.get(id) ?? null, depths.get(id) ?? 1];
      return [id, parentId, depth, parentId === null ? null : depth - 1];
    });
    const placed = engineOf(transaction).tableOf(PLACE_COLUMNS, sql.val(JSON.stringify(rows)));
    // Writing a level looks for nested collections that refer to it.
    const newLevel = ids.some((id) => levels.has(id))
      ? sql`, depth = placed.depth, parent_depth = placed.parent_depth`
      : sql``;
    await sql`update collections set parent_id = placed.parent_id${newLevel} from ${placed} as placed
      where collections.id = placed.id`.execute(transaction);
  });
}

/** The columns of a table of places, with their types. */
export const PLACE_COLUMNS = { id: "bigint", parent_id: "bigint", depth: "integer", parent_depth: "integer" } as const;

/** Deletes collections, at most 1,000. */
export async function deleteAll(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction
    .deleteFrom("collections")
    .where(engineOf(transaction).isOneOf(sql.ref("id"), ids))
    .execute();
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
  throw new Failure("invalid", message, {
    reason: "collections-too-deep",
    values: { limit: MAX_DEPTH },
    details: [{ path: `/${field}`, message: "would be nested too deep", reason: "nested-too-deep" }],
  });
}

/** Ids in the order in which rows are stored: writing many in another one takes several times as long. */
export function ascending(ids: readonly number[]): number[] {
  return [...Float64Array.from(ids).sort()];
}

/** The ids of nodes. */
export function idsOf(nodes: readonly Node[]): number[] {
  return nodes.map(({ id }) => id);
}
