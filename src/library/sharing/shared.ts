import { forEachChunk } from "#contract/scheduling";
import type { Database } from "../../database/database.ts";
import { type AccessLevel, LEVEL_OF_ROLE, MEMBER, OWNER, type VisibleCollection } from "../access.ts";
import { select } from "../collection.ts";
import * as library from "../library.ts";
import { type LibraryTree, type TreeNode, treeOf } from "../library-tree.ts";
import { TextLimit } from "../text-limit.ts";

/** The roles of an account in collections of one owner, by collection. */
type Roles = ReadonlyMap<number, keyof typeof LEVEL_OF_ROLE>;

/** The library of an owner of whose collections an account may use some. */
export interface SharedLibrary {
  readonly ownerId: number;
  readonly tree: LibraryTree;
  readonly roles: Roles;
  /** The shared collections that are in no other shared one: they are listed as root collections. */
  readonly topIds: readonly number[];
}

/** A collection of a subtree, as the account that reads it sees it. */
export interface Visible {
  readonly node: TreeNode;
  readonly level: AccessLevel;
}

/** Collections whose rows one statement reads: few, because their texts are long. */
const COLLECTIONS_PER_STATEMENT = 200;

/** Maximum collections in the trees that one request loads. Owners whose trees would exceed it are left out. */
const MAX_COLLECTIONS = 200_000;

/**
 * Lists the collections of other accounts that are shared with an account: the shared ones, or those nested in them.
 * Leaves out those of an owner with whose texts the list would have more than `maxText` characters, and of further
 * ones: what others share must not keep an account from listing its own collections.
 */
export async function list(
  database: Database,
  accountId: number,
  level: "root" | "nested",
  maxText = Number.POSITIVE_INFINITY,
): Promise<VisibleCollection[]> {
  const found: VisibleCollection[] = [];
  let [left, leftText] = [MAX_COLLECTIONS, maxText];
  for (const [ownerId, roles] of await rolesByOwner(database, accountId)) {
    const read = async () => {
      const shared = await libraryOf(database, ownerId, roles);
      const isTooLarge = shared.tree.nodes.length > left;
      const text = new TextLimit(leftText);
      return { shared, text, collections: isTooLarge ? undefined : await listOf(database, shared, level, text) };
    };
    const { shared, text, collections } = await library.readConsistently(database, ownerId, read);
    if (collections === undefined) break;
    left -= shared.tree.nodes.length;
    leftText = text.left;
    for (const collection of collections) found.push(collection);
  }
  return found;
}

/** Undefined if the texts are longer than their limit. */
async function listOf(database: Database, shared: SharedLibrary, level: "root" | "nested", text: TextLimit) {
  const levels = new Map<number, AccessLevel>();
  for (const topId of shared.topIds) {
    for (const visible of walk(shared.tree, topId, shared.roles)) {
      if ((visible.node.id === topId) === (level === "root")) levels.set(visible.node.id, visible.level);
    }
  }
  const found: VisibleCollection[] = [];
  const read = async (chunk: number[]) => {
    if (text.left < 0) return;
    const rows = await select(database).where("collections.id", "in", chunk).execute();
    if (!text.add(rows)) return;
    for (const collection of rows) {
      const parent = level === "root" ? { parent_id: null } : {};
      found.push({ ...collection, ...parent, level: levels.get(collection.id) ?? LEVEL_OF_ROLE.viewer });
    }
  };
  await forEachChunk([...levels.keys()], read, COLLECTIONS_PER_STATEMENT);
  return text.left < 0 ? undefined : found;
}

/** The ids of the collections that `list` returns as root collections, in their order. */
export async function listRootIds(database: Database, accountId: number): Promise<number[]> {
  const ids = (await libraries(database, accountId)).flatMap(({ topIds }) => topIds);
  return ids.sort((one, other) => one - other);
}

/** The libraries of which an account may use collections. Reads the roles first: the trees may be cached. */
export async function libraries(database: Database, accountId: number): Promise<SharedLibrary[]> {
  const found: SharedLibrary[] = [];
  let left = MAX_COLLECTIONS;
  for (const [ownerId, roles] of await rolesByOwner(database, accountId)) {
    const shared = await libraryOf(database, ownerId, roles);
    left -= shared.tree.nodes.length;
    if (left < 0) break;
    found.push(shared);
  }
  return found;
}

async function libraryOf(database: Database, ownerId: number, roles: Roles): Promise<SharedLibrary> {
  const tree = await treeOf(database, ownerId);
  const isTop = (id: number) => tree.get(id) !== undefined && !tree.ancestorsOf(id).some((above) => roles.has(above));
  return { ownerId, tree, roles, topIds: [...roles.keys()].filter(isTop) };
}

/**
 * Yields a collection and those nested in it, each after its parent, except the first `skipped` of them. `roles` is
 * undefined for the account's own collections.
 */
export function* walk(
  tree: LibraryTree,
  topId: number,
  roles: Roles | undefined,
  skipped = 0,
): Generator<Visible, void> {
  const subtree = tree.subtreeOf(topId);
  if (roles === undefined) {
    for (const node of subtree.slice(skipped)) yield { node, level: OWNER };
    return;
  }
  /** The levels of the collections above the next one, by depth. */
  const levels: AccessLevel[] = [];
  for (const [position, node] of subtree.entries()) {
    const level = levelIn(roles, node.id, levels[node.depth - 1]);
    levels[node.depth] = level;
    if (position >= skipped) yield { node, level };
  }
}

/** The level in a collection. `inherited` is that in its parent; undefined for the shared collection itself. */
export function levelIn(roles: Roles, id: number, inherited: AccessLevel | undefined): AccessLevel {
  if (inherited === MEMBER) return inherited;
  return LEVEL_OF_ROLE[roles.get(id) ?? "viewer"];
}

async function rolesByOwner(database: Database, accountId: number): Promise<Map<number, Roles>> {
  const rows = await database
    .selectFrom("collaborators")
    .innerJoin("collections", "collections.id", "collaborators.collection_id")
    .innerJoin("accounts", (join) =>
      join.onRef("accounts.id", "=", "collections.account_id").on("active", "=", 1).on("deleted_at", "is", null),
    )
    .select(["collections.id", "collections.account_id", "collaborators.role"])
    .where("collaborators.account_id", "=", accountId)
    .orderBy("collections.account_id")
    .orderBy("collections.id")
    .execute();
  const byOwner = Map.groupBy(rows, ({ account_id }) => account_id);
  return new Map([...byOwner].map(([ownerId, own]) => [ownerId, new Map(own.map(({ id, role }) => [id, role]))]));
}
