import t from "tap";
import type { components } from "../../../generated/collections.ts";
import { formOf } from "../../../harness/forms.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";
import { createKey } from "../../support/people.ts";
import { countRows, readCounters, setCounters } from "../../support/usage.ts";

type Reverted = components["schemas"]["Reverted"];

const DAY_MS = 24 * 60 * 60 * 1000;
const NO_CHANGE = { status: 404, error: "not_found" };

/** The changes that can be reverted, newest first. */
async function stepsOf({ request }: LibraryOwner) {
  const { body } = await request("GET", "/undo");
  // The server has checked the body against the contract.
  return (body as components["schemas"]["UndoStepList"]).items;
}

/** Reverts the newest change. */
async function undo(owner: LibraryOwner): Promise<Reverted> {
  const [newest] = await stepsOf(owner);
  const { status, body } = await owner.request("POST", `/undo/${newest?._id}`);
  if (status !== 200) throw new Error(`The status is ${status}: ${JSON.stringify(body)}`);
  // The server has checked the body against the contract.
  return body as Reverted;
}

/** What clients see of a library, without times of change. */
async function stateOf({ call }: LibraryOwner) {
  const paths = ["/collections", "/collections/childrens", "/raindrops/0?sort=created", "/raindrops/-99?sort=created"];
  const lists = await Promise.all(paths.map(async (path) => (await call("GET", path)).items));
  const { items: counts, meta } = await call("GET", "/user/stats");
  const entries = lists.map((list) => list.map(({ lastUpdate: _one, lastAction: _other, ...entry }) => entry));
  return { entries, counts, duplicates: meta.duplicates };
}

t.test("revertUndoStep: returns a deleted item to its collection", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: collection } = await ann.addCollection("One");
  const { _id: id } = await ann.addItem(collection);
  await ann.addItem(collection);
  const before = await stateOf(ann);
  await ann.call("DELETE", `/raindrop/${id}`);
  t.match(await stepsOf(ann), [
    {
      operation: "deleteItem",
      created: "2026-01-01T12:00:00.000Z",
      expires: "2026-01-02T12:00:00.000Z",
      items: 1,
      collections: 0,
    },
  ]);
  t.match(await undo(ann), { operation: "deleteItem", items: 1, collections: 0, skipped: { items: 0, ids: [] } });
  t.same(await stateOf(ann), before);
  t.same(await stepsOf(ann), [], "a reverted change is not listed");
});

t.test("revertUndoStep: returns an item that was deleted for good to the Trash", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { _id: id } = await ann.addItem();
  await ann.call("DELETE", `/raindrop/${id}`);
  const before = await stateOf(ann);
  await ann.call("DELETE", `/raindrop/${id}`);
  await app.context.cleanup.settled();
  t.equal((await ann.request("GET", `/raindrop/${id}`)).status, 404);
  t.equal((await ann.request("PUT", `/raindrop/${id}`, { title: "x" })).status, 404);
  t.same((await ann.counts())[-99], 0);
  t.equal((await ann.call("GET", "/raindrops/0?search=example")).count, 0);
  t.match(await undo(ann), { operation: "deleteItem", items: 1 });
  t.same(await stateOf(ann), before);
  await undo(ann);
  t.equal((await ann.call("GET", `/raindrop/${id}`)).item.collectionId, -1);
});

t.test("revertUndoStep: returns items that were deleted or moved by id or search", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { _id: one } = await ann.addCollection("One");
  const { _id: two } = await ann.addCollection("Two");
  const ids = [(await ann.addItem(one))._id, (await ann.addItem(two))._id, (await ann.addItem(-1))._id];
  const before = await stateOf(ann);
  const changes: [method: string, path: string, body: unknown, operation: string, items: number][] = [
    ["PUT", "/raindrops/0", { ids, collection: { $id: two } }, "updateItems", 3],
    ["PUT", "/raindrops/0?search=example", { collection: { $id: one }, important: true }, "updateItems", 3],
    ["DELETE", "/raindrops/0", { ids: ids.slice(0, 2) }, "deleteItems", 2],
    ["DELETE", "/raindrops/0?search=example", undefined, "deleteItems", 3],
  ];
  for (const [method, path, body, operation, items] of changes) {
    t.equal((await ann.call(method, path, body)).modified, items);
    t.match(await undo(ann), { operation, items, skipped: { items: 0 } });
    t.same(await stateOf(ann), before, `${method} ${path}`);
  }
  await ann.call("DELETE", "/raindrops/0", { ids });
  const inTrash = await stateOf(ann);
  await ann.call("DELETE", "/raindrops/-99", { ids });
  await app.context.cleanup.settled();
  t.equal((await ann.counts())[-99], 0);
  t.match(await undo(ann), { items: 3 });
  t.same(await stateOf(ann), inTrash);
  await undo(ann);
  t.same(await stateOf(ann), before);
});

