import t from "tap";
import { type LibraryOwner, openLibrary } from "../../support/library.ts";
import { expireUndo } from "../../support/undo.ts";

const TRASH = -99;
const UNSORTED = -1;

/** What clients send to restore an item, besides its id. */
const RESTORATIONS = [{ removed: false }, { removed: false, collectionId: -1 }, { removed: false, collectionId: -99 }];

async function placeOf({ call }: LibraryOwner, id: number): Promise<number> {
  return (await call("GET", `/raindrop/${id}`)).item.collectionId;
}

t.test("updateItem: restores an item of the Trash to the collection where it was", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: books } = await ann.addCollection("Books");
  for (const restoration of RESTORATIONS) {
    const { _id: id } = await ann.addItem(books);
    await ann.call("DELETE", `/raindrop/${id}`);
    const { item } = await ann.call("PUT", `/raindrop/${id}`, restoration);
    t.match(item, { collectionId: books, removed: false }, JSON.stringify(restoration));
  }
  const { _id: unsorted } = await ann.addItem();
  await ann.call("DELETE", `/raindrop/${unsorted}`);
  t.match((await ann.call("PUT", `/raindrop/${unsorted}`, { removed: false })).item, { collectionId: UNSORTED });
});

t.test(
  "updateItem: restores to Unsorted when the collection is deleted, and to another one that is named",
  async (t) => {
    const { ann } = await openLibrary(t);
    const [{ _id: books }, { _id: other }] = [await ann.addCollection("Books"), await ann.addCollection("Other")];
    const [one, two, three] = [await ann.addItem(books), await ann.addItem(books), await ann.addItem(books)];
    await ann.call("DELETE", `/raindrop/${one._id}`);
    await ann.call("PUT", `/raindrop/${two._id}`, { collection: { $id: TRASH } });
    await ann.call("DELETE", `/collection/${books}`);
    const restore = async (id: number, fields = {}) =>
      (await ann.call("PUT", `/raindrop/${id}`, { removed: false, ...fields })).item.collectionId;
    t.equal(await restore(one._id), UNSORTED);
    t.equal(await restore(two._id, { collectionId: other }), other);
    t.equal(await restore(three._id), UNSORTED, "deleted with its collection");
  },
);

t.test("updateItem: removed has no effect outside the Trash, nor when it is true", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: books } = await ann.addCollection("Books");
  const { _id: id } = await ann.addItem(books);
  for (const removed of [true, false]) {
    await ann.call("PUT", `/raindrop/${id}`, { removed });
    t.equal(await placeOf(ann, id), books);
  }
  await ann.call("PUT", `/raindrop/${id}`, { removed: false, collectionId: UNSORTED });
  t.equal(await placeOf(ann, id), UNSORTED, "an item that was read before and sent back is moved");
  await ann.call("DELETE", `/raindrop/${id}`);
  const { item } = await ann.call("GET", `/raindrop/${id}`);
  t.match(
    (await ann.call("PUT", `/raindrop/${id}`, item)).item,
    { collectionId: TRASH },
    "the whole item, as it was read",
  );
});

t.test("updateItems: restores each item to its own collection, however it was moved to the Trash", async (t) => {
  const { ann, app } = await openLibrary(t);
  const [{ _id: books }, { _id: films }] = [await ann.addCollection("Books"), await ann.addCollection("Films")];
  const [one, two, three, four] = [
    await ann.addItem(books),
    await ann.addItem(films),
    await ann.addItem(films),
    await ann.addItem(),
  ];
  await ann.call("DELETE", `/raindrop/${one._id}`);
  await ann.call("DELETE", "/raindrops/0", { ids: [two._id] });
  await ann.call("DELETE", `/raindrops/${films}`);
  await ann.call("PUT", "/raindrops/-1", { collection: { $id: TRASH } });
  // A day later, the items are on another shelf.
  await expireUndo(app.context.database);
  t.match(await ann.call("PUT", "/raindrops/-99", { removed: false, important: true }), { matched: 4, modified: 4 });
  t.match(await ann.counts(), { [books]: 1, [films]: 2, [UNSORTED]: 1, [TRASH]: 0 });
  for (const { _id: id } of [one, two, three, four]) {
    t.equal((await ann.call("GET", `/raindrop/${id}`)).item.important, true);
  }
  t.equal(await placeOf(ann, one._id), books);
  t.equal(await placeOf(ann, four._id), UNSORTED);
});

