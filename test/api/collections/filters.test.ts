import t from "tap";
import type { components } from "../../../generated/collections.ts";
import { cleanUpShelves } from "../../../src/library/cleanup/cleanup.ts";
import { computeIndexes, readIndexes } from "../../support/facets.ts";
import { type LibraryOwner, openLibrary } from "../../support/library.ts";

type Filters = components["schemas"]["Filters"];

async function filtersOf({ request }: LibraryOwner, path: string | number): Promise<Filters> {
  const { body } = await request("GET", `/filters/${path}`);
  // The response was checked against the contract.
  return body as Filters;
}

const NONE = { count: 0 };

t.test("getFilters: every count is 0 without items", async (t) => {
  const { ann } = await openLibrary(t);
  t.same(await filtersOf(ann, 0), {
    result: true,
    collectionId: 0,
    total: NONE,
    tags: [],
    types: [],
    created: [],
    notag: NONE,
    important: NONE,
    broken: NONE,
    duplicate: NONE,
    duplicates: NONE,
    highlights: NONE,
    reminder: NONE,
    note: NONE,
    file: NONE,
  });
});

t.test("getFilters: counts tags, types, months, flags and duplicates", async (t) => {
  const { ann, bob } = await openLibrary(t);
  await ann.addItem(-1, { tags: ["b", "a"], type: "article", created: "2025-07-31T23:59:59.999Z" });
  const fields = { important: true, broken: true, note: "n", highlights: [{ text: "h" }] };
  const { _id: id } = await ann.addItem(-1, { ...fields, created: "2025-08-01T00:00:00Z" });
  const reminder = { date: "2030-01-01T00:00:00Z" };
  await ann.addItem(-1, { tags: ["b"], type: "article", reminder, created: "2025-08-01T02:00:00+03:00" });
  await ann.addItem(-99, { tags: ["gone"], created: "2020-01-01T00:00:00Z" });
  await bob.addItem(-1, { tags: ["foreign"] });
  const tags = [
    { _id: "b", count: 2 },
    { _id: "a", count: 1 },
  ];
  const expected = {
    result: true,
    collectionId: 0,
    total: { count: 3 },
    tags,
    types: [
      { _id: "article", count: 2 },
      { _id: "link", count: 1 },
    ],
    created: [
      { _id: "2025-08", count: 1 },
      { _id: "2025-07", count: 2 },
    ],
    notag: { count: 1 },
    important: { count: 1 },
    broken: { count: 1 },
    duplicate: { count: 2 },
    duplicates: { count: 2 },
    highlights: { count: 1 },
    reminder: { count: 1 },
    note: { count: 1 },
    file: NONE,
  };
  t.same(await filtersOf(ann, 0), expected);
  t.same((await filtersOf(ann, "0?tagsSort=_id")).tags, tags.toReversed());
  t.same((await filtersOf(ann, "0?tagsSort=bla")).tags, tags, "another value means -count");
  t.match(await filtersOf(ann, -99), { total: { count: 1 }, tags: [{ _id: "gone" }], created: [{ _id: "2020-01" }] });

  const without = { important: false, broken: false, note: "", highlights: [] as object[], tags: ["a"] };
  const { highlights } = (await ann.call("GET", `/raindrop/${id}`)).item;
  without.highlights = highlights.map(({ _id }) => ({ _id, text: "" }));
  await ann.call("PUT", `/raindrop/${id}`, without);
  t.match(await filtersOf(ann, 0), { notag: NONE, important: NONE, broken: NONE, note: NONE, highlights: NONE });
});