t.test("revertUndoStep: restores deleted collections with ids, items, parents and covers", async (t) => {
  const { ann, app } = await openLibrary(t);
  const a = (await ann.addCollection("a", undefined, { description: "First", cover: ["https://example.com/"] }))._id;
  const a1 = (await ann.addCollection("a1", a, { public: true, view: "grid" }))._id;
  const a11 = (await ann.addCollection("a11", a1))._id;
  const b = (await ann.addCollection("b"))._id;
  for (const id of [a, a1, a1, b]) await ann.addItem(id);
  const before = await stateOf(ann);
  const changes: [method: string, path: string, body: unknown, operation: string, collections: number][] = [
    ["DELETE", `/collection/${a}`, undefined, "deleteCollection", 3],
    ["DELETE", "/collections", { ids: [a, a1] }, "deleteCollections", 2],
    ["PUT", "/collections/merge", { to: b, ids: [a, a1] }, "mergeCollections", 2],
    ["PUT", "/collections/merge", { to: a11, ids: [a1, a] }, "mergeCollections", 2],
    ["PUT", "/collections/clean", undefined, "cleanCollections", 1],
  ];
  for (const [method, path, body, operation, collections] of changes) {
    await ann.call(method, path, body);
    await app.context.cleanup.settled();
    t.not(JSON.stringify(await stateOf(ann)), JSON.stringify(before));
    t.match(await undo(ann), { operation, collections, skipped: { items: 0, collections: 0 } }, `${method} ${path}`);
    await app.context.cleanup.settled();
    t.same(await stateOf(ann), before, `${method} ${path}`);
    await ann.call("PUT", `/collection/${a11}`, { title: "a11" });
    const { _id: added } = await ann.addItem(a11);
    await ann.call("PUT", `/raindrop/${added}`, { collection: { $id: a } });
    await ann.call("DELETE", `/raindrop/${added}`);
    await ann.call("DELETE", `/raindrop/${added}`);
  }
});

t.test("revertUndoStep: reverts moves of whole collections and emptying the Trash, newest first", async (t) => {
  const { ann, app } = await openLibrary(t);
  const one = (await ann.addCollection("One"))._id;
  const two = (await ann.addCollection("Two", one))._id;
  for (const id of [one, one, two]) await ann.addItem(id);
  const states: unknown[] = [];
  const changes: [method: string, path: string, body?: unknown][] = [
    ["PUT", `/raindrops/${one}`, { collection: { $id: two } }],
    ["DELETE", `/raindrops/${two}`],
    ["DELETE", "/collection/-99"],
  ];
  for (const [method, path, body] of changes) {
    states.push(await stateOf(ann));
    await ann.call(method, path, body);
    await app.context.cleanup.settled();
  }
  t.same(await ann.counts(), { 0: 0, [-1]: 0, [-99]: 0, [one]: 0, [two]: 0 });
  t.match(await stepsOf(ann), [
    { operation: "emptyTrash", items: 3 },
    { operation: "deleteItems", items: 3 },
    { operation: "updateItems", items: 2 },
  ]);
  for (const state of states.toReversed()) {
    await undo(ann);
    t.same(await stateOf(ann), state);
    await app.context.cleanup.settled();
    t.same(await stateOf(ann), state, "the cleanup changes nothing that clients see");
  }
});

