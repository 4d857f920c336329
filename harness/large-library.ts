import { type Database, inTransaction, type Transaction } from "../src/database/database.ts";
import { toColumns } from "../src/library/items/item.ts";
import { addShelves, TRASH, UNSORTED } from "../src/library/placement.ts";

/** The size of a generated library. Its tree is deep, whereas packages/bench/dataset creates only root collections. */
export interface Size {
  readonly collections: number;
  readonly items: number;
  /** The number of levels of the tree. */
  readonly depth: number;
}

/** A generated library. */
export interface Filled {
  /** The id of the root collection whose subtree holds half of all collections and items. */
  readonly halfRootId: number;
  /** The ids of all collections, starting with the subtree of `halfRootId`. */
  readonly ids: readonly number[];
}

/** Rows per statement, within the parameter limits of SQLite and PostgreSQL. */
const CHUNK = 500;

/** Fills an empty library with the tree of `treeOf`, and spreads the items evenly over its collections. */
export async function fillLibrary(
  database: Database,
  accountId: number,
  { collections, items, depth }: Size,
): Promise<Filled> {
  return inTransaction(database, async (transaction) => {
    // `library.change` needs columns that a database of an earlier version does not have.
    const added = await transaction
      .insertInto("libraries")
      .values({ account_id: accountId, version: 1, items_changed_at: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning("account_id")
      .executeTakeFirst();
    if (added !== undefined) await addShelves(transaction, accountId, [UNSORTED, TRASH]);
    const tree = treeOf(collections, depth);
    const first = await insertCollections(transaction, accountId, tree);
    const ids = tree.map((_, index) => first + index);
    const shelf = await insertShelves(transaction, accountId, ids);
    for (let from = 0; from < items; from += CHUNK) {
      const numbers = Array.from({ length: Math.min(CHUNK, items - from) }, (_, offset) => from + offset);
      await transaction
        .insertInto("items")
        .values(numbers.map((number) => toItemRow(accountId, shelf + (number % collections), number)))
        .execute();
    }
    return { halfRootId: first, ids };
  });
}

interface Node {
  /** The index of its parent; undefined for a root collection. */
  readonly parent: number | undefined;
  readonly depth: number;
}

/**
 * The same tree each time. Its first half is one root, a chain of collections from there down to
 * `maxDepth`, and other children of the root. Its second half is 100 roots; all further collections are
 * children of the first of these roots. `maxDepth` must be at most 100.
 */
function treeOf(count: number, maxDepth: number): Node[] {
  const half = Math.floor(count / 2);
  const nodes: Node[] = [];
  for (let index = 0; index < count; index++) {
    const start = index < half ? 0 : half;
    const number = index - start;
    const roots = index < half ? 1 : 100;
    const parent = number < roots ? undefined : start + (number < maxDepth ? number - 1 : 0);
    nodes.push({ parent, depth: parent === undefined ? 1 : (nodes[parent]?.depth ?? 0) + 1 });
  }
  return nodes;
}

/**
 * Inserts a tree. Returns the first of its consecutive ids. Throws if another connection inserts
 * collections at the same time.
 */
async function insertCollections(transaction: Transaction, accountId: number, tree: readonly Node[]): Promise<number> {
  const last = await transaction
    .selectFrom("collections")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const first = (last?.id ?? 0) + 1;
  for (let from = 0; from < tree.length; from += CHUNK) {
    const rows = tree.slice(from, from + CHUNK).map(({ parent, depth }, offset) => ({
      account_id: accountId,
      parent_id: parent === undefined ? null : first + parent,
      depth,
      parent_depth: parent === undefined ? null : depth - 1,
      title: `Collection ${((from + offset) * 7919) % tree.length}`,
      description: "",
      view: "list" as const,
      public: 0 as const,
      expanded: 1 as const,
      sort: first + from + offset,
      color: null,
      cover: "[]",
      created_at: 1_767_268_800_000,
      updated_at: 1_767_268_800_000,
    }));
    const [inserted] = await transaction.insertInto("collections").values(rows).returning("id").execute();
    if (inserted?.id !== first + from) throw new Error("Another connection inserted collections at the same time.");
  }
  return first;
}

/** Inserts a shelf for each collection. Returns the first of the shelves' consecutive ids. */
async function insertShelves(transaction: Transaction, accountId: number, ids: readonly number[]): Promise<number> {
  let first: number | undefined;
  for (let from = 0; from < ids.length; from += CHUNK) {
    const rows = ids
      .slice(from, from + CHUNK)
      .map((id) => ({ account_id: accountId, place: "collection" as const, collection_id: id }));
    const [inserted] = await transaction.insertInto("shelves").values(rows).returning("id").execute();
    first ??= inserted?.id;
  }
  return first ?? 0;
}

/** The row of an item. Every tenth item has the same link as the item before it. */
function toItemRow(accountId: number, shelfId: number, number: number) {
  const page = number % 10 === 1 ? number - 1 : number;
  const content = toColumns({
    link: `https://host${page % 997}.example.com/articles/${page}?from=bookmarks`,
    title: `Article ${(number * 7919) % 1_000_003} in a long list of things to read`,
    excerpt: `A summary of the page in one or two sentences, as bookmarks often have: number ${number}.`,
    note: "",
    type: "article",
    cover: "",
    media: [],
    tags: ["reading", `tag${number % 50}`],
    highlights: [],
    reminderAt: null,
    important: number % 20 === 0,
    broken: number % 100 === 0,
  });
  return {
    ...content,
    account_id: accountId,
    shelf_id: shelfId,
    sort: number,
    position: 0,
    created_at: 1_767_268_800_000 + number,
    updated_at: 1_767_268_800_000 + number,
  };
}
