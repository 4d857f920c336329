import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { eachYielding, forEachChunk, readAllPages } from "#contract/scheduling";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { COLLECTION_COLUMNS } from "../journal/record.ts";
import { type Author, NOTHING, type Outcome } from "../journal/step.ts";
import * as sharedSubtree from "../sharing/shared-subtree.ts";
import * as storedTree from "../stored-tree.ts";
import type { Node, Tree } from "../tree.ts";
import { moveSubtrees } from "../tree-parts.ts";

/** What a step says of a collection. */
export interface RecordedCollection {
  readonly id: number;
  readonly kind: "deleted" | "moved" | "created";
  readonly parentId: number | null;
  readonly newParentId: number | null;
}

/** Nodes that are moved before other requests get a turn. */
const NODES_PER_TURN = 1000;

/** Collections that one statement inserts. */
const COLLECTIONS_PER_STATEMENT = 500;

/** What `restore` needs. */
interface Restoration {
  readonly found: storedTree.StoredTree;
  readonly recorded: readonly RecordedCollection[];
  /** Lets others write. */
  readonly pause: () => Promise<void>;
}

/**
 * Recreates the deleted collections of a step with their ids and covers, and moves those back that the step has
 * moved. A collection whose parent does not exist any more becomes a root collection. Throws `invalid` if the
 * tree would get too deep. After an interruption it can be repeated.
 */
export async function restore(
  transaction: Transaction,
  { accountId }: Author,
  stepId: number,
  { found, recorded, pause }: Restoration,
): Promise<Outcome> {
  if (recorded.length === 0) return NOTHING;
  const deleted = recorded.filter(({ kind }) => kind === "deleted");
  const missing = new Set(deleted.flatMap(({ id }) => (found.tree.has(id) ? [] : [id])));
  for (const id of missing) found.tree.add(id);
  const unchanged = recorded.filter(
    ({ id, kind, newParentId }) =>
      kind === "deleted" || (found.tree.has(id) && found.tree.parentOf(id) === newParentId),
  );
  const left = await moveAll(found.tree, unchanged);
  storedTree.assertDepths(found, "id");
  await pause();
  await sharedSubtree.endInvitationsOfMoved(transaction, accountId, found);
  const { inserted, others } = await recreate(transaction, stepId, found, missing, pause);
  const rest = await moveSubtrees(transaction, found, inserted, pause);
  await insertAll(transaction, stepId, others);
  await storedTree.save(transaction, rest);
  await pause();
  await restoreCovers(transaction, stepId, pause);
  const moved = recorded.length - deleted.length;
  const movedBack = unchanged.filter(({ kind, id }) => kind === "moved" && !left.has(id)).length;
  return { ...NOTHING, collections: deleted.length, skippedCollections: moved - movedBack };
}

/** What a step has recorded of collections. */
export async function read(database: Database, stepId: number): Promise<RecordedCollection[]> {
  return readAllPages((after, limit) =>
    database
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
 * Inserts those collections of a tree that are missing and whose parent is stored where it will be, letting others
 * write between them. Returns their ids, and the other missing ones.
 */
async function recreate(
  transaction: Transaction,
  stepId: number,
  { stored, tree }: storedTree.StoredTree,
  missing: ReadonlySet<number>,
  pause: () => Promise<void>,
): Promise<{ readonly inserted: ReadonlySet<number>; readonly others: readonly Placed[] }> {
  const storedDepths = new Map<number, number>();
  await eachYielding(stored, ({ id, depth }) => storedDepths.set(id, depth));
  const depths = tree.depths();
  const inserted = new Set<number>();
  const others: Placed[] = [];
  const byDepth = Map.groupBy(missing, (id) => depths.get(id) ?? 1);
  for (const [depth, ids] of [...byDepth].sort(([one], [other]) => one - other)) {
    const parts = Map.groupBy(toPlaced(tree, ids, depth), ({ parentId }) => {
      return parentId === null || inserted.has(parentId) || storedDepths.get(parentId) === depth - 1;
    });
    const isReady = parts.get(true) ?? [];
    for (const { id } of isReady) inserted.add(id);
    await insertAll(transaction, stepId, isReady, pause);
    others.push(...(parts.get(false) ?? []));
  }
  return { inserted, others };
}

function toPlaced(tree: Tree, ids: readonly number[], depth: number): Placed[] {
  return storedTree.ascending(ids).map((id) => ({ id, parentId: tree.parentOf(id), depth }));
}

/**
 * Moves nodes to other parents. A node can be an ancestor of its former parent until that one has moved
 * too, so this is repeated while it helps. Returns the ids of the nodes that can't be moved.
 */
export async function moveAll(tree: Tree, nodes: readonly Node[]): Promise<ReadonlySet<number>> {
  let left = nodes;
  for (;;) {
    const blocked: Node[] = [];
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

async function insertAll(
  transaction: Transaction,
  stepId: number,
  collections: readonly Placed[],
  pause: () => Promise<void> = async () => {},
): Promise<void> {
  for (let start = 0; start < collections.length; start += COLLECTIONS_PER_STATEMENT) {
    await insert(transaction, stepId, collections.slice(start, start + COLLECTIONS_PER_STATEMENT));
    await setImmediate();
    await pause();
  }
}

/** The columns that a collection gets back as they were. Its parent may be another one by now. */
const COPIED = sql.join(COLLECTION_COLUMNS.filter((column) => column !== "parent_id").map((column) => sql.ref(column)));

async function insert(transaction: Transaction, stepId: number, collections: readonly Placed[]): Promise<void> {
  const rows = collections.map(({ id, parentId, depth }) => [
    id,
    parentId,
    depth,
    parentId === null ? null : depth - 1,
  ]);
  const placed = engineOf(transaction).tableOf(storedTree.PLACE_COLUMNS, sql.val(JSON.stringify(rows)));
  const [first, last] = [collections.at(0)?.id, collections.at(-1)?.id];
  // Without `between`, one engine may read all collections of the step. `cross join` fixes the order of the other.
  await sql`insert into collections (id, parent_id, depth, parent_depth, ${COPIED}) ${engineOf(transaction).withGivenId}
    select collection_id, placed.parent_id, placed.depth, placed.parent_depth, ${COPIED}
    from ${placed} as placed cross join undo_collections
    where step_id = ${stepId} and collection_id = placed.id and collection_id between ${first} and ${last}`.execute(
    transaction,
  );
}

/** Gives recreated collections the covers that they had. */
async function restoreCovers(transaction: Transaction, stepId: number, pause: () => Promise<void>): Promise<void> {
  const recorded = await readAllPages((after, limit) =>
    transaction
      .selectFrom("undo_covers")
      .select("collection_id as id")
      .distinct()
      .where("step_id", "=", stepId)
      .where("collection_id", ">", after)
      .orderBy("collection_id")
      .limit(limit)
      .execute(),
  );
  const restoreSome = async (ids: readonly number[]) => {
    await transaction
      .insertInto("covers")
      .columns(["collection_id", "picture_id"])
      .expression((from) =>
        from
          .selectFrom("undo_covers")
          .select(["collection_id", "picture_id"])
          .where("step_id", "=", stepId)
          .where("collection_id", "in", ids),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await pause();
  };
  await forEachChunk(
    recorded.map(({ id }) => id),
    restoreSome,
  );
}
