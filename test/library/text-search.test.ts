import { sql } from "kysely";
import t, { type Test } from "tap";
import type { Database } from "../../src/database/database.ts";
import { cleanUp } from "../../src/library/cleanup/cleanup.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import * as items from "../../src/library/items/items.ts";
import * as listing from "../../src/library/items/listing.ts";
import * as tags from "../../src/library/items/tags.ts";
import { LIFETIME_MS } from "../../src/library/journal/step.ts";
import { engine, openTestDatabase } from "../support/databases.ts";
import { addOwner, addPage, COLLECTION, ITEM } from "./library.ts";

// `search.test.ts` compares searches of random words, also of pages, with a model.
let now = Date.UTC(2026, 0, 1);
const clock = () => now++;

interface Item {
  readonly title?: string;
  readonly excerpt?: string;
  readonly note?: string;
  readonly tags?: readonly string[];
  readonly page?: string;
}

/** Adds items with pages to a new account. `find` returns the titles of those that a search finds. */
async function openPages(t: Test, contents: readonly Item[]) {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const { id: placeId } = await collections.create(database, clock, owner, { ...COLLECTION, public: true });
  const ids: number[] = [];
  for (const { page = "", ...content } of contents) {
    const item = await items.create(database, clock, owner, { ...ITEM, ...content, placeId });
    await addPage(database, item, page);
    ids.push(item.id);
  }
  const find = async (
    text: string,
    order: listing.ListQuery["order"] = "created",
    viewer: number | undefined = owner,
  ) => {
    const found = await listing.list(database, viewer, { placeId, nested: false }, { order, page: 0, limit: 50, text });
    return found.items.map(({ title }) => title);
  };
  return { database, owner, placeId, ids, find };
}

t.test("each word is found in the item or in its page, and none of those that are excluded", async (t) => {
  const { find } = await openPages(t, [
    { title: "Lighthouse", page: "The keeper climbs 217 steps every evening." },
    { title: "Keeper", tags: ["steps"], page: "Nothing else." },
    { title: "Other", page: "A keeper of bees" },
  ]);
  t.same(await find("keeper"), ["Lighthouse", "Keeper", "Other"]);
  t.same(await find("lighthouse keeper"), ["Lighthouse"], "one word in the title, one in the page");
  t.same(await find("keeper steps"), ["Lighthouse", "Keeper"]);
  t.same(await find("keeper -bees"), ["Lighthouse", "Keeper"]);
  t.same(await find("-keeper"), []);
  t.same(await find("bees evening match:OR"), ["Lighthouse", "Other"]);
  t.same(await find('"keeper climbs 217"'), ["Lighthouse"]);
  t.same(await find('"climbs keeper"'), []);
  t.same(await find("even"), ["Lighthouse"], "the beginning of a word");
  t.same(await find("cli"), [], "a beginning of three characters");
  t.same(await find("title:bees"), []);
  t.same(await find("info:bees"), []);
  t.same(await find("note:bees"), []);
  t.same(await find("link:bees"), []);
});

t.test("matches of titles come first, those of pages last", async (t) => {
  const { find } = await openPages(t, [
    { title: "one whale", page: "x" },
    { title: "two", excerpt: "whale" },
    { title: "three", tags: ["whale"] },
    { title: "four", page: "whale" },
    { title: "five", page: "whale whale whale" },
    { title: "six whale", page: "whale" },
    { title: "seven", note: "whale", page: "squid" },
    { title: "eight squid", page: "whale" },
  ]);
  t.same(await find("whale", "score"), [
    ...["six whale", "one whale"],
    ...["seven", "three", "two"],
    ...["eight squid", "five", "four"],
  ]);
  t.same(await find("whale squid", "score"), ["eight squid", "seven"]);
});

t.test(
  "other readers of a public collection find pages, but no notes, and notes do not order what they find",
  async (t) => {
    const { database, find } = await openPages(t, [
      { title: "one", note: "whale", page: "whale" },
      { title: "two", page: "whale" },
      { title: "three", note: "whale" },
    ]);
    const reader = await addOwner(database, "reader");
    t.same(await find("whale", "score"), ["three", "one", "two"]);
    t.same(await find("whale", "score", reader), ["two", "one"]);
  },
);

