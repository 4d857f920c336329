import { sql } from "kysely";
import { eachYielding, ownTurn, readAllPages, sortYielding } from "#contract/scheduling";
import { type Database, inSnapshot } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Flag } from "../database/schema/columns.ts";
import * as library from "./library.ts";

/** A collection in the tree of its library, without its texts. */
export interface TreeNode {
  readonly id: number;
  /** null for a root. */
  readonly parentId: number | null;
  /** 1 for a root. */
  readonly depth: number;
  readonly expanded: Flag;
  readonly sort: number;
  /** The number of items in the collection itself. */
  readonly count: number;
  /** The number of collections nested in it at any depth, and itself. */
  readonly size: number;
  /** The number of items in all of these. */
  readonly total: number;
}

type Row = Omit<TreeNode, "size" | "total">;

/** The collections of an account at one version of its library. It is shared by requests, and never changes. */
export class LibraryTree {
  /** Each collection before those nested in it; siblings in the order of lists: by `sort` descending, then by id. */
  readonly nodes: readonly TreeNode[];
  readonly #positions: ReadonlyMap<number, number>;
  /** The number of collections that contain no items, not even in those nested in them. */
  readonly emptyCount: number;
  /** The number of items in all collections. */
  readonly total: number;

  /** Use `treeOf`. */
  constructor(
    nodes: readonly TreeNode[],
    positions: ReadonlyMap<number, number>,
    sums: Pick<LibraryTree, "emptyCount" | "total">,
  ) {
    this.nodes = nodes;
    this.#positions = positions;
    this.emptyCount = sums.emptyCount;
    this.total = sums.total;
  }

  /** The collection with this id; undefined if the account has none. */
  get(id: number): TreeNode | undefined {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : this.nodes[position];
  }

  /** A collection and those nested in it, in the order of `nodes`; empty for an unknown id. */
  subtreeOf(id: number): readonly TreeNode[] {
    const position = this.#positions.get(id);
    const node = this.get(id);
    return position === undefined || node === undefined ? [] : this.nodes.slice(position, position + node.size);
  }

  /** The collections with this parent in their order; the roots for null. */
  *childrenOf(id: number | null): Generator<TreeNode, void> {
    const parent = id === null ? undefined : this.#positions.get(id);
    if (id !== null && parent === undefined) return;
    const end = parent === undefined ? this.nodes.length : parent + (this.nodes[parent]?.size ?? 0);
    for (let position = parent === undefined ? 0 : parent + 1; position < end; ) {
      const node = this.nodes[position];
      if (node === undefined) return;
      yield node;
      position += node.size;
    }
  }

  /** The ids of the collections above one, its parent first. */
  ancestorsOf(id: number): number[] {
    const ancestors: number[] = [];
    for (let above = this.get(id)?.parentId ?? null; above !== null; above = this.get(above)?.parentId ?? null)
      ancestors.push(above);
    return ancestors;
  }
}

/** Collections in the kept trees of all accounts, about 150 bytes each. */
const MAX_KEPT = 200_000;

/** Milliseconds that a tree is kept for other requests. */
const LIFETIME_MS = 5_000;

/** How often a tree is read again because its library changed meanwhile, before it is read in a snapshot. */
const MAX_ATTEMPTS = 3;

/** Collections that are put in order between two yields to the event loop. */
const ROWS_PER_TURN = 1_000;

/** A tree that was loaded, or is being loaded, for one version of a library. */
interface Load {
  readonly version: number;
  /** Undefined if the library changed while it was read. */
  readonly tree: Promise<LibraryTree | undefined>;
  /** Its number of collections; 0 until it is loaded. */
  size: number;
}

/** The last load of each account, the oldest first. */
class Trees {
  readonly #database: Database;
  readonly #loads = new Map<number, Load>();
  #size = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the version first, so that a tree is never older than the request. */
  async get(accountId: number): Promise<LibraryTree> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const version = await library.versionOf(this.#database, accountId);
      const last = this.#loads.get(accountId);
      const load = last?.version === version ? last : this.#start(accountId, version);
      const tree = await load.tree;
      if (tree !== undefined) return tree;
    }
    return inSnapshot(this.#database, (handle) => read(handle, accountId));
  }