t.test("revertUndoStep: restores tags, media, covers and importance that a bulk change has replaced", async (t) => {
  const { ann } = await openLibrary(t);
  const media = [{ link: "https://example.com/a.png" }];
  await ann.addItem(-1, { tags: ["a", "b"], media, cover: "https://example.com/a.png", important: true });
  await ann.addItem(-1, { tags: ["b"] });
  const before = await stateOf(ann);
  const changes: object[] = [
    { tags: ["b", "c"] },
    { tags: [] },
    { media: [] },
    { media: [{ link: "https://example.com/b.png", type: "image" }], cover: "https://example.com/c.png" },
    { important: false },
    { important: true, tags: ["c"], collection: { $id: (await ann.addCollection("One"))._id } },
  ];
  const withCollection = { ...before, entries: [(await stateOf(ann)).entries[0], ...before.entries.slice(1)] };
  for (const change of changes) {
    await ann.call("PUT", "/raindrops/-1", change);
    t.match(await undo(ann), { operation: "updateItems", items: 2, skipped: { items: 0 } });
    t.same((await stateOf(ann)).entries, withCollection.entries, JSON.stringify(change));
    t.equal((await ann.call("GET", "/raindrops/0?search=%23c")).count, 0, "a search finds the restored tags only");
    t.equal((await ann.call("GET", "/raindrops/0?search=%23b")).count, 2);
  }
});

t.test("revertUndoStep: leaves what has changed since, and reports it", async (t) => {
  const { ann } = await openLibrary(t);
  const one = (await ann.addCollection("One"))._id;
  const two = (await ann.addCollection("Two", one))._id;
  const ids = [(await ann.addItem(one))._id, (await ann.addItem(one))._id, (await ann.addItem(two))._id];
  const [first = 0, second = 0, third = 0] = ids;

  await ann.call("PUT", "/raindrops/0", { ids, tags: ["x"] });
  await ann.call("PUT", `/raindrop/${first}`, { tags: ["mine"] });
  await ann.call("PUT", `/raindrop/${second}`, { title: "Another title" });
  t.match(await undo(ann), { items: 2, skipped: { items: 1, ids: [first] } });
  t.same((await ann.call("GET", `/raindrop/${first}`)).item.tags, ["mine"]);
  t.match((await ann.call("GET", `/raindrop/${second}`)).item, { tags: [], title: "Another title" });

  await ann.call("DELETE", "/raindrops/0", { ids });
  await ann.call("PUT", `/raindrop/${first}`, { collection: { $id: -1 } });
  await ann.call("DELETE", `/collection/${two}`);
  const [, deletion] = await stepsOf(ann);
  const { body } = await ann.request("POST", `/undo/${deletion?._id}`);
  t.match(body, { items: 1, skipped: { items: 2, ids: [first, third] } });
  t.equal((await ann.call("GET", `/raindrop/${first}`)).item.collectionId, -1);
  t.equal((await ann.call("GET", `/raindrop/${third}`)).item.collectionId, -99, "its collection does not exist");
  await undo(ann);

  await ann.call("DELETE", `/collection/${one}`);
  await ann.call("PUT", `/raindrop/${second}`, { collection: { $id: -1 } });
  t.match(await undo(ann), { items: 0, collections: 2, skipped: { items: 1, collections: 0, ids: [] } });
  t.equal((await ann.call("GET", `/raindrop/${second}`)).item.collectionId, -1);
});

t.test("revertUndoStep: a collection whose parent was deleted since becomes a root collection", async (t) => {
  const { ann } = await openLibrary(t);
  const parent = (await ann.addCollection("Parent"))._id;
  const child = (await ann.addCollection("Child", parent))._id;
  const grandchild = (await ann.addCollection("Grandchild", child))._id;
  await ann.call("DELETE", "/collections", { ids: [child] });
  await ann.call("PUT", `/collection/${grandchild}`, { parent: null });
  await ann.call("DELETE", `/collection/${parent}`);
  const [, first] = await stepsOf(ann);
  const { body } = await ann.request("POST", `/undo/${first?._id}`);
  t.match(body, { collections: 1, skipped: { collections: 1 } });
  t.notOk((await ann.call("GET", `/collection/${child}`)).item.parent);
  t.notOk((await ann.call("GET", `/collection/${grandchild}`)).item.parent, "it was moved since");
});

