import t from "tap";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";
import { expireUndo } from "../../support/undo.ts";

/** Maps the title of each collection to the title of its parent, or to null for a root collection. */
async function treeOf({ call }: LibraryOwner): Promise<Record<string, string | null>> {
  const [roots, nested] = [await call("GET", "/collections"), await call("GET", "/collections/childrens")];
  const titles = new Map([...roots.items, ...nested.items].map(({ _id, title }) => [_id, title]));
  const all = [...roots.items, ...nested.items];
  return Object.fromEntries(all.map(({ title, parent }) => [title, parent ? (titles.get(parent.$id) ?? "?") : null]));
}

/** Creates the collections a, a/a1, a/a1/a11, a/a2 and b, each with one item. */
async function addTree(owner: LibraryOwner) {
  const a = (await owner.addCollection("a"))._id;
  const a1 = (await owner.addCollection("a1", a))._id;
  const ids = {
    a,
    a1,
    a2: (await owner.addCollection("a2", a))._id,
    a11: (await owner.addCollection("a11", a1))._id,
    b: 0,
  };
  ids.b = (await owner.addCollection("b"))._id;
  for (const id of Object.values(ids)) await owner.addItem(id);
  return ids;
}

t.test("deleteCollection: deletes the descendants too, and moves all items to the Trash", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { a, b } = await addTree(ann);
  t.strictSame((await ann.request("DELETE", `/collection/${a}`)).body, { result: true });
  t.same(await treeOf(ann), { b: null });
  t.same(await ann.counts(), { 0: 1, [-1]: 0, [-99]: 4, [b]: 1 });
  await app.context.cleanup.settled();
  t.same(await ann.counts(), { 0: 1, [-1]: 0, [-99]: 4, [b]: 1 }, "the cleanup changes nothing that clients see");
  t.ok(
    (await ann.call("GET", "/raindrops/-99")).items.every(
      ({ removed, collectionId }) => removed && collectionId === -99,
    ),
  );
});

t.test(
  "deleteCollections: deletes only the listed collections; their children move to the nearest remaining ancestor",
  async (t) => {
    const { ann, bob } = await openLibrary(t);
    const { a, a1, b } = await addTree(ann);
    const bobs = (await bob.addCollection("Bob's"))._id;
    const { modified, ids } = await ann.call("DELETE", "/collections", { ids: [a1, a, a, bobs, 4711, -1] });
    t.same([modified, ids.toSorted()], [2, [a, a1].toSorted()]);
    t.same(await treeOf(ann), { a2: null, a11: null, b: null });
    t.equal((await ann.counts())[-99], 2);
    t.match(errorFieldsOf(await ann.request("DELETE", "/collections", { ids: [a, bobs] })), {
      status: 404,
      error: "not_found",
    });
    for (const ids of [undefined, [], "1", [null], ["1"], Array(1001).fill(b)]) {
      t.match(errorFieldsOf(await ann.request("DELETE", "/collections", { ids })), { status: 400, error: "ids" });
    }
    t.same(await treeOf(bob), { "Bob's": null });
  },
);

t.test("mergeCollections: moves items and children, and deletes the merged collections", async (t) => {
  const { ann } = await openLibrary(t);
  const { a, a1, a2, a11, b } = await addTree(ann);
  t.match(await ann.call("PUT", "/collections/merge", { to: b, ids: [a1, a2, b] }), { modified: 2, ids: [a1, a2] });
  t.same(await treeOf(ann), { a: null, b: null, a11: "b" });
  t.match(await ann.counts(), { [a]: 1, [b]: 3, [a11]: 1, [-99]: 0 });
  t.match(await ann.call("PUT", "/collections/merge", { to: b, ids: [b] }), { modified: 0, ids: [] });
  t.match(errorFieldsOf(await ann.request("PUT", "/collections/merge", { to: b, ids: [a1] })), { status: 404 });
  t.match(errorFieldsOf(await ann.request("PUT", "/collections/merge", { to: a1, ids: [b] })), {
    status: 400,
    error: "to",
  });
  t.match(errorFieldsOf(await ann.request("PUT", "/collections/merge", { to: -1, ids: [b] })), {
    status: 400,
    error: "to",
  });
});

t.test("mergeCollections: a target below a merged collection moves to that collection's place", async (t) => {
  const { ann } = await openLibrary(t);
  const { a, a1, a11 } = await addTree(ann);
  await ann.call("PUT", "/collections/merge", { to: a11, ids: [a, a1] });
  t.same(await treeOf(ann), { a11: null, a2: "a11", b: null });
  t.equal((await ann.counts())[a11], 3);
});

