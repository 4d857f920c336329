import t from "tap";
import { BASE, errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";

/** The titles of the collections that are listed at a path, in order. */
async function titlesOf({ call }: LibraryOwner, path = "/collections"): Promise<string[]> {
  return (await call("GET", path)).items.map(({ title }) => title);
}

t.test("createCollection: missing fields get their defaults", async (t) => {
  const { ann } = await openLibrary(t);
  const { item } = await ann.call("POST", "/collection", {});
  const { _id: id } = item;
  t.match(item.color, /^#[0-9a-f]{6}$/);
  t.strictSame(item, {
    _id: id,
    access: { level: 4, draggable: true, for: ann.id, root: true },
    author: true,
    color: item.color,
    count: 0,
    cover: [],
    created: "2026-01-01T12:00:00.000Z",
    creatorRef: { _id: ann.id, name: "Ann", email: "" },
    description: "",
    expanded: true,
    lastAction: "2026-01-01T12:00:00.000Z",
    lastUpdate: "2026-01-01T12:00:00.000Z",
    public: false,
    slug: "untitled",
    sort: id,
    title: "Untitled",
    user: { $ref: "users", $id: ann.id },
    view: "list",
  });
  t.strictSame((await ann.call("GET", `/collection/${id}`)).item, item);
});

t.test("createCollection: stores the given fields, with the title trimmed", async (t) => {
  const { ann } = await openLibrary(t);
  const given = {
    title: "  Größe 木 🌳 ",
    description: "What I\n read",
    view: "masonry",
    public: true,
    expanded: false,
    sort: -1.5,
    cover: ["https://example.com/a.png", "HTTP://example.com/b"],
  };
  const { item } = await ann.call("POST", "/collection", given);
  t.match(item, { ...given, title: "Größe 木 🌳", slug: "größe-木" });
  t.strictSame((await ann.call("POST", "/collection", { sort: 0 })).item.sort, 0);
});

t.test("createCollection: returns 400 with the name of the invalid field", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const bobs = await bob.addCollection("Bob's", undefined, { public: true });
  const errorMessage = "Collection validation failed: view: `bla` is not a valid enum value for path `view`.";
  t.strictSame(errorFieldsOf(await ann.request("POST", "/collection", { view: "bla" })), {
    status: 400,
    error: "view",
    errorMessage,
  });
  const invalid: [field: string, value: unknown][] = [
    ["title", ""],
    ["title", " \t"],
    ["title", "x".repeat(1001)],
    ["title", "a\0b"],
    ["title", 5],
    ["title", null],
    ["view", 5],
    ["public", "true"],
    ["public", 1],
    ["expanded", null],
    ["sort", "1"],
    ["sort", null],
    ["cover", 5],
    ["cover", [null]],
    ["cover", ["a\0b"]],
    ["cover", Array(11).fill("https://example.com/")],
    ["parent", 5],
    ["parent", { $id: 4711 }],
    ["parent", { $id: -1 }],
    ["parent", { $id: bobs._id }],
    ["description", "x".repeat(10_001)],
  ];
  for (const [field, value] of invalid) {
    const { status, error } = errorFieldsOf(await ann.request("POST", "/collection", { [field]: value }));
    t.strictSame([status, error], [400, field], JSON.stringify({ [field]: value }).slice(0, 60));
  }
  t.equal((await ann.request("POST", "/collection", '{"sort":1e999}')).status, 400);
  t.same(await titlesOf(ann), []);
});

t.test("createCollection and updateCollection: drop what is no address from the cover", async (t) => {
  const { ann } = await openLibrary(t);
  const [address, long] = [`https://example.com/${"x".repeat(2028)}`, `https://example.com/${"x".repeat(2029)}`];
  const dropped = ["", "<screenshot>", "ftp://example.com/", "javascript:alert(1)", "data:image/png;base64,AA==", long];
  const { _id, cover } = await ann.addCollection("Garden", undefined, { cover: [...dropped, address] });
  t.same(cover, [address]);
  t.same((await ann.call("PUT", `/collection/${_id}`, { cover: [address, "", address] })).item.cover, [
    address,
    address,
  ]);
  t.same((await ann.call("PUT", `/collection/${_id}`, { cover: [""] })).item.cover, [], "removes the cover");
});

t.test("createCollection: accepts every form of the parent that clients send", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: above } = await ann.addCollection("Above");
  const nested = [
    { parent: { $id: above } },
    { parent: { $ref: "collections", $id: above, oid: above } },
    { "parent.$id": above },
  ];
  for (const body of nested) {
    const { parent, access } = (await ann.call("POST", "/collection", body)).item;
    t.strictSame(parent, { $ref: "collections", $id: above });
    t.equal(access.root, false);
  }
  const atRoot = [
    { parent: null },
    { parent: {} },
    { parent: { $id: null } },
    { parent: { $id: 0 } },
    { "parent.$id": null },
    { "parent.$id": 0 },
  ];
  for (const body of atRoot)
    t.notOk("parent" in (await ann.call("POST", "/collection", body)).item, JSON.stringify(body));
});

t.test("listRootCollections, listChildCollections: order by parent, then `sort` descending, then id", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const [a, b] = [
    await ann.addCollection("a", undefined, { sort: 1 }),
    await ann.addCollection("b", undefined, { sort: 2.5 }),
  ];
  await ann.addCollection("c", undefined, { sort: 1 });
  for (const [title, parent, sort] of [
    ["b1", b, -1],
    ["b2", b, 0],
    ["a1", a, 0],
    ["a2", a, 1e300],
  ] as const) {
    await ann.addCollection(title, parent._id, { sort });
  }
  await bob.addCollection("Bob's");
  t.same(await titlesOf(ann), ["b", "a", "c"]);
  t.same(await titlesOf(ann, "/collections/childrens"), ["a2", "a1", "b2", "b1"]);
  const [first] = (await ann.call("GET", "/collections")).items;
  t.strictSame(first?.access, { level: 4, draggable: true });
  t.same([first?.author, first?.access.for], [undefined, undefined], "lists leave out author and access.for");
});

