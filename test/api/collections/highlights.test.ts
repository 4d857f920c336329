import t from "tap";
import type { components } from "../../../generated/collections.ts";
import { formOf } from "../../../harness/forms.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { cleanUpShelves } from "../../../src/library/cleanup/cleanup.ts";
import { errorFieldsOf, type Item, type LibraryOwner, openLibrary } from "../../support/library.ts";

type Listed = components["schemas"]["HighlightPage"]["items"][number];

const COLORS: readonly Listed["color"][] = [
  "blue",
  "brown",
  "cyan",
  "gray",
  "green",
  "indigo",
  "orange",
  "pink",
  "purple",
  "red",
  "teal",
  "yellow",
];

/** The highlights of a list. */
async function listed({ request }: LibraryOwner, path = "/highlights"): Promise<readonly Listed[]> {
  const { body } = await request("GET", path);
  // The response was checked against the contract.
  return (body as components["schemas"]["HighlightPage"]).items;
}

async function textsOf(owner: LibraryOwner, path?: string): Promise<string[]> {
  return (await listed(owner, path)).map(({ text }) => text);
}

t.test("updateItem: adds highlights to those of the item, changes and removes single ones", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: id, highlights: none } = await ann.addItem();
  t.same(none, []);
  const change = async (...highlights: object[]) => (await ann.call("PUT", `/raindrop/${id}`, { highlights })).item;
  await change({ text: "a" });
  const [first, second] = (await change({ text: "a", note: "n", color: "red", position: 2.5, _id: "" })).highlights;
  t.match(first, { text: "a", note: "", color: "yellow", creatorRef: { _id: ann.id, name: "Ann" } });
  t.match(second, { text: "a", note: "n", color: "red", position: 2.5 });
  t.match(first?._id, /^[0-9a-f]{24}$/);
  t.not(first?._id, second?._id);

  const changed = await change({ _id: first?._id, note: "new" }, { _id: "unknown", text: "c" }, { _id: "x", text: "" });
  t.match(changed.highlights, [
    { _id: first?._id, text: "a", note: "new", color: "yellow", created: first?.created },
    { _id: second?._id },
    { text: "c" },
  ]);
  t.equal(changed.highlights.length, 3);
  const left = await change({ _id: first?._id, text: "" });
  t.match(left.highlights, [{ _id: second?._id, text: "a" }, { text: "c" }]);
  t.equal(left.highlights.length, 2);
  t.same((await ann.call("PUT", `/raindrop/${id}`, { title: "other" })).item.highlights, left.highlights);
  const whole = (await ann.call("GET", `/raindrop/${id}`)).item;
  t.same((await ann.call("PUT", `/raindrop/${id}`, whole)).item.highlights, whole.highlights, "sent back as read");
  t.same((await ann.call("GET", "/raindrops/0")).items[0]?.highlights, whole.highlights, "in lists too");
});

t.test("updateItem: sets lastUpdate of a highlight only when it changes", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { _id: id, highlights } = await ann.addItem(-1, { highlights: [{ text: "a" }, { text: "b" }] });
  const stored = highlights.map(({ _id, text }) => ({ id: _id, text, note: "", color: "red", created: 1, updated: 2 }));
  await app.context.database
    .updateTable("items")
    .set({ highlights: JSON.stringify(stored) })
    .execute();
  const body = {
    highlights: [
      { _id: highlights[0]?._id, text: "a" },
      { _id: highlights[1]?._id, text: "c" },
    ],
  };
  const [same, changed] = (await ann.call("PUT", `/raindrop/${id}`, body)).item.highlights;
  t.match(same, { created: "1970-01-01T00:00:00.001Z", lastUpdate: "1970-01-01T00:00:00.002Z" });
  t.equal(changed?.created, "1970-01-01T00:00:00.001Z");
  t.not(changed?.lastUpdate, "1970-01-01T00:00:00.002Z");
});

t.test("createItem and createItems: add highlights, which keep well-formed ids", async (t) => {
  const { ann } = await openLibrary(t);
  const id = "65a1f0c2e4b0d1a2b3c4d5e6";
  t.match((await ann.addItem(-1, { highlights: [{ _id: id, text: "a" }] })).highlights, [{ _id: id, text: "a" }]);
  const items = [{ link: "https://example.com/", highlights: [{ text: "b" }, { note: "no text" }] }];
  const [created] = (await ann.call("POST", "/raindrops", { items })).items;
  t.match(created?.highlights, [{ text: "b" }]);
  t.equal(created?.highlights.length, 1);
});

