import type { Database, Transaction } from "../../database/database.ts";
import * as storedTree from "../stored-tree.ts";
import { type Node, Tree } from "../tree.ts";
import * as invitations from "./invitations.ts";

// Who may use a collection may use those nested in it, and members may invite to each of them. So what ends such access
// must also end the invitations to nested collections, whose tokens members know, and what was joined with them.

/**
 * The ids of the collections of an owner that have collaborators, among a collection and those nested in it. Reads only
 * shared collections and their ancestors, however many others the owner has.
 */
export async function joinedWithin(database: Database, ownerId: number, id: number): Promise<number[]> {
  return within(database, joined(database, ownerId), id);
}

/** Like `joinedWithin`, with the collections that have invitations. */
export async function sharedWithin(database: Database, ownerId: number, id: number): Promise<number[]> {
  return within(database, joined(database, ownerId).union(invitedTo(database, ownerId)), id);
}

/** The ids of a query that are those of a collection and of collections nested in it. */
async function within(database: Database, ids: Ids, id: number): Promise<number[]> {
  const rows: readonly Found[] = await database
    .withRecursive("wanted", () => ids)
    .withRecursive("above", (recursive) =>
      recursive
        .selectFrom("collections")
        .innerJoin("wanted", "wanted.collection_id", "collections.id")
        .select(["collections.id", "parent_id"])
        .union(
          recursive
            .selectFrom("above")
            .innerJoin("collections", "collections.id", "above.parent_id")
            .select(["collections.id", "collections.parent_id"]),
        ),
    )
    .selectFrom("above")
    .leftJoin("wanted", "wanted.collection_id", "above.id")
    .select(["above.id", "above.parent_id as parentId", "wanted.collection_id as wantedId"])
    .execute();
  const tree = new Tree(rows);
  const wanted = new Set(rows.map(({ wantedId }) => wantedId));
  return tree.has(id) ? tree.subtreeOf(id).filter((each) => wanted.has(each)) : [];
}

/** A query for ids of collections. */
type Ids = ReturnType<typeof joined>;

/** A collection or an ancestor of one; `wantedId` is null if only that. */
interface Found extends Node {
  readonly wantedId: number | null;
}

/**
 * Ends the invitations to collections that leave another one which has members: these know the tokens. Call it before
 * the changed tree is saved.
 */
export async function endInvitationsOfMoved(
  transaction: Transaction,
  ownerId: number,
  found: storedTree.StoredTree,
): Promise<void> {
  const moved = [...storedTree.movedByParent(found).values()].flat();
  if (moved.length === 0) return;
  const members = await joined(transaction, ownerId).where("role", "=", "member").execute();
  const withMembers = new Set(members.map(({ collection_id }) => collection_id));
  if (withMembers.size === 0) return;
  const parents = new Map(found.stored.map(({ id, parentId }) => [id, parentId]));
  const left = new Set(
    moved.filter((id) => {
      const above = new Set(found.tree.ancestorsOf(id));
      return ancestorsIn(parents, id).some((ancestor) => withMembers.has(ancestor) && !above.has(ancestor));
    }),
  );
  const { tree } = found;
  const invited = await invitedTo(transaction, ownerId).execute();
  const lost = invited.filter(
    ({ collection_id: id }) => tree.has(id) && [id, ...tree.ancestorsOf(id)].some((each) => left.has(each)),
  );
  await invitations.deleteAll(
    transaction,
    lost.map(({ collection_id }) => collection_id),
  );
}

function ancestorsIn(parents: ReadonlyMap<number, number | null>, id: number): number[] {
  const ancestors: number[] = [];
  for (let above = parents.get(id); above; above = parents.get(above)) ancestors.push(above);
  return ancestors;
}

/** The ids of the collections of an owner that have collaborators. */
function joined(database: Database, ownerId: number) {
  return database.selectFrom("collaborators").select("collection_id").distinct().where("owner_id", "=", ownerId);
}

/** The ids of the collections of an owner that have invitations. */
function invitedTo(database: Database, ownerId: number) {
  return database.selectFrom("invitations").select("collection_id").distinct().where("account_id", "=", ownerId);
}