t.test("getFilters: counts a collection, with nested=true its descendants too", async (t) => {
  const { ann, bob, app } = await openLibrary(t);
  const { _id: above } = await ann.addCollection("Above", undefined, { public: true });
  const { _id: below } = await ann.addCollection("Below", above);
  await ann.addItem(-1, { tags: ["x"] });
  await ann.addItem(above, { tags: ["a"] });
  await ann.addItem(below, { tags: ["b"], link: "https://example.org/" });
  t.match(await filtersOf(ann, above), { total: { count: 1 }, tags: [{ _id: "a" }], duplicate: { count: 1 } });
  t.match(await filtersOf(ann, -1), { duplicate: NONE }, "the oldest item is not a duplicate");
  t.match(await filtersOf(ann, below), { duplicate: NONE });
  t.match(await filtersOf(ann, `${above}?nested=true`), { total: { count: 2 }, tags: [{ _id: "a" }, { _id: "b" }] });
  t.match(await filtersOf(bob, `${above}?nested=true`), { total: { count: 1 }, tags: [{ _id: "a" }] });
  t.equal((await bob.request("GET", `/filters/${below}`)).status, 404);
  t.equal((await app.send("GET", `/rest/v1/filters/${above}`, {})).status, 200, "anonymous callers read it");

  await ann.call("DELETE", `/collection/${above}`);
  const inTrash = { total: { count: 2 }, tags: [{ _id: "a" }, { _id: "b" }], duplicate: { count: 1 } };
  t.match(await filtersOf(ann, -99), inTrash);
  while (await cleanUpShelves(app.context.database, 1));
  t.match(await filtersOf(ann, -99), inTrash);
});

t.test(
  "getFilters and getStatistics: count duplicates of more links and copies than one statement reads",
  async (t) => {
    const { ann } = await openLibrary(t);
    for (let request = 0; request < 12; request++) {
      const items = Array.from({ length: 100 }, (_, item) => ({
        link: `https://example.com/${item % 2 ? "same" : item}`,
      }));
      await ann.call("POST", "/raindrops", { items });
    }
    t.match(await filtersOf(ann, 0), { total: { count: 1200 }, duplicate: { count: 599 + 50 * 11 } });
    t.equal((await ann.call("GET", "/user/stats")).meta.duplicates.count, 599 + 50 * 11);
  },
);

t.test("getFilters: with a search counts only the items that it finds", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const { _id: open } = await ann.addCollection("Open", undefined, { public: true });
  const first = { title: "Rye bread", tags: ["b", "a"], type: "video", created: "2025-08-01T00:00:00Z" };
  await ann.addItem(open, { ...first, important: true, broken: true, link: "https://example.com/?utm_source=x" });
  const marks = { note: "n", highlights: [{ text: "h" }], reminder: { date: "2030-01-01T00:00:00Z" } };
  await ann.addItem(-1, { ...marks, title: "White bread", tags: ["b"], link: "http://www.example.com" });
  await ann.addItem(-1, { title: "Bread rolls", created: "2025-07-31T23:59:59Z", link: "https://example.org/" });
  await ann.addItem(-1, { title: "Soup", tags: ["soup"] });
  await ann.addItem(-99, { title: "Old bread" });
  await bob.addItem(-1, { title: "Bread of Bob", tags: ["foreign"] });

  t.match(await filtersOf(ann, "0?search=bread"), {
    total: { count: 3 },
    tags: [
      { _id: "b", count: 2 },
      { _id: "a", count: 1 },
    ],
    types: [
      { _id: "link", count: 2 },
      { _id: "video", count: 1 },
    ],
    important: { count: 1 },
    broken: { count: 1 },
    note: { count: 1 },
    notag: { count: 1 },
    highlights: { count: 1 },
    reminder: { count: 1 },
    duplicate: { count: 1 },
    duplicates: { count: 1 },
  });
  t.same(
    (await filtersOf(ann, "0?search=bread&tagsSort=_id")).tags.map(({ _id }) => _id),
    ["a", "b"],
  );
  const months = [
    { _id: "2025-08", count: 1 },
    { _id: "2025-07", count: 1 },
  ];
  t.same((await filtersOf(ann, "0?search=bread%20created:2025")).created, months, "newest first");
  t.match(await filtersOf(ann, "0?search=white"), { total: { count: 1 }, duplicate: { count: 1 } });
  t.match(await filtersOf(bob, `${open}?search=bread`), { total: { count: 1 }, tags: [{ _id: "a" }, { _id: "b" }] });
  t.match(await filtersOf(ann, "0?search=nothing"), { total: NONE, tags: [], types: [], duplicate: NONE });
  t.match(await filtersOf(ann, "0?search=%20"), { total: { count: 4 } }, "spaces are no search");
  t.equal((await ann.request("GET", `/filters/0?search=${"a%20".repeat(101)}`)).status, 400);
});

