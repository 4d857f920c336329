import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import * as sharedSubtree from "../collections/shared-subtree.ts";
import * as storedTree from "../collections/stored-tree.ts";
import type { Tree } from "../collections/tree.ts";
import type { Transaction } from "../database/database.ts";
import { withGivenId } from "../database/dialect.ts";
import { forEachChunk, readAllPages } from "../scheduling.ts";
import { type Author, NOTHING, type Outcome } from "./step.ts";

interface Recorded {
  readonly id: number;
  readonly kind: "deleted" | "moved" | "created";
  readonly parentId: number | null;
  readonly newParentId: number | null;
}

/** Nodes that are moved before other requests get a turn. */
const NODES_PER_TURN = 1000;

/** Collections that one statement inserts. */
const COLLECTIONS_PER_STATEMENT = 500;

/**
 * Recreates the deleted collections of a step with their ids and covers, and moves those back that the step has
 * moved. A collection whose parent does not exist any more becomes a root collection. Throws `invalid` if the
 * tree would get too deep.
 */
export async function restore(transaction: Transaction, { accountId }: Author, stepId: number): Promise<Outcome> {
  const recorded = await read(transaction, stepId);
  if (recorded.length === 0) return NOTHING;
  const found = await storedTree.load(transaction, accountId);
  const deleted = recorded.filter(({ kind }) => kind === "deleted");
  for (const { id } of deleted) found.tree.add(id);
  const unchanged = recorded.filter(
    ({ id, kind, newParentId }) =>
      kind === "deleted" || (found.tree.has(id) && found.tree.parentOf(id) === newParentId),
  );
  const left = await moveAll(found.tree, unchanged);
  const deletedIds = deleted.map(({ id }) => id);
  const depths = found.tree.depths();
  await forEachChunk(
    deletedIds,
    (ids) =>
      insert(
        transaction,
        stepId,
        ids.map((id) => ({ id, parentId: found.tree.parentOf(id), depth: depths.get(id) ?? 1 })),
      ),
    COLLECTIONS_PER_STATEMENT,
  );
  await sharedSubtree.endInvitationsOfMoved(transaction, accountId, found);
  await storedTree.save(transaction, found, "id");
  await restoreCovers(transaction, stepId);
  const moved = recorded.length - deleted.length;
  const movedBack = unchanged.filter(({ kind, id }) => kind === "moved" && !left.has(id)).length;
  return { ...NOTHING, collections: deleted.length, skippedCollections: moved - movedBack };
}

async function read(transaction: Transaction, stepId: number): Promise<Recorded[]> {
  return readAllPages((after, limit) =>
    transaction
      .selectFrom("undo_collections")
      .select(["collection_id as id", "kind", "parent_id as parentId", "new_parent_id as newParentId"])
      .where("step_id", "=", stepId)
      .where("collection_id", ">", after)
      .orderBy("collection_id")
      .limit(limit)
      .execute(),
  );
}

/**
 * Moves nodes to their former parents. A node can be an ancestor of its former parent until that one has moved
 * too, so this is repeated while it helps. Returns the ids of the nodes that can't be moved.
 */
async function moveAll(tree: Tree, nodes: readonly Recorded[]): Promise<ReadonlySet<number>> {
  let left = nodes;
  for (;;) {
    const blocked: Recorded[] = [];
    for (const [index, node] of left.entries()) {
      if (tree.canMove(node.id, node.parentId)) tree.move(node.id, node.parentId);
      else blocked.push(node);
      if (index % NODES_PER_TURN === NODES_PER_TURN - 1) await setImmediate();
    }
    if (blocked.length === 0 || blocked.length === left.length) return new Set(blocked.map(({ id }) => id));
    left = blocked;
  }
}

interface Placed {
  readonly id: number;
  readonly parentId: number | null;
  readonly depth: number;
}

async function insert(transaction: Transaction, stepId: number, collections: readonly Placed[]): Promise<void> {
  for (const { depth } of collections) storedTree.assertDepth(depth, "id");
  const rows = collections.map(({ id, parentId, depth }) => {
    const parentDepth = parentId === null ? null : depth - 1;
    return sql`(cast(${id} as bigint), cast(${parentId} as bigint), cast(${depth} as integer),
      cast(${parentDepth} as integer))`;
  });
  const ids = sql.join(collections.map(({ id }) => id));
  // Both engines name the columns of `values` column1, column2 and so on. Without the list of ids, an engine may read
  // all collections of the step.
  await sql`insert into collections (id, account_id, parent_id, depth, parent_depth, title, description, view,
      public, expanded, sort, color, cover, created_at, updated_at) ${withGivenId(transaction)}
    select collection_id, account_id, placed.column2, placed.column3, placed.column4, title, description, view,
      public, expanded, sort, color, cover, created_at, updated_at
    from (values ${sql.join(rows)}) as placed
    join undo_collections on collection_id = placed.column1
    where step_id = ${stepId} and collection_id in (${ids})`.execute(transaction);
}

async function restoreCovers(transaction: Transaction, stepId: number): Promise<void> {
  await transaction
    .insertInto("covers")
    .columns(["collection_id", "picture_id"])
    .expression((from) =>
      from.selectFrom("undo_covers").select(["collection_id", "picture_id"]).where("step_id", "=", stepId),
    )
    .execute();
}
