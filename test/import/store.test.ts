import t, { type Test } from "tap";
import { inBatches } from "../../harness/import-batches.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as covers from "../../src/library/collections/covers.ts";
import { type Bookmark, toBookmark } from "../../src/library/import/bookmark/bookmark.ts";
import * as importing from "../../src/library/import/store.ts";
import * as items from "../../src/library/items/items.ts";
import * as listing from "../../src/library/items/listing.ts";
import { TRASH, UNSORTED } from "../../src/library/placement.ts";
import { list as listSteps } from "../../src/library/undo/listing.ts";
import { revert } from "../../src/library/undo/revert.ts";
import { addOwner, COLLECTION, ITEM } from "../library/library.ts";
import { openTestDatabase } from "../support/databases.ts";
import { expireUndo } from "../support/undo.ts";

const NOW = Date.UTC(2026, 0, 1);
const clock = () => NOW;

async function openLibrary(t: Test) {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const store = async (bookmarks: readonly Bookmark[], options?: importing.ImportOptions) =>
    importing.store(database, clock, owner, inBatches(bookmarks), options);
  const list = async (placeId: number) => {
    const search = { order: "sort", page: 0, limit: 50, text: "" } as const;
    return (await listing.listWritable(database, owner, { placeId, nested: false }, search)).items;
  };
  return { database, owner, store, list };
}

function bookmark(link: string, path: readonly string[] = [], more: object = {}): Bookmark {
  const found = toBookmark({ kind: "bookmark", link, path, ...more });
  if (found === undefined) throw new Error(`${link} is not a link.`);
  return found;
}

t.test("store: folders become collections, and existing ones are used", async (t) => {
  const { database, owner, store, list } = await openLibrary(t);
  const work = await collections.create(database, clock, owner, { ...COLLECTION, title: "Work" });
  const result = await store([
    bookmark("https://example.com/1", ["Work", "Later"]),
    bookmark("https://example.com/2", ["Work"]),
    bookmark("https://example.com/3", ["Later"]),
    bookmark("https://example.com/4"),
    bookmark("https://example.com/5", ["Unsorted"]),
  ]);
  t.same(result, { items: 5, collections: 2, duplicates: 0, repeated: 0, step: 1 });
  t.match(await list(work.id), [{ link: "https://example.com/2" }]);
  t.match(await list(UNSORTED), [{ link: "https://example.com/4" }, { link: "https://example.com/5" }]);
  const [nested] = await collections.list(database, owner, "nested");
  t.match(nested, { title: "Later", parent_id: work.id, count: 1 });
  t.same(
    (await collections.list(database, owner, "root")).map(({ title, count }) => [title, count]),
    [
      ["Later", 1],
      ["Work", 1],
    ],
  );
});

t.test("store: keeps texts, tags and times, and the order of the file", async (t) => {
  const { store, list } = await openLibrary(t);
  const texts = { title: "A", excerpt: "B", note: "C", cover: "https://example.com/c.png", tags: ["x", "y"] };
  await store([
    bookmark("https://example.com/1", [], { ...texts, important: true, created: "1700000000", updated: "1700000001" }),
    bookmark("https://example.com/2", [], { created: "1700000000" }),
    bookmark("https://example.com/3"),
  ]);
  t.match(await list(UNSORTED), [
    { ...texts, tags: '["x","y"]', important: 1, created_at: 1_700_000_000_000, updated_at: 1_700_000_001_000 },
    { title: "https://example.com/2", created_at: 1_700_000_000_000, updated_at: NOW },
    { title: "https://example.com/3", created_at: NOW, updated_at: NOW },
  ]);
});

t.test("store: skips links that the account had before, so that an import can be repeated", async (t) => {
  const { database, owner, store } = await openLibrary(t);
  await items.create(database, clock, owner, { ...ITEM, link: "https://example.com/old" });
  await items.create(database, clock, owner, { ...ITEM, link: "https://example.com/thrown-away", placeId: TRASH });
  const file = [
    bookmark("http://www.example.com/old/"),
    bookmark("https://example.com/thrown-away"),
    bookmark("https://example.com/twice", ["One"]),
    bookmark("https://example.com/twice", ["Two"]),
  ];
  t.same(await store(file), { items: 3, collections: 2, duplicates: 1, repeated: 1, step: 1 });
  t.same(await store(file), { items: 0, collections: 0, duplicates: 4, repeated: 0, step: undefined });
});