/** The counts of filters by the search that lists their items. */
function searchesOf(filters: Filters): readonly (readonly [search: string, count: number])[] {
  const { types, created, duplicate, highlights, reminder, important, broken, note, notag } = filters;
  const flags = { duplicate, highlights, reminder, important, broken, note, notag };
  return [
    ["", filters.total.count],
    ...filters.tags.map(({ _id, count }) => [`#"${_id}"`, count] as const),
    ...types.map(({ _id, count }) => [`type:${_id}`, count] as const),
    ...created.map(({ _id, count }) => [`created:${_id}`, count] as const),
    ...Object.entries(flags).map(([name, { count }]) => [`${name}:true`, count] as const),
  ];
}

t.test(
  "getFilters: each count is that of listItems with the filter, also after bulk changes by a search",
  async (t) => {
    const { ann, app } = await openLibrary(t);
    const { database } = app.context;
    const { _id: books } = await ann.addCollection("Books");
    const links = ["https://example.com/a", "http://www.example.com/a/", "https://example.com/b"];
    const items = Array.from({ length: 24 }, (_, number) => ({
      link: links[number % 3],
      title: number % 2 ? "Odd" : "Even",
      tags: [["x"], ["x", "y z"], []][number % 3],
      type: number % 4 ? "article" : "video",
      created: `2025-0${1 + (number % 5)}-01T00:00:00Z`,
      important: number % 5 === 0,
      broken: number % 6 === 0,
      note: number % 7 ? "" : "Note",
      highlights: number % 3 ? [] : [{ text: "Marked" }],
      reminder: number % 8 ? null : { date: "2030-01-01T00:00:00Z" },
      collection: { $id: [-1, books, -99][number % 3] },
    }));
    await ann.call("POST", "/raindrops", { items });

    const check = async (places = [0]) => {
      for (const place of places) {
        for (const text of ["", "odd"]) {
          const filters = await filtersOf(ann, `${place}?search=${text}`);
          for (const [search, count] of searchesOf(filters)) {
            const query = `search=${encodeURIComponent(`${search} ${text}`)}&perpage=1`;
            const list = await ann.call("GET", `/raindrops/${place}?${query}`);
            t.equal(list.count, count, `${place}: ${text}: ${search}`);
          }
        }
      }
      t.same(await readIndexes(database), await computeIndexes(database));
      const { duplicate } = await filtersOf(ann, 0);
      t.same((await ann.call("GET", "/user/stats")).meta.duplicates, duplicate);
    };
    await check([0, -1, -99, books]);
    t.equal((await ann.call("PUT", "/raindrops/0?search=odd", { tags: ["new"], important: true })).modified, 8);
    t.equal((await ann.call("GET", "/raindrops/0?search=%23new")).count, 8);
    await check();
    await ann.call("PUT", "/raindrops/-1?search=%23new", { collection: { $id: books } });
    await check();
    await ann.call("PUT", "/raindrops/0?search=type:video", { tags: [] });
    await ann.call("DELETE", "/raindrops/0?search=created:2025-02");
    await check();
    await ann.call("DELETE", "/raindrops/-99?search=even");
    await check();
    await ann.call("PUT", "/tags", { tags: ["x"], replace: "ex" });
    t.equal((await ann.call("GET", "/raindrops/0?search=%23x")).count, 0);
    await check();
  },
);