t.test("cleanCollections: deletes collections that have no items in themselves or their descendants", async (t) => {
  const { ann } = await openLibrary(t);
  const outer = (await ann.addCollection("outer"))._id;
  const inner = (await ann.addCollection("inner", outer))._id;
  await ann.addCollection("empty", inner);
  const hollow = (await ann.addCollection("hollow"))._id;
  await ann.addCollection("hollow too", hollow);
  await ann.addItem(inner);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  t.strictSame((await ann.request("PUT", "/collections/clean", undefined, headers)).body, { result: true, count: 3 });
  t.same(await treeOf(ann), { outer: null, inner: "outer" });
});

t.test("getStatistics: lists everything, Unsorted, the Trash, and then the collections by id", async (t) => {
  const { ann } = await openLibrary(t);
  const [one, other] = [(await ann.addCollection("one"))._id, (await ann.addCollection("other"))._id];
  await ann.addItem(one);
  await ann.addItem(other);
  const order = async () => (await ann.call("GET", "/user/stats")).items.map(({ _id }) => _id);
  t.same(await order(), [0, -1, -99, one, other]);
  // Gives the older collection the newer shelf.
  await ann.call("PUT", `/raindrops/${one}`, { collection: { $id: other } });
  await ann.addItem(one);
  t.same(await order(), [0, -1, -99, one, other]);
});

t.test("updateCollections: sorts siblings by title, ignoring case and comparing numbers by value", async (t) => {
  const { ann } = await openLibrary(t);
  const titles = async (path: string) => (await ann.call("GET", path)).items.map(({ title }) => title);
  const made = new Map<string, number>();
  for (const title of ["b10", "Ärger", "B9", "a", "zebra", "Apfel"])
    made.set(title, (await ann.addCollection(title))._id);
  for (const title of ["x2", "X10", "x1"]) await ann.addCollection(title, made.get("a"));
  await ann.addItem(made.get("zebra"));
  await ann.call("PUT", "/collections", { sort: "title" });
  t.same(await titles("/collections"), ["a", "Apfel", "Ärger", "B9", "b10", "zebra"]);
  t.same(await titles("/collections/childrens"), ["x1", "x2", "X10"]);
  await ann.call("PUT", "/collections", { sort: "-title" });
  t.same(await titles("/collections"), ["zebra", "b10", "B9", "Ärger", "Apfel", "a"]);
  await ann.call("PUT", "/collections", { sort: "-count" });
  t.equal((await titles("/collections"))[0], "zebra");
  t.match(errorFieldsOf(await ann.request("PUT", "/collections", { sort: "count" })), { status: 400, error: "sort" });
  t.equal((await ann.call("GET", "/user")).user.groups[0]?.collections[0], made.get("zebra"));
});

t.test("updateCollections: -title is the exact reverse of title, also among equal titles", async (t) => {
  const { ann } = await openLibrary(t);
  for (const title of ["a", "b", "A", "B", "a", "x".repeat(201), "x".repeat(202)]) await ann.addCollection(title);
  const listSortedBy = async (sort: string) => {
    await ann.call("PUT", "/collections", { sort });
    return (await ann.call("GET", "/collections")).items.map(({ _id }) => _id);
  };
  const ascending = await listSortedBy("title");
  const byId = ascending.toSorted((one, other) => one - other);
  t.same(await listSortedBy("-title"), ascending.toReversed());
  t.same(await listSortedBy("title"), ascending);
  t.same(await listSortedBy("-count"), byId, "equal counts are ordered by id");
});

t.test(
  "updateCollections: expands or collapses all collections, also while sorting; an empty change does nothing",
  async (t) => {
    const { ann, bob } = await openLibrary(t);
    const [one, other] = [await ann.addCollection("b"), await ann.addCollection("a", undefined, { expanded: false })];
    await bob.addCollection("Bob's");
    t.strictSame((await ann.request("PUT", "/collections", { expanded: false, sort: "title" })).body, { result: true });
    const { items } = await ann.call("GET", "/collections");
    t.same(
      items.map(({ _id, expanded }) => [_id, expanded]),
      [
        [other._id, false],
        [one._id, false],
      ],
    );
    t.strictSame((await ann.request("PUT", "/collections", {})).body, { result: true });
    await ann.call("PUT", "/collections", { expanded: true });
    t.ok((await ann.call("GET", "/collections")).items.every(({ expanded }) => expanded));
    t.ok((await bob.call("GET", "/collections")).items.every(({ expanded }) => expanded));
  },
);

t.test(
  "emptyTrash: the items in the Trash disappear immediately, and are deleted when nobody can restore them",
  async (t) => {
    const { ann, app, bob } = await openLibrary(t);
    const { a, b } = await addTree(ann);
    await bob.addItem(-99);
    await ann.call("DELETE", `/collection/${a}`);
    const [trashed] = (await ann.call("GET", "/raindrops/-99")).items;
    await ann.call("DELETE", "/collection/-99");
    t.same(await ann.counts(), { 0: 1, [-1]: 0, [-99]: 0, [b]: 1 });
    t.equal((await ann.request("GET", `/raindrop/${trashed?._id}`)).status, 404);
    await expireUndo(app.context.database);
    const left = await app.context.database.selectFrom("items").select("id").execute();
    t.equal(left.length, 2, "the item in b and Bob's item in his own Trash remain");
  },
);