t.test("store: puts everything into a collection, and flattens folders that would be too deep", async (t) => {
  const { database, owner, store, list } = await openLibrary(t);
  let into: number | null = null;
  for (let depth = 1; depth <= 63; depth++) {
    ({ id: into } = await collections.create(database, clock, owner, { ...COLLECTION, parentId: into }));
  }
  const deep = into ?? 0;
  t.match(
    await store([bookmark("https://example.com/1"), bookmark("https://example.com/2", ["A", "B"])], { into: deep }),
    {
      collections: 1,
    },
  );
  t.match(await list(deep), [{ link: "https://example.com/1" }]);
  t.match(await list(deep + 1), [{ link: "https://example.com/2" }]);
  await t.rejects(store([bookmark("https://example.com/3")], { into: 4711 }), { message: /no collection/ });
});

t.test("store: stores nothing beyond a quota, and reports progress", async (t) => {
  const { store, list } = await openLibrary(t);
  const file = Array.from({ length: 600 }, (_, index) => bookmark(`https://example.com/${index}`, ["New"]));
  await t.rejects(store(file, { maxBytes: 10_000 }), { message: /storage/ });
  t.same(await list(UNSORTED), []);
  const counts: number[] = [];
  t.match(await store(file, { onProgress: (count) => counts.push(count) }), { items: 600, collections: 1 });
  t.same(counts, [100, 350, 600]);
});

t.test("revert: deletes what an import created, except what has changed since", async (t) => {
  const { database, owner, store, list } = await openLibrary(t);
  const old = await collections.create(database, clock, owner, { ...COLLECTION, title: "Old" });
  await store([
    bookmark("https://example.com/1", ["Old"]),
    bookmark("https://example.com/2", ["Kept", "Gone"]),
    bookmark("https://example.com/3", ["Kept"]),
    bookmark("https://example.com/4"),
    bookmark("https://example.com/5"),
  ]);
  const later = () => NOW + 1;
  const [changed] = await list(UNSORTED);
  await items.update(database, later, owner, changed?.id ?? 0, { title: "Changed" });
  const kept = (await collections.list(database, owner, "root")).find(({ title }) => title === "Kept")?.id ?? 0;
  const added = await items.create(database, later, owner, { ...ITEM, placeId: kept });
  const [step] = await listSteps(database, later, owner);
  t.match(step, { operation: "import", item_count: 5, collection_count: 2 });
  const reverted = await revert(database, later, owner, step?.id ?? 0);
  t.same(reverted, {
    operation: "import",
    items: 4,
    collections: 1,
    skippedItems: 1,
    skippedCollections: 1,
    skippedIds: [changed?.id],
  });
  t.match(await list(UNSORTED), [{ id: changed?.id }]);
  t.match(await list(kept), [{ id: added.id }]);
  t.same(await list(old.id), []);
  const left = await collections.list(database, owner, "root");
  t.same(left.map(({ title }) => title).toSorted(), ["Kept", "Old"]);
  t.same(await collections.list(database, owner, "nested"), []);
  await expireUndo(database);
  const stored = await database.selectFrom("items").select("id").orderBy("id").execute();
  t.same(stored, [{ id: changed?.id }, { id: added.id }]);
});

t.test("revert: keeps a created collection that has got a cover, also if the clock stands still", async (t) => {
  const { database, owner, store } = await openLibrary(t);
  const { step } = await store([
    bookmark("https://example.com/1", ["With cover"]),
    bookmark("https://example.com/2", ["Without"]),
  ]);
  const [withCover] = await collections.list(database, owner, "root");
  const picture = { bytes: Buffer.from("picture"), color: "#000000" };
  await covers.setPicture(database, clock, owner, withCover?.id ?? 0, picture);
  const reverted = await revert(database, clock, owner, step ?? 0);
  t.match(reverted, { items: 2, collections: 1, skippedCollections: 1 });
  t.match(await collections.list(database, owner, "root"), [{ id: withCover?.id, count: 0 }]);
});
