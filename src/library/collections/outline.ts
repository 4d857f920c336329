import { beforeLong, eachYielding, forEachChunk } from "#contract/scheduling";
import * as settings from "../../accounts/settings.ts";
import type { Database } from "../../database/database.ts";
import type { Flag, Time } from "../../database/schema/columns.ts";
import { type AccessLevel, OWNER } from "../access.ts";
import { type LibraryTree, type TreeNode, treeOf } from "../library-tree.ts";
import * as shared from "../sharing/shared.ts";
import { COVER_START, firstPictureIn } from "./covers.ts";
import * as groups from "./groups.ts";

/** A collection that an account may use, without its texts. */
export interface Entry {
  readonly id: number;
  readonly ownerId: number;
  /** null for a root, also if it has a parent that is not shared with the account. */
  readonly parentId: number | null;
  readonly level: AccessLevel;
  /** Its level in the outline; 0 for a root. */
  readonly depth: number;
  readonly expanded: Flag;
  /** The number of items in the collection itself. */
  readonly count: number;
  /** The number of collections nested in it at any depth, and itself. */
  readonly size: number;
  /** The number of items in all of these. */
  readonly total: number;
}

/** A group of root collections. */
export interface RootGroup {
  /** Undefined for the group of an account that has set none. */
  readonly title: string | undefined;
  readonly isHidden: boolean;
  readonly rootIds: readonly number[];
}

/** A root, with the tree that it is part of. */
interface Root {
  readonly tree: LibraryTree;
  readonly ownerId: number;
  readonly node: TreeNode;
  /** Undefined for the account's own. */
  readonly roles: shared.SharedLibrary["roles"] | undefined;
}

/** All collections that an account may use, in the order of the side bar. Entries are made when they are asked for. */
export class Outline {
  readonly groups: readonly RootGroup[];
  /** Roots of other accounts that are in none of the groups. */
  readonly sharedIds: readonly number[];
  /** The account's own collections. */
  readonly own: LibraryTree;
  readonly #ownerId: number;
  readonly #libraries: readonly shared.SharedLibrary[];

  /** Use `read`. */
  constructor(
    ownerId: number,
    own: LibraryTree,
    libraries: readonly shared.SharedLibrary[],
    stored: readonly settings.Group[],
  ) {
    this.own = own;
    this.#ownerId = ownerId;
    this.#libraries = libraries;
    const rootIds: number[] = [];
    for (const { id } of own.childrenOf(null)) rootIds.push(id);
    const inGroups = new Set(stored.flatMap((group) => group.collections));
    const tops = libraries.flatMap(({ tree, topIds: ids }) => ids.flatMap((id) => tree.get(id) ?? []));
    const topIds = tops.sort(compare).map(({ id }) => id);
    const grouped = rootIds.concat(topIds.filter((id) => inGroups.has(id)));
    this.groups = groups.withRoots(stored, grouped).map((group) => ({
      title: stored.length === 0 ? undefined : group.title,
      isHidden: group.hidden,
      rootIds: group.collections,
    }));
    this.sharedIds = topIds.filter((id) => !inGroups.has(id));
  }