  #start(accountId: number, version: number): Load {
    this.#drop(accountId);
    const load: Load = { version, tree: this.#read(accountId, version), size: 0 };
    this.#loads.set(accountId, load);
    const dropIfLast = () => {
      if (this.#loads.get(accountId) === load) this.#drop(accountId);
    };
    void load.tree.then((tree) => {
      if (tree === undefined) dropIfLast();
      else if (this.#loads.get(accountId) === load) this.#keep(load, tree.nodes.length, dropIfLast);
    }, dropIfLast);
    return load;
  }

  #keep(load: Load, size: number, drop: () => void): void {
    load.size = size;
    this.#size += size;
    setTimeout(drop, LIFETIME_MS).unref();
    for (const [accountId, { size: kept }] of this.#loads) {
      if (this.#size <= MAX_KEPT) return;
      if (kept > 0) this.#drop(accountId);
    }
  }

  #drop(accountId: number): void {
    this.#size -= this.#loads.get(accountId)?.size ?? 0;
    this.#loads.delete(accountId);
  }

  async #read(accountId: number, version: number): Promise<LibraryTree | undefined> {
    const tree = await read(this.#database, accountId);
    return (await library.versionOf(this.#database, accountId)) === version ? tree : undefined;
  }
}

const treesOf = new WeakMap<Database, Trees>();

/**
 * The tree of an account as it was at one moment since the call. Requests for the same version of a library share one
 * load. Whoever may read which part of it is for the caller to check.
 */
export async function treeOf(database: Database, accountId: number): Promise<LibraryTree> {
  // What a transaction has changed is for itself alone.
  if (database.isTransaction) return read(database, accountId);
  const trees = treesOf.get(database) ?? new Trees(database);
  treesOf.set(database, trees);
  return trees.get(accountId);
}

const pageOf = prepare((database, value: ValueOf<{ accountId: number; after: number; limit: number }>) =>
  database
    .selectFrom("collections")
    .select(["id", "parent_id as parentId", "depth", "expanded", "sort"])
    .select(sql<number>`(select coalesce(sum(count), 0) from shelves where collection_id = collections.id)`.as("count"))
    .where("account_id", "=", value("accountId"))
    .where("id", ">", value("after"))
    .orderBy("id")
    .limit(value("limit")),
);

async function read(database: Database, accountId: number): Promise<LibraryTree> {
  const rows: Row[] = await readAllPages((after, limit) => pageOf(database, { accountId, after, limit }));
  const children = new Map<number | null, Row[]>();
  await eachYielding(rows, (row) => {
    const siblings = children.get(row.parentId);
    if (siblings === undefined) children.set(row.parentId, [row]);
    else siblings.push(row);
  });
  return toTree(await inOrder(children));
}

/** All collections, each before those nested in it. */
async function inOrder(children: ReadonlyMap<number | null, readonly Row[]>): Promise<Row[]> {
  const ordered: Row[] = [];
  /** The rest of the siblings on each level of the current path, the next one last. */
  const path: Row[][] = [await reversed(children.get(null) ?? [])];
  for (let siblings = path.at(-1); siblings !== undefined; siblings = path.at(-1)) {
    const next = siblings.pop();
    if (next === undefined) {
      path.pop();
      continue;
    }
    ordered.push(next);
    if (ordered.length % ROWS_PER_TURN === 0) await ownTurn();
    const nested = children.get(next.id);
    if (nested !== undefined) path.push(await reversed(nested));
  }
  return ordered;
}

/** Siblings from the last to the first. Only long lists yield to the event loop: there may be many short ones. */
async function reversed(siblings: readonly Row[]): Promise<Row[]> {
  return siblings.length > ROWS_PER_TURN
    ? sortYielding(siblings, compareBackwards)
    : siblings.toSorted(compareBackwards);
}

/** Compares without subtraction, which overflows for numbers that are far apart. */
function compareBackwards(one: Row, other: Row): number {
  return one.sort === other.sort ? other.id - one.id : one.sort < other.sort ? -1 : 1;
}

interface Sums {
  size: number;
  total: number;
}

async function toTree(ordered: readonly Row[]): Promise<LibraryTree> {
  const positions = new Map<number, number>();
  const nodes: (TreeNode & Sums)[] = [];
  await eachYielding(ordered, (row, position) => {
    positions.set(row.id, position);
    nodes.push({ ...row, size: 1, total: row.count });
  });
  let [emptyCount, all] = [0, 0];
  // Backwards, so that each collection is complete before it is added to its parent.
  await eachYielding(nodes.toReversed(), ({ parentId, size, total }) => {
    if (total === 0) emptyCount += 1;
    const parent = nodes[positions.get(parentId ?? 0) ?? -1];
    if (parent === undefined) {
      all += total;
      return;
    }
    parent.size += size;
    parent.total += total;
  });
  return new LibraryTree(nodes, positions, { emptyCount, total: all });
}
