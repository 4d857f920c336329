import t, { type Test } from "tap";
import { type Database, inTransaction } from "../../src/database/database.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as removal from "../../src/library/collections/removal.ts";
import { treeOf } from "../../src/library/library-tree.ts";
import { openTestDatabase } from "../support/databases.ts";
import { addOwner } from "./library.ts";

const clock = () => 0;

async function openLibraryOf(t: Test) {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  return { database, owner, add: adder(database, owner) };
}

/** Returns a function that creates a collection and returns its id. */
function adder(database: Database, owner: number) {
  return async (parentId: number | null = null, sort?: number) => {
    const texts = { title: "Collection", description: "", view: "list", public: false, expanded: true } as const;
    const input = { ...texts, cover: [], parentId, ...(sort !== undefined && { sort }) };
    return (await collections.create(database, clock, owner, input)).id;
  };
}

t.test("a tree lists each collection before those nested in it, siblings in the order of lists", async (t) => {
  const { database, owner, add } = await openLibraryOf(t);
  const low = await add(null, 1);
  const high = await add(null, 5);
  const inLow = await add(low, 1);
  const [inHigh, alsoInHigh] = [await add(high, 2), await add(high, 2)];
  const deep = await add(inHigh, 1);
  const tree = await treeOf(database, owner);
  t.same(
    tree.nodes.map(({ id, depth, size }) => [id, depth, size]),
    [
      [high, 1, 4],
      [inHigh, 2, 2],
      [deep, 3, 1],
      [alsoInHigh, 2, 1],
      [low, 1, 2],
      [inLow, 2, 1],
    ],
  );
  t.same(
    tree.subtreeOf(high).map(({ id }) => id),
    [high, inHigh, deep, alsoInHigh],
  );
  t.same(
    [...tree.childrenOf(null)].map(({ id }) => id),
    [high, low],
  );
  t.same(
    [...tree.childrenOf(high)].map(({ id }) => id),
    [inHigh, alsoInHigh],
  );
  t.same(tree.ancestorsOf(deep), [inHigh, high]);
  t.same([tree.subtreeOf(9_999), [...tree.childrenOf(9_999)], tree.ancestorsOf(9_999)], [[], [], []]);
});

t.test("requests for one version of a library share a tree, also at the same time", async (t) => {
  const { database, owner, add } = await openLibraryOf(t);
  const id = await add();
  const trees = await Promise.all(Array.from({ length: 20 }, () => treeOf(database, owner)));
  t.equal(new Set(trees).size, 1);
  t.equal(await treeOf(database, owner), trees[0]);

  const second = await add();
  const changed = await treeOf(database, owner);
  t.same(
    changed.nodes.map((node) => node.id),
    [second, id],
  );
});

t.test("a transaction sees the tree as it has changed it, and nobody else does", async (t) => {
  const { database, owner, add } = await openLibraryOf(t);
  const [first, second] = [await add(), await add()];
  await treeOf(database, owner);
  const work = inTransaction(database, async (transaction) => {
    await removal.deleteTree(transaction, clock, owner, first);
    const tree = await treeOf(transaction, owner);
    t.same(
      tree.nodes.map(({ id }) => id),
      [second],
    );
    throw new Error("rolled back");
  });
  await t.rejects(work, { message: "rolled back" });
  t.same(
    (await treeOf(database, owner)).nodes.map(({ id }) => id),
    [second, first],
  );
});

t.test("each account has a tree of its own", async (t) => {
  const { database, owner, add } = await openLibraryOf(t);
  const other = await addOwner(database, "other");
  const own = await add();
  const others = await adder(database, other)();
  const [one, two, none] = await Promise.all([treeOf(database, owner), treeOf(database, other), treeOf(database, 999)]);
  t.same([one.get(own)?.id, one.get(others)], [own, undefined]);
  t.same([two.get(others)?.id, two.get(own)], [others, undefined]);
  t.same(none.nodes, []);
});

t.test("moves in one transaction see each other", async (t) => {
  const { database, owner, add } = await openLibraryOf(t);
  const [parent, other] = [await add(), await add()];
  const child = await add(parent);
  await inTransaction(database, async (transaction) => {
    await collections.update(transaction, clock, owner, child, { parentId: other });
    await collections.update(transaction, clock, owner, other, { parentId: parent });
  });
  const tree = await treeOf(database, owner);
  t.same(tree.ancestorsOf(child), [other, parent]);
});
