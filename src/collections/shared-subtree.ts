import { sql } from "kysely";
import type { Database, Transaction } from "../database/database.ts";
import { isOneOf } from "../database/dialect.ts";
import * as invitations from "./invitations.ts";
import * as storedTree from "./stored-tree.ts";
import { type Node, Tree } from "./tree.ts";

// Who may use a collection may use those nested in it, and members may invite to each of them. So what ends such access
// must also end the invitations to nested collections, whose tokens members know, and what was joined with them.

/**
 * The ids of the collections of an owner that have collaborators, among a collection and those nested in it. Reads only
 * shared collections and their ancestors, however many others the owner has.
 */
export async function joinedWithin(database: Database, ownerId: number, id: number): Promise<number[]> {
  return within(database, await joined(database, ownerId), id);
}

/** Like `joinedWithin`, with the collections that have invitations. */
export async function sharedWithin(database: Database, ownerId: number, id: number): Promise<number[]> {
  return within(database, [...(await joined(database, ownerId)), ...(await invitedTo(database, ownerId))], id);
}

async function within(database: Database, ids: readonly number[], id: number): Promise<number[]> {
  const wanted = new Set(ids);
  const tree = new Tree(await withAncestors(database, ids));
  return tree.has(id) ? tree.subtreeOf(id).filter((each) => wanted.has(each)) : [];
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
  const withMembers = new Set(await joined(transaction, ownerId, "member"));
  if (withMembers.size === 0) return;
  const parents = new Map(found.stored.map(({ id, parentId }) => [id, parentId]));
  const left = new Set(
    moved.filter((id) => {
      const above = new Set(found.tree.ancestorsOf(id));
      return ancestorsIn(parents, id).some((ancestor) => withMembers.has(ancestor) && !above.has(ancestor));
    }),
  );
  const { tree } = found;
  const lost = (await invitedTo(transaction, ownerId)).filter(
    (id) => tree.has(id) && [id, ...tree.ancestorsOf(id)].some((each) => left.has(each)),
  );
  await invitations.deleteAll(transaction, lost);
}

function ancestorsIn(parents: ReadonlyMap<number, number | null>, id: number): number[] {
  const ancestors: number[] = [];
  for (let above = parents.get(id); above; above = parents.get(above)) ancestors.push(above);
  return ancestors;
}

/** The ids of the collections of an owner that have collaborators, or such with a role. */
async function joined(database: Database, ownerId: number, role?: invitations.Role): Promise<number[]> {
  const rows = await database
    .selectFrom("collaborators")
    .select("collection_id")
    .distinct()
    .where("owner_id", "=", ownerId)
    .$if(role !== undefined, (query) => query.where("role", "=", role ?? "member"))
    .execute();
  return rows.map(({ collection_id }) => collection_id);
}

/** The ids of the collections of an owner that have invitations. */
async function invitedTo(database: Database, ownerId: number): Promise<number[]> {
  const rows = await database
    .selectFrom("invitations")
    .select("collection_id")
    .distinct()
    .where("account_id", "=", ownerId)
    .execute();
  return rows.map(({ collection_id }) => collection_id);
}

/** Collections and all that contain them. */
async function withAncestors(database: Database, ids: readonly number[]): Promise<Node[]> {
  if (ids.length === 0) return [];
  return database
    .withRecursive("above", (recursive) =>
      recursive
        .selectFrom("collections")
        .select(["id", "parent_id"])
        .where(isOneOf(database, sql.ref("id"), ids))
        .union(
          recursive
            .selectFrom("above")
            .innerJoin("collections", "collections.id", "above.parent_id")
            .select(["collections.id", "collections.parent_id"]),
        ),
    )
    .selectFrom("above")
    .select(["id", "parent_id as parentId"])
    .execute();
}