t.test("every operation that returns an item or its highlights returns them in each colour", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: collection } = await ann.addCollection("One");
  const expected = COLORS.map((color, position) => ({ text: `in ${color}`, color, position }));
  const shown = (highlights: Item["highlights"]) =>
    highlights.map(({ text, color, position }) => ({ text, color, position }));
  const created = await ann.addItem(collection, { highlights: expected, reminder: { date: "2030-01-01T00:00:00Z" } });
  t.same(shown(created.highlights), expected, "createItem");
  const path = `/raindrop/${created._id}`;
  const { item: read } = await ann.call("GET", path);
  t.same(shown(read.highlights), expected, "getItem");
  t.same(read.reminder, { date: "2030-01-01T00:00:00.000Z" });
  t.same(shown((await ann.call("PUT", path, { note: "n" })).item.highlights), expected, "updateItem");
  t.same(shown((await ann.call("GET", "/raindrops/0")).items[0]?.highlights ?? []), expected, "listItems");
  for (const list of ["/highlights", `/highlights/${collection}`]) {
    const highlights = await listed(ann, list);
    t.same(highlights.map(({ color }) => color).sort(), COLORS, list);
    for (const { text, color } of highlights) t.equal(text, `in ${color}`);
  }
  const cover = await formOf({ bytes: await pngOf(1, 1, "#ff0000") });
  const uploaded = await ann.request("PUT", `${path}/cover`, cover.body, cover.headers);
  t.match(uploaded.body, { item: { highlights: expected, reminder: read.reminder } }, "uploadItemCover");
  const { item: deleted } = await ann.call("DELETE", path);
  t.same(shown(deleted.highlights), expected, "deleteItem");
  t.same(deleted.reminder, read.reminder);
  const items = [{ link: "https://example.com/", highlights: expected }];
  t.same(shown((await ann.call("POST", "/raindrops", { items })).items[0]?.highlights ?? []), expected, "createItems");
});

t.test("createItem and updateItem: return 400 for invalid, too many and too large highlights", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: id } = await ann.addItem(-1, { highlights: [{ text: "a" }] });
  const hundred = Array.from({ length: 100 }, (_, index) => ({ text: `${index}` }));
  const invalid = [
    [{ text: "a", color: "black" }],
    [{ text: "a\u0000" }],
    [{ text: "x".repeat(10_001) }],
    "a",
    hundred,
    Array(7).fill({ text: "x".repeat(10_000) }),
  ];
  for (const highlights of invalid) {
    const response = await ann.request("PUT", `/raindrop/${id}`, { highlights });
    t.match(errorFieldsOf(response), { status: 400, error: "highlights" });
  }
  t.equal((await ann.addItem(-1, { highlights: hundred })).highlights.length, 100);
  const body = { link: "https://example.com/", highlights: [...hundred, { text: "a" }] };
  t.match(errorFieldsOf(await ann.request("POST", "/raindrop", body)), {
    status: 400,
    error: "highlights",
    errorMessage: "An item can have at most 100 highlights.",
  });
});

t.test(
  "listHighlights: lists the newest first, with tags, title and link of the item, without the Trash",
  async (t) => {
    const { ann, bob, app } = await openLibrary(t);
    t.same(await listed(ann), []);
    const { _id: collection } = await ann.addCollection("One");
    const old = await ann.addItem(collection, { title: "Old", tags: ["x"], highlights: [{ text: "old" }] });
    await app.context.database
      .updateTable("items")
      .set({ highlights: withTime(old.highlights[0]?._id) })
      .execute();
    const item = await ann.addItem(-1, { title: "New", highlights: [{ text: "new", note: "n", color: "blue" }] });
    await ann.addItem(-99, { highlights: [{ text: "gone" }] });
    await bob.addItem(-1, { highlights: [{ text: "foreign" }] });
    t.same(await listed(ann), [
      {
        _id: item.highlights[0]?._id,
        text: "new",
        note: "n",
        color: "blue",
        created: item.highlights[0]?.created,
        tags: [],
        title: "New",
        link: "https://example.com/",
        raindropRef: item._id,
      },
      {
        _id: old.highlights[0]?._id,
        text: "old",
        note: "",
        color: "red",
        created: "1970-01-01T00:00:00.001Z",
        tags: ["x"],
        title: "Old",
        link: "https://example.com/",
        raindropRef: old._id,
      },
    ]);
    t.same(await textsOf(ann, "/highlights/-99"), ["gone"]);
    t.same(await textsOf(ann, `/highlights/${collection}`), ["old"]);
    t.same(await textsOf(ann, "/highlights/0"), ["new", "old"]);
    await ann.call("DELETE", `/collection/${collection}`);
    t.same(await textsOf(ann), ["new"]);
    while (await cleanUpShelves(app.context.database, 1));
    t.same(await textsOf(ann), ["new"]);
    t.equal((await ann.request("GET", `/highlights/${collection}`)).status, 404);
  },
);

/** The stored form of one highlight, which was created in 1970. */
function withTime(id: string | undefined): string {
  return JSON.stringify([{ id, text: "old", note: "", color: "red", created: 1, updated: 1 }]);
}

t.test("listCollectionHighlights: returns pages of at most 50, over more rows than one statement reads", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const { _id: collection } = await ann.addCollection("One", undefined, { public: true });
  const items = Array.from({ length: 12 }, (_, item) => ({
    link: "https://example.com/",
    collection: { $id: item % 2 === 0 ? collection : -1 },
    highlights: Array.from({ length: 100 }, (_, index) => ({ text: `${item * 100 + index}` })),
  }));
  await ann.call("POST", "/raindrops", { items });
  const path = `/highlights/${collection}`;
  t.equal((await listed(ann, path)).length, 25);
  t.equal((await listed(ann, `${path}?perpage=51`)).length, 50);
  for (const [place, count] of [
    [path, 600],
    ["/highlights", 1200],
  ] as const) {
    const found: string[] = [];
    for (let page = 0; page <= count / 50; page++) {
      found.push(...(await listed(ann, `${place}?perpage=50&page=${page}`)).map(({ _id }) => _id));
    }
    t.equal(new Set(found).size, count, "every highlight is on one page");
  }
  t.equal((await listed(bob, path)).length, 25, "the collection is public");
  t.equal((await ann.request("GET", `${path}?perpage=0`)).status, 400);
});