t.test("revertUndoStep: returns 404 for a change that is unknown, someone else's, expired or reverted", async (t) => {
  const { ann, bob, app, advanceClock } = await openLibrary(t);
  const { _id: id } = await ann.addItem();
  await ann.call("DELETE", `/raindrop/${id}`);
  const [step] = await stepsOf(ann);
  const path = `/undo/${step?._id}`;
  t.same(await stepsOf(bob), []);
  t.match(errorFieldsOf(await bob.request("POST", path)), NO_CHANGE);
  t.match(errorFieldsOf(await ann.request("POST", "/undo/4711")), NO_CHANGE);
  t.equal((await ann.request("POST", "/undo/x")).status, 400);
  t.equal((await ann.request("POST", `${path}?tag=x`)).status, 400);
  const both = await Promise.all([ann.request("POST", path), ann.request("POST", path)]);
  t.same(both.map(({ status }) => status).toSorted(), [200, 404]);
  t.match(errorFieldsOf(await ann.request("POST", path)), NO_CHANGE);

  await ann.call("DELETE", `/raindrop/${id}`);
  const [next] = await stepsOf(ann);
  // The login token expires after a day.
  const headers = { authorization: `Bearer ${await createKey(app, ann.id)}` };
  const listed = async () => (await ann.request("GET", "/undo", undefined, headers)).body;
  advanceClock(DAY_MS - 1);
  t.match(await listed(), { items: [{ _id: next?._id }] });
  advanceClock(1);
  t.match(await listed(), { items: { length: 0 } });
  const late = await ann.request("POST", `/undo/${next?._id}`, undefined, headers);
  t.match(errorFieldsOf(late), NO_CHANGE);
});

t.test("after 24 hours the cleanup deletes what a change needed, with its items and covers", async (t) => {
  const { ann, bob, app, advanceClock } = await openLibrary(t);
  const { database, cleanup } = app.context;
  const tables = ["undo_steps", "undo_items", "undo_shelves", "undo_collections", "undo_covers", "pictures"] as const;
  const countAll = async () => {
    const counts: number[] = [];
    for (const table of tables) counts.push((await database.selectFrom(table).selectAll().execute()).length);
    return counts;
  };
  const { _id: collection } = await ann.addCollection("One");
  const { _id: id } = await ann.addItem(collection);
  await ann.addItem(collection);
  const { headers, body } = await formOf({ bytes: await pngOf(4, 4, "red") });
  await ann.request("PUT", `/collection/${collection}/cover`, body, headers);
  const { cover } = (await ann.call("GET", `/collection/${collection}`)).item;
  const picture = cover[0]?.split("/").at(-1);
  await ann.call("PUT", `/raindrops/${collection}`, { tags: ["a"] });
  await ann.call("DELETE", `/raindrop/${id}`);
  await ann.call("DELETE", `/collection/${collection}`);
  await ann.call("DELETE", "/collection/-99");
  advanceClock(DAY_MS - 1);
  await cleanup.settled();
  t.same(await countAll(), [4, 3, 3, 1, 1, 1]);
  t.equal((await ann.request("GET", `/cover/${picture}`)).status, 200, "the cover is deleted after 24 hours");
  advanceClock(1);
  const key = await createKey(app, bob.id);
  await bob.request("POST", "/raindrop", { link: "https://example.com/" }, { authorization: `Bearer ${key}` });
  await cleanup.settled();
  t.same(await countAll(), [0, 0, 0, 0, 0, 0]);
  const left = await database.selectFrom("items").select("account_id").execute();
  t.same(left, [{ account_id: bob.id }]);
  t.same(await readCounters(database, ann.id), {
    collection_count: 0,
    item_count: 0,
    stored_bytes: 0,
    tag_count: 0,
  });
});

t.test("a change that was made while the clock was ahead expires after 24 hours", async (t) => {
  const { ann, app, advanceClock } = await openLibrary(t);
  advanceClock(10 * DAY_MS);
  const headers = { authorization: `Bearer ${await createKey(app, ann.id)}` };
  await ann.request("POST", "/raindrop", { link: "https://example.com/" }, headers);
  await ann.request("DELETE", "/raindrops/-1", undefined, headers);
  advanceClock(-10 * DAY_MS);
  await ann.addItem();
  await app.context.cleanup.settled();
  advanceClock(DAY_MS - 1);
  t.match((await ann.request("GET", "/undo", undefined, headers)).body, { items: { length: 1 } });
  advanceClock(1);
  t.match((await ann.request("GET", "/undo", undefined, headers)).body, { items: { length: 0 } });
});