t.test("updateCollection: missing fields keep their values, and a returned collection can be sent back", async (t) => {
  const { ann, advanceClock } = await openLibrary(t);
  const above = await ann.addCollection("Above");
  const one = await ann.addCollection("One", above._id, {
    description: "d",
    view: "grid",
    cover: ["https://example.com/c"],
  });
  await ann.addItem(one._id);
  advanceClock(1_500);
  const { item: renamed } = await ann.call("PUT", `/collection/${one._id}`, { title: "Two" });
  const later = "2026-01-01T12:00:01.500Z";
  t.strictSame(renamed, { ...one, title: "Two", slug: "two", count: 1, lastUpdate: later, lastAction: later });
  const whole = { ...renamed, __v: 3, collaborators: { $id: "5dc1" }, parent: { ...renamed.parent, oid: above._id } };
  t.strictSame((await ann.call("PUT", `/collection/${one._id}`, whole)).item, renamed);
  t.strictSame((await ann.call("PUT", `/collection/${one._id}`, {})).item, renamed);
  t.strictSame((await ann.call("PUT", `/collection/${one._id}`, { cover: [], sort: 0 })).item, {
    ...renamed,
    cover: [],
    sort: 0,
  });
});

t.test("updateCollection: moves a collection with its descendants, but not into itself or a descendant", async (t) => {
  const { ann } = await openLibrary(t);
  const [a, b] = [await ann.addCollection("a"), await ann.addCollection("b")];
  const below = await ann.addCollection("a1", a._id);
  const deep = await ann.addCollection("a11", below._id);
  for (const parent of [a._id, below._id, deep._id]) {
    const wrong = errorFieldsOf(await ann.request("PUT", `/collection/${a._id}`, { parent: { $id: parent } }));
    t.match(wrong, { status: 400, error: "parent" });
  }
  await ann.call("PUT", `/collection/${below._id}`, { parent: { $id: b._id } });
  t.equal((await ann.call("GET", `/collection/${below._id}`)).item.parent?.$id, b._id);
  t.equal((await ann.call("GET", `/collection/${deep._id}`)).item.parent?.$id, below._id);
  await ann.call("PUT", `/collection/${below._id}`, { parent: { $id: 0 } });
  t.notOk("parent" in (await ann.call("GET", `/collection/${below._id}`)).item);
});

t.test("createCollection, updateCollection, mergeCollections: the tree has at most 64 levels", async (t) => {
  const { ann } = await openLibrary(t);
  const chain: number[] = [];
  for (let level = 1; level <= 64; level++) chain.push((await ann.addCollection(`${level}`, chain.at(-1)))._id);
  const tooDeep = { status: 400, error: "parent" };
  t.match(errorFieldsOf(await ann.request("POST", "/collection", { parent: { $id: chain.at(-1) } })), tooDeep);
  const other = await ann.addCollection("other");
  await ann.addCollection("below the other", other._id);
  t.match(errorFieldsOf(await ann.request("PUT", `/collection/${other._id}`, { parent: { $id: chain[62] } })), tooDeep);
  await ann.call("PUT", `/collection/${other._id}`, { parent: { $id: chain[61] } });
  await ann.call("PUT", `/collection/${other._id}`, { parent: null });
  const merging = await ann.request("PUT", "/collections/merge", { to: chain.at(-1), ids: [other._id] });
  t.match(errorFieldsOf(merging), { status: 400, error: "to" });
  t.same(await titlesOf(ann), ["other", "1"]);
});

t.test("getCollection: everybody may read a public collection, but not the collections below it", async (t) => {
  const { ann, bob, send } = await openLibrary(t);
  const open = await ann.addCollection("Open", undefined, { public: true });
  const below = await ann.addCollection("Below", open._id);
  const item = await ann.addItem(open._id);
  const byBob = (await bob.call("GET", `/collection/${open._id}`)).item;
  t.strictSame(byBob, {
    ...open,
    count: 1,
    author: false,
    access: { level: 1, draggable: false, for: bob.id, root: true },
  });
  const { status, body } = await send("GET", `${BASE}/collection/${open._id}`);
  t.equal(status, 200);
  t.match(body, { item: { access: { level: 1, draggable: false, for: 0, root: true } } });
  t.equal((await send("GET", `${BASE}/raindrop/${item._id}`)).status, 200);
  t.match((await send("GET", `${BASE}/raindrops/${open._id}?nested=true`)).body, { count: 1 });
  t.equal((await send("GET", `${BASE}/collection/${below._id}`)).status, 401);
  t.equal((await bob.request("GET", `/collection/${below._id}`)).status, 404);
});

t.test("getCollection: returns 404 for system collections and unknown ids", async (t) => {
  const { ann } = await openLibrary(t);
  for (const id of [-1, -99, 0, -5, 4711, 9007199254740991]) {
    t.match(errorFieldsOf(await ann.request("GET", `/collection/${id}`)), { status: 404, error: "not_found" }, `${id}`);
    // Deleting -99 empties the Trash.
    if (id !== -99) t.equal((await ann.request("DELETE", `/collection/${id}`)).status, 404);
  }
  t.equal((await ann.request("GET", "/collection/x")).status, 400);
});