t.test("a long text is found by its first 16,000 words", async (t) => {
  const page = ["first", ...Array.from({ length: 16_000 }, (_, index) => `w${index}`), "last"].join(" ");
  const { find } = await openPages(t, [{ title: "Book", page }]);
  t.same(await find("first"), ["Book"]);
  t.same(await find('"w15997 w15998"'), ["Book"]);
  t.same(await find("last"), []);
});

t.test("words with as many bytes as an index takes are stored, and found", async (t) => {
  const page = Array.from({ length: 16_000 }, (_, index) => `${index}${"𐐷".repeat(35)}`).join(" ");
  const { find } = await openPages(t, [{ title: "Deseret", page }]);
  t.same(await find(`"0${"𐐷".repeat(35)}"`), ["Deseret"]);
});

/** What the index of pages stores; whatever writes an entry changes this. */
async function readIndex(database: Database): Promise<string> {
  const { rows } = await (engine === "sqlite"
    ? sql`select id, hex(block) as block from text_index_data order by id`
    : sql`select item_id, xmin::text, ctid::text from text_index order by item_id`
  ).execute(database);
  return JSON.stringify(rows);
}

t.test("no change of items but their deletion writes to the index of pages", async (t) => {
  const contents = Array.from({ length: 40 }, (_, index) => ({ title: `Title ${index}`, page: `whale ${index}` }));
  const { database, owner, placeId, ids, find } = await openPages(t, contents);
  const { id: other } = await collections.create(database, clock, owner, COLLECTION);
  const before = await readIndex(database);
  const selection = { placeId, nested: false, ids: undefined, searches: ["whale"] };
  await items.update(database, clock, owner, ids[0] ?? 0, { title: "New", tags: ["new"], excerpt: "Excerpt" });
  await bulk.update(database, clock, owner, selection, { tags: ["bulk"], important: true });
  await tags.replace(database, clock, owner, 0, { tags: ["bulk"], by: "renamed" });
  await bulk.update(database, clock, owner, selection, { placeId: other });
  await bulk.remove(database, clock, owner, { ...selection, placeId: other });
  t.equal(await readIndex(database), before);
  t.same(await find("whale"), []);

  await bulk.emptyTrash(database, clock, owner);
  now += LIFETIME_MS + 1;
  for (let step = 0; step < 20; step++) await cleanUp(database, clock, 10);
  t.same(await database.selectFrom("item_texts").select("item_id").execute(), []);
  const id = sql.ref(engine === "sqlite" ? "rowid" : "item_id");
  const { rows } = await sql`select ${id} from text_index`.execute(database);
  t.same(rows, []);
});

t.test("the text of a page is replaced, and removed", async (t) => {
  const { database, ids, owner, find } = await openPages(t, [{ title: "One", page: "whale" }]);
  const item = { id: ids[0] ?? 0, account_id: owner };
  await addPage(database, item, "squid");
  t.same([await find("whale"), await find("squid")], [[], ["One"]]);
  await addPage(database, item, "");
  t.same(await find("squid"), []);
});

t.test("a page counts towards the storage of its account", async (t) => {
  const { database, ids, owner } = await openPages(t, [{ title: "One" }]);
  const item = { id: ids[0] ?? 0, account_id: owner };
  const usage = () =>
    database.selectFrom("libraries").select("stored_bytes").where("account_id", "=", owner).executeTakeFirstOrThrow();
  const { stored_bytes: before } = await usage();
  await addPage(database, item, "ä whale");
  const size = Buffer.byteLength("<p>ä whale</p>a whale");
  t.equal((await usage()).stored_bytes - before, size);
  await addPage(database, item, "ä whale", before + size);
  t.equal((await usage()).stored_bytes - before, size);
  await addPage(database, item, "ä whale", before + size - 1);
  t.equal((await usage()).stored_bytes, before, "without room for it, none is stored");
});

t.test("another link of an item has another page", async (t) => {
  const { database, ids, owner, find } = await openPages(t, [{ title: "One", page: "whale" }]);
  await items.update(database, clock, owner, ids[0] ?? 0, { link: ITEM.link, title: "Uno" });
  t.same(await find("whale"), ["Uno"]);
  await items.update(database, clock, owner, ids[0] ?? 0, { link: "https://example.com/other" });
  t.same(await find("whale"), []);
});
