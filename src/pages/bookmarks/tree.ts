import * as settings from "../../accounts/settings.ts";
import { OWNER, type VisibleCollection } from "../../collections/access.ts";
import * as collections from "../../collections/collections.ts";
import * as groups from "../../collections/groups.ts";
import { countItems, EVERYTHING, type PlaceId, TRASH, UNSORTED } from "../../collections/placement.ts";
import type { Context } from "../../context.ts";

/** A collection with those nested in it. */
export interface Branch {
  readonly collection: VisibleCollection;
  readonly children: readonly Branch[];
}

/** A group of root collections. */
export interface BranchGroup {
  /** Undefined for the group of an account that has set none. */
  readonly title: string | undefined;
  readonly isHidden: boolean;
  readonly roots: readonly Branch[];
}

/** All collections that an account may use. */
export interface CollectionTree {
  readonly groups: readonly BranchGroup[];
  /** Collections of others that are in none of the groups. */
  readonly shared: readonly Branch[];
  readonly byId: ReadonlyMap<number, VisibleCollection>;
  /** The number of the account's own items in all places but the Trash (`EVERYTHING`), in Unsorted and in the Trash. */
  readonly counts: ReadonlyMap<PlaceId, number>;
}

/** Reads the collections of an account in the order in which the side bar shows them, and counts its items. */
export async function readTree(context: Context, accountId: number): Promise<CollectionTree> {
  return { ...(await readBranches(context, accountId)), counts: await countPlaces(context, accountId) };
}

async function readBranches({ database }: Context, accountId: number): Promise<Omit<CollectionTree, "counts">> {
  const roots = await collections.list(database, accountId, "root");
  const nested = await collections.list(database, accountId, "nested");
  const { groups: stored } = await settings.get(database, accountId);
  const byParent = Map.groupBy(nested, ({ parent_id }) => parent_id ?? 0);
  const toBranch = (collection: VisibleCollection): Branch => ({
    collection,
    children: (byParent.get(collection.id) ?? []).map(toBranch),
  });
  const branches = new Map(roots.map((collection) => [collection.id, toBranch(collection)]));
  const inGroups = new Set(stored.flatMap((group) => group.collections));
  const grouped = roots.filter(({ id, level }) => level === OWNER || inGroups.has(id)).map(({ id }) => id);
  const shared = roots.filter(({ id, level }) => level < OWNER && !inGroups.has(id));
  return {
    groups: groups.withRoots(stored, grouped).map((group) => ({
      title: stored.length === 0 ? undefined : group.title,
      isHidden: group.hidden,
      roots: group.collections.flatMap((id) => branches.get(id) ?? []),
    })),
    shared: shared.flatMap(({ id }) => branches.get(id) ?? []),
    byId: new Map([...roots, ...nested].map((collection) => [collection.id, collection])),
  };
}

async function countPlaces({ database }: Context, accountId: number): Promise<Map<PlaceId, number>> {
  const counts = await countItems(database, accountId);
  const countOf = (placeId: PlaceId) => counts.get(placeId)?.count ?? 0;
  let everything = -countOf(TRASH);
  for (const { count } of counts.values()) everything += count;
  return new Map([
    [EVERYTHING, everything],
    [UNSORTED, countOf(UNSORTED)],
    [TRASH, countOf(TRASH)],
  ]);
}

/** The ids of a collection's ancestors that the tree has, its parent first. */
export function ancestorsIn({ byId }: CollectionTree, id: number): number[] {
  const ancestors: number[] = [];
  let above = byId.get(id)?.parent_id ?? null;
  for (; above !== null && byId.has(above); above = byId.get(above)?.parent_id ?? null) ancestors.push(above);
  return ancestors;
}

/** Whether collections are nested in the one with this id. */
export function hasChildren({ byId }: CollectionTree, id: number): boolean {
  for (const { parent_id } of byId.values()) if (parent_id === id) return true;
  return false;
}

/** A collection of the tree and its level; 0 for a root. */
export interface Entry {
  readonly collection: VisibleCollection;
  readonly depth: number;
}

/** All collections of an account in the order of the side bar, each after its parent. */
export async function readEntries(context: Context, accountId: number): Promise<Entry[]> {
  return [...entriesOf(await readBranches(context, accountId))];
}

/** Iterates over all collections in the order of the side bar, each after its parent. */
export function* entriesOf({ groups: all, shared }: Omit<CollectionTree, "counts">): Generator<Entry, void> {
  for (const branch of [...all.flatMap(({ roots }) => roots), ...shared]) yield* entriesFrom(branch, 0);
}

function* entriesFrom({ collection, children }: Branch, depth: number): Generator<Entry, void> {
  yield { collection, depth };
  for (const child of children) yield* entriesFrom(child, depth + 1);
}