t.test("revertUndoStep: restores a deleted cover", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { _id: collection } = await ann.addCollection("One");
  const { headers, body } = await formOf({ bytes: await pngOf(4, 4, "red") });
  await ann.request("PUT", `/collection/${collection}/cover`, body, headers);
  const before = (await ann.call("GET", `/collection/${collection}`)).item;
  await ann.call("DELETE", `/collection/${collection}`);
  await app.context.cleanup.settled();
  await undo(ann);
  await app.context.cleanup.settled();
  t.same((await ann.call("GET", `/collection/${collection}`)).item, before);
  t.equal((await ann.request("GET", `/cover/${before.cover[0]?.split("/").at(-1)}`)).status, 200);
  t.equal((await app.context.database.selectFrom("undo_covers").selectAll().execute()).length, 0);
});

t.test("an account whose storage is used up gives up its oldest changes instead of a 403", async (t) => {
  const { ann, app } = await openLibrary(t, { ACCOUNT_QUOTA_MIB: "1" });
  const note = "x".repeat(10_000);
  const items = Array.from({ length: 70 }, () => ({ link: "https://example.com/", note }));
  await ann.call("POST", "/raindrops", { items });
  t.match(errorFieldsOf(await ann.request("POST", "/raindrops", { items })), { status: 403, error: "quota" });
  await ann.call("PUT", "/raindrops/-1", { important: true });
  await ann.call("DELETE", "/raindrops/-1");
  await ann.call("DELETE", "/collection/-99");
  await app.context.cleanup.settled();
  t.equal((await stepsOf(ann)).length, 3);
  await ann.call("POST", "/raindrops", { items });
  t.equal((await ann.counts())[-1], 70);
  t.same(await stepsOf(ann), [], "the items of the Trash are gone");
  await app.context.cleanup.settled();
  t.same(await countRows(app.context.database, ann.id), await readCounters(app.context.database, ann.id));
});

t.test("revertUndoStep: returns 403 if the account would store too many collections", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { _id: collection } = await ann.addCollection("One");
  await ann.call("DELETE", `/collection/${collection}`);
  await setCounters(app.context.database, ann.id, { collection_count: 100_000 });
  const [step] = await stepsOf(ann);
  t.match(errorFieldsOf(await ann.request("POST", `/undo/${step?._id}`)), { status: 403, error: "quota" });
  await setCounters(app.context.database, ann.id, { collection_count: 0 });
  t.match(await undo(ann), { collections: 1 }, "nothing was changed, so the change can still be reverted");
});

t.test("revertUndoStep: returns 400 and changes nothing if the tree would get too deep", async (t) => {
  const { ann } = await openLibrary(t);
  const top = (await ann.addCollection("Top"))._id;
  const bottom = (await ann.addCollection("Bottom", top))._id;
  await ann.call("DELETE", `/collection/${bottom}`);
  let parent: number | undefined;
  for (let level = 1; level <= 63; level++) parent = (await ann.addCollection(`${level}`, parent))._id;
  await ann.call("PUT", `/collection/${top}`, { parent: { $id: parent } });
  const [step] = await stepsOf(ann);
  t.match(errorFieldsOf(await ann.request("POST", `/undo/${step?._id}`)), { status: 400, error: "id" });
  await ann.call("PUT", `/collection/${top}`, { parent: null });
  t.match(await undo(ann), { collections: 1 });
});

t.test("listUndoSteps: lists the newest 100 changes; changes of nothing are left out", async (t) => {
  const { ann } = await openLibrary(t);
  await ann.call("DELETE", "/raindrops/-1");
  await ann.call("DELETE", "/collection/-99");
  await ann.call("PUT", "/collections/clean");
  await ann.call("PUT", "/raindrops/-1", { important: true });
  t.same(await stepsOf(ann), []);
  const { _id: id } = await ann.addItem();
  for (let count = 0; count < 101; count++) {
    await ann.call("PUT", "/raindrops/-1", { ids: [id], important: count % 2 === 0 });
  }
  const steps = await stepsOf(ann);
  t.equal(steps.length, 100);
  const oldest = steps.at(-1)?._id ?? 0;
  t.equal((await ann.request("POST", `/undo/${oldest - 1}`)).status, 404, "the 101st is given up");
});