t.test("updateItems: restores only the selected items, and only those of the Trash", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const { _id: books } = await ann.addCollection("Books");
  const [one, two, kept] = [await ann.addItem(books), await ann.addItem(books), await ann.addItem(books)];
  const foreign = await bob.addItem();
  await bob.call("DELETE", `/raindrop/${foreign._id}`);
  await ann.call("DELETE", `/raindrops/${books}`, { ids: [one._id, two._id] });
  const ids = [one._id, kept._id, foreign._id];
  t.match(await ann.call("PUT", "/raindrops/-99", { ids, removed: false }), { modified: 1 });
  t.equal(await placeOf(ann, one._id), books);
  t.equal(await placeOf(ann, two._id), TRASH);
  t.equal(await placeOf(bob, foreign._id), TRASH);
  t.match(await ann.call("PUT", `/raindrops/${books}`, { removed: false }), { modified: 0 });
  t.match(await ann.call("PUT", "/raindrops/-99", { removed: false, collection: { $id: UNSORTED } }), { modified: 1 });
  t.equal(await placeOf(ann, two._id), books);
});

t.test("revertUndoStep: reverts a restoration, after which items can be restored again", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: books } = await ann.addCollection("Books");
  const [one, two] = [await ann.addItem(books), await ann.addItem(books)];
  const { _id: loose } = await ann.addItem();
  const revertLast = async () => {
    const { items } = await ann.call("GET", "/undo");
    return ann.call("POST", `/undo/${items[0]?._id}`);
  };
  await ann.call("DELETE", `/raindrops/${books}`);
  await ann.call("DELETE", "/raindrops/-1");
  for (const attempt of ["once", "twice"]) {
    await ann.call("PUT", "/raindrops/-99", { removed: false });
    t.match(await ann.counts(), { [books]: 2, [UNSORTED]: 1, [TRASH]: 0 }, attempt);
    t.match(await revertLast(), { items: 3, skipped: { items: 0 } }, attempt);
    t.match(await ann.counts(), { [books]: 0, [UNSORTED]: 0, [TRASH]: 3 }, attempt);
  }
  await ann.call("DELETE", "/raindrops/-99", { ids: [one._id] });
  await revertLast();
  t.equal(
    (await ann.call("PUT", `/raindrop/${one._id}`, { removed: false })).item.collectionId,
    books,
    "deleted for good",
  );
  await ann.call("DELETE", "/collection/-99");
  await revertLast();
  t.equal(
    (await ann.call("PUT", `/raindrop/${two._id}`, { removed: false })).item.collectionId,
    books,
    "after emptying",
  );
  t.equal((await ann.call("PUT", `/raindrop/${loose}`, { removed: false })).item.collectionId, UNSORTED);
});

t.test("revertUndoStep: an item that was trashed twice returns to where it was first", async (t) => {
  const { ann } = await openLibrary(t);
  const [{ _id: books }, { _id: other }] = [await ann.addCollection("Books"), await ann.addCollection("Other")];
  const { _id: id } = await ann.addItem(books);
  for (const body of [{ ids: [id] }, {}]) {
    await ann.call("DELETE", `/raindrops/${books}`, body);
    await ann.call("PUT", "/raindrops/-99", { ...body, collection: { $id: other } });
    await ann.call("DELETE", `/raindrops/${other}`, body);
    const { items } = await ann.call("GET", "/undo");
    for (const step of items.slice(0, 2)) await ann.call("POST", `/undo/${step._id}`);
    t.equal(await placeOf(ann, id), TRASH);
    await ann.call("PUT", `/raindrop/${id}`, { removed: false });
    t.equal(await placeOf(ann, id), books);
  }
});