t.test(
  "getStatistics: lists the system collections first; counts duplicates and broken items outside the Trash",
  async (t) => {
    const { ann, advanceClock } = await openLibrary(t);
    const { meta: before } = await ann.call("GET", "/user/stats");
    t.strictSame(before, {
      pro: true,
      _id: ann.id,
      changedBookmarksDate: "2026-01-01T12:00:00.000Z",
      duplicates: { count: 0 },
      broken: { count: 0 },
    });
    const { _id: id } = await ann.addCollection("One");
    advanceClock(5_000);
    for (const link of ["https://a.example/", "https://b.example/", "https://a.example/"])
      await ann.addItem(id, { link, broken: true });
    const { _id: trashed } = await ann.addItem(-1, { link: "https://a.example/", broken: true });
    await ann.call("DELETE", `/raindrop/${trashed}`);
    const { items, meta } = await ann.call("GET", "/user/stats");
    t.same(items, [
      { _id: 0, count: 3 },
      { _id: -1, count: 0 },
      { _id: -99, count: 1 },
      { _id: id, count: 3 },
    ]);
    t.match(meta, { changedBookmarksDate: "2026-01-01T12:00:05.000Z", duplicates: { count: 1 }, broken: { count: 3 } });
    advanceClock(5_000);
    await ann.call("DELETE", `/collection/${(await ann.addCollection("Empty"))._id}`);
    t.equal(
      (await ann.call("GET", "/user/stats")).meta.changedBookmarksDate,
      "2026-01-01T12:00:05.000Z",
      "deleting a collection without items does not change it",
    );
  },
);

t.test("If-Match: returns 412 and changes nothing when the entity tag is not current", async (t) => {
  const { ann } = await openLibrary(t);
  const { a, b } = await addTree(ann);
  const tagOf = async (path: string) => (await ann.request("GET", path)).headers.get("etag") ?? "";
  const changes: [method: string, path: string, body: unknown, etagPath: string][] = [
    ["PUT", `/collection/${a}`, { title: "A" }, `/collection/${a}`],
    ["PUT", "/collections", { expanded: false }, "/collections"],
    ["PUT", `/raindrops/${b}`, { important: true }, `/raindrops/${b}`],
    ["DELETE", `/raindrops/${b}`, undefined, `/raindrops/${b}`],
    ["DELETE", "/collections", { ids: [b] }, "/collections"],
    ["DELETE", `/collection/${a}`, undefined, `/collection/${a}`],
  ];
  for (const [method, path, body, etagPath] of changes) {
    const current = await tagOf(etagPath);
    t.equal((await ann.request(method, path, body, { "if-match": '"old"' })).status, 412, `${method} ${path}`);
    t.equal(await tagOf(etagPath), current);
    t.equal((await ann.request("GET", etagPath, undefined, { "if-none-match": current })).status, 304);
    t.equal(
      (await ann.request(method, path, body, { "if-match": `"other", ${current}` })).status,
      200,
      `${method} ${path}`,
    );
  }
  for (const [method, path, body] of [
    ["PUT", "/collections/merge", { to: b, ids: [a] }],
    ["PUT", "/collections/clean", undefined],
    ["DELETE", "/collection/-99", undefined],
  ] as const) {
    t.equal((await ann.request(method, path, body, { "if-match": '"old"' })).status, 412, `${method} ${path}`);
  }
});

t.test("If-Match: of several changes with the same entity tag, one succeeds", async (t) => {
  const { ann } = await openLibrary(t);
  const path = `/collection/${(await ann.addCollection("a"))._id}`;
  const headers = { "if-match": (await ann.request("GET", path)).headers.get("etag") ?? "" };
  const responses = await Promise.all(["b", "c", "d"].map((title) => ann.request("PUT", path, { title }, headers)));
  t.same(responses.map(({ status }) => status).toSorted(), [200, 412, 412]);
});

t.test("If-Match: concurrent changes elsewhere in the library do not cause a 412", async (t) => {
  const { ann } = await openLibrary(t);
  const path = `/collection/${(await ann.addCollection("a"))._id}`;
  const headers = { "if-match": (await ann.request("GET", path)).headers.get("etag") ?? "" };
  const others = Array.from({ length: 4 }, () => ann.addItem());
  const changing = ann.request("PUT", path, { title: "b" }, headers);
  await Promise.all(others);
  t.equal((await changing).status, 200);
});

t.test(
  "405 at a fixed path: Allow lists only its own methods, not those of a path template that also matches",
  async (t) => {
    const { ann } = await openLibrary(t);
    const { status, headers } = await ann.request("PATCH", "/collection/-99");
    t.same([status, headers.get("allow")], [405, "DELETE"]);
  },
);
