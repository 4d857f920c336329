import type { Database } from "../database/database.ts";
import { forEachChunk } from "../scheduling.ts";
import { LEVELS, type VisibleCollection } from "./access.ts";
import { select } from "./collection.ts";
import * as library from "./library.ts";
import * as storedTree from "./stored-tree.ts";

/** Collections of other accounts that one account may read, by id. */
type Shared = ReadonlyMap<number, Access>;

interface Access {
  readonly role: keyof typeof LEVELS;
  /** Whether the collection is listed as a root collection, because its parent is not shared. */
  readonly isRoot: boolean;
}

/** Collections whose rows one statement reads: few, because their texts are long. */
const COLLECTIONS_PER_STATEMENT = 200;

/** Lists the collections of other accounts that are shared with an account: the shared ones, or those nested in them. */
export async function list(
  database: Database,
  accountId: number,
  level: "root" | "nested",
): Promise<VisibleCollection[]> {
  const found: VisibleCollection[] = [];
  for (const [ownerId, roles] of await rolesByOwner(database, accountId)) {
    const ofOwner = () => listOf(database, ownerId, roles, level);
    found.push(...(await library.readConsistently(database, ownerId, ofOwner)));
  }
  return found;
}

async function listOf(
  database: Database,
  ownerId: number,
  roles: Roles,
  level: "root" | "nested",
): Promise<VisibleCollection[]> {
  const shared = await sharedOf(database, ownerId, roles);
  const ids = [...shared].filter(([, { isRoot }]) => isRoot === (level === "root")).map(([id]) => id);
  const found: VisibleCollection[] = [];
  const read = async (chunk: number[]) => {
    for (const collection of await select(database).where("collections.id", "in", chunk).execute()) {
      const { role = "viewer", isRoot = true } = shared.get(collection.id) ?? {};
      const parent = isRoot ? { parent_id: null } : {};
      found.push({ ...collection, ...parent, level: LEVELS[role] });
    }
  };
  await forEachChunk(ids, read, COLLECTIONS_PER_STATEMENT);
  return found;
}

/** The ids of the collections that `list` returns as root collections, in their order. */
export async function listRootIds(database: Database, accountId: number): Promise<number[]> {
  const ids: number[] = [];
  for (const [ownerId, roles] of await rolesByOwner(database, accountId)) {
    const shared = await sharedOf(database, ownerId, roles);
    for (const [id, { isRoot }] of shared) if (isRoot) ids.push(id);
  }
  return ids.sort((one, other) => one - other);
}

/** The roles of an account in collections of one owner, by collection. */
type Roles = ReadonlyMap<number, Access["role"]>;

async function rolesByOwner(database: Database, accountId: number): Promise<Map<number, Roles>> {
  const rows = await database
    .selectFrom("collaborators")
    .innerJoin("collections", "collections.id", "collaborators.collection_id")
    .innerJoin("accounts", (join) =>
      join.onRef("accounts.id", "=", "collections.account_id").on("active", "=", 1).on("deleted_at", "is", null),
    )
    .select(["collections.id", "collections.account_id", "collaborators.role"])
    .where("collaborators.account_id", "=", accountId)
    .execute();
  const byOwner = Map.groupBy(rows, ({ account_id }) => account_id);
  return new Map([...byOwner].map(([ownerId, own]) => [ownerId, new Map(own.map(({ id, role }) => [id, role]))]));
}

/** The shared collections of an owner with their descendants. */
async function sharedOf(database: Database, ownerId: number, roles: Roles): Promise<Shared> {
  const { tree } = await storedTree.load(database, ownerId);
  const shared = new Map<number, Access>();
  for (const top of roles.keys()) {
    if (!tree.has(top) || tree.ancestorsOf(top).some((id) => roles.has(id))) continue;
    // A subtree lists each collection after its parent.
    for (const id of tree.subtreeOf(top)) {
      const inherited = shared.get(tree.parentOf(id) ?? 0)?.role;
      const role = inherited === "member" ? "member" : (roles.get(id) ?? inherited ?? "viewer");
      shared.set(id, { role, isRoot: id === top });
    }
  }
  return shared;
}