  /** The accounts that own its collections, the reader first. */
  get ownerIds(): readonly number[] {
    return [this.#ownerId, ...this.#libraries.map(({ ownerId }) => ownerId)];
  }

  /** The number of collections. */
  get size(): number {
    let size = this.own.nodes.length;
    for (const { tree, topIds } of this.#libraries) for (const id of topIds) size += tree.get(id)?.size ?? 0;
    return size;
  }

  /** A collection; undefined if the account may not use it. */
  get(id: number): Entry | undefined {
    const own = this.own.get(id);
    if (own !== undefined) return toEntry(this.#ownRoot(own), own, OWNER);
    for (const { tree, ownerId, roles, topIds } of this.#libraries) {
      const node = tree.get(id);
      const above = node === undefined ? [] : [id, ...tree.ancestorsOf(id)];
      const top = above.findIndex((each) => topIds.includes(each));
      const topNode = tree.get(above[top] ?? 0);
      if (node === undefined || topNode === undefined) continue;
      const level = above
        .slice(0, top + 1)
        .reduceRight<AccessLevel | undefined>((inherited, each) => shared.levelIn(roles, each, inherited), undefined);
      return toEntry({ tree, ownerId, node: topNode, roles }, node, level ?? shared.levelIn(roles, id, undefined));
    }
    return undefined;
  }

  /** The ids of the collections above one, its parent first. */
  ancestorsOf(id: number): number[] {
    const ancestors: number[] = [];
    for (let above = this.get(id)?.parentId ?? null; above !== null; above = this.get(above)?.parentId ?? null)
      ancestors.push(above);
    return ancestors;
  }

  /** The ids of the collections directly in one, in their order. */
  *childrenOf(id: number): Generator<number, void> {
    const tree = [this.own, ...this.#libraries.map((each) => each.tree)].find((each) => each.get(id) !== undefined);
    for (const child of tree?.childrenOf(id) ?? []) yield child.id;
  }

  /** All collections in the order of the side bar, each after its parent. */
  *entries(): Generator<Entry, void> {
    for (const { rootIds } of this.groups) for (const id of rootIds) yield* this.#below(id);
    for (const id of this.sharedIds) yield* this.#below(id);
  }

  /** `count` of the `entries`, after the first `skipped` ones. Yields to the event loop between many roots. */
  async page(skipped: number, count: number): Promise<Entry[]> {
    const found: Entry[] = [];
    let passed = 0;
    const rootIds = this.groups.flatMap((group) => group.rootIds).concat(this.sharedIds);
    await eachYielding(rootIds, (id) => {
      const size = found.length === count ? 0 : (this.#rootOf(id)?.node.size ?? 0);
      const skippedHere = Math.max(0, skipped - passed);
      passed += size;
      if (skippedHere >= size) return;
      for (const entry of this.#below(id, skippedHere)) {
        if (found.push(entry) === count) return;
      }
    });
    return found;
  }

  *#below(rootId: number, skipped = 0): Generator<Entry, void> {
    const root = this.#rootOf(rootId);
    if (root === undefined) return;
    for (const { node, level } of shared.walk(root.tree, rootId, root.roles, skipped)) yield toEntry(root, node, level);
  }

  #rootOf(id: number): Root | undefined {
    const own = this.own.get(id);
    if (own !== undefined) return this.#ownRoot(own);
    for (const { tree, ownerId, roles, topIds } of this.#libraries) {
      const node = tree.get(id);
      if (node !== undefined && topIds.includes(id)) return { tree, ownerId, node, roles };
    }
    return undefined;
  }

  #ownRoot(node: TreeNode): Root {
    const root = node.parentId === null ? node : this.own.get(this.own.ancestorsOf(node.id).at(-1) ?? node.id);
    return { tree: this.own, ownerId: this.#ownerId, node: root ?? node, roles: undefined };
  }
}

function toEntry({ ownerId, node: root }: Root, node: TreeNode, level: AccessLevel): Entry {
  const { id, expanded, count, size, total } = node;
  const depth = node.depth - root.depth;
  return { id, ownerId, parentId: depth === 0 ? null : node.parentId, level, depth, expanded, count, size, total };
}

/** Compares by `sort` descending, then by id, without subtraction, which overflows for numbers that are far apart. */
function compare(one: TreeNode, other: TreeNode): number {
  return one.sort === other.sort ? one.id - other.id : one.sort < other.sort ? 1 : -1;
}

/** Reads the outline of an account. Its trees may be cached; the roles are read from the database. */
export async function read(database: Database, accountId: number): Promise<Outline> {
  const own = await treeOf(database, accountId);
  const libraries = await shared.libraries(database, accountId);
  const { groups: stored } = await settings.get(database, accountId);
  await beforeLong(own.nodes.length);
  const outline = new Outline(accountId, own, libraries, stored);
  await beforeLong(own.nodes.length);
  return outline;
}

/** The texts of a collection. */
export interface Texts {
  readonly title: string;
  /** The name of its owner. */
  readonly owner_name: string;
  readonly updated_at: Time;
  /** The picture of this server with which its cover begins. */
  readonly pictureId: string | undefined;
}

/** Collections whose texts one statement reads: few, because they are long. */
const TEXTS_PER_STATEMENT = 200;

/** Reads the texts of collections of an outline. Those that were deleted in the meantime are missing. */
export async function textsOf(database: Database, ids: Iterable<number>): Promise<ReadonlyMap<number, Texts>> {
  const texts = new Map<number, Texts>();
  const read = async (chunk: number[]) => {
    const rows = await database
      .selectFrom("collections")
      .innerJoin("accounts", "accounts.id", "collections.account_id")
      .select(["collections.id", "title", "collections.updated_at", "accounts.name as owner_name", COVER_START])
      .where("collections.id", "in", chunk)
      .execute();
    for (const { id, cover_start, ...row } of rows) texts.set(id, { ...row, pictureId: firstPictureIn(cover_start) });
  };
  await forEachChunk([...new Set(ids)], read, TEXTS_PER_STATEMENT);
  return texts;
}
