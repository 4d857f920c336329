import t, { type Test } from "tap";
import { canonicalKeyOf } from "../../src/library/items/canonical.ts";
import { compareBy } from "../../src/library/items/link-aliases.ts";
import { linkKeyOf } from "../../src/library/items/link-key.ts";
import * as library from "../../src/library/library.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { type Item, type LibraryOwner, openLibrary } from "../support/library.ts";

const MOBILE = "https://m.example.com/a.html?from=app";
const PRINT = "https://example.com/print/a";
const CANONICAL = "https://example.com/a";

async function openPages(t: Test) {
  const opened = await openLibrary(t);
  const { database } = opened.app.context;
  return {
    ...opened,
    database,
    /** Says what the page of an item names as its canonical address; nothing if it could not be read. */
    read: ({ id: account_id }: LibraryOwner, { _id: id, link }: Item, canonical?: string) =>
      compareBy(database, { id, account_id, link }, canonical),
  };
}

async function duplicatesOf({ call }: LibraryOwner): Promise<number[]> {
  return (await call("GET", "/raindrops/0?search=duplicate%3Atrue&sort=created")).items.map(({ _id }) => _id);
}

async function existing({ call }: LibraryOwner, ...urls: string[]): Promise<readonly number[]> {
  return (await call("POST", "/import/url/exists", { urls })).ids;
}

t.test("pages with the same canonical address are duplicates, and all their links are found", async (t) => {
  const { ann, bob, read, database } = await openPages(t);
  const first = await ann.addItem(-1, { link: MOBILE });
  const second = await ann.addItem(-1, { link: PRINT });
  await bob.addItem(-1, { link: CANONICAL });
  t.same(await duplicatesOf(ann), []);
  await read(ann, first, CANONICAL);
  t.same(await existing(ann, CANONICAL), [first._id]);
  t.same(await duplicatesOf(ann), []);
  await read(ann, second, CANONICAL);
  const version = await library.versionOf(database, ann.id);
  await read(ann, second, CANONICAL);
  await read(ann, second);
  t.equal(await library.versionOf(database, ann.id), version, "nothing changes the second time");
  t.same(await duplicatesOf(ann), [second._id]);
  const third = await ann.addItem(-1, { link: CANONICAL });
  t.same(await duplicatesOf(ann), [second._id, third._id]);
  t.equal((await ann.call("GET", "/user/stats")).meta.duplicates.count, 2);
  t.same(await existing(ann, MOBILE), [first._id]);
  t.same(await existing(ann, PRINT), [second._id]);
  t.same(await existing(bob, MOBILE, PRINT), []);
  t.same(await verify(database), []);
});

t.test("items with the same link are compared in the same way, read or not", async (t) => {
  const { ann, read } = await openPages(t);
  const first = await ann.addItem(-1, { link: MOBILE });
  const second = await ann.addItem(-1, { link: MOBILE });
  t.same(await duplicatesOf(ann), [second._id]);
  await read(ann, second, CANONICAL);
  t.same(await duplicatesOf(ann), [second._id]);
  const third = await ann.addItem(-1, { link: MOBILE });
  await read(ann, third);
  t.same(await duplicatesOf(ann), [second._id, third._id]);
  await read(ann, first);
  t.same(await existing(ann, CANONICAL), [first._id]);
  await read(ann, third, MOBILE);
  t.same(await duplicatesOf(ann), [second._id, third._id], "all three follow what the page says last");
  t.same(await existing(ann, CANONICAL), []);
});

t.test("changes of other fields keep the canonical address, another link has none", async (t) => {
  const { ann, read, database } = await openPages(t);
  const first = await ann.addItem(-1, { link: MOBILE });
  const second = await ann.addItem(-1, { link: CANONICAL });
  await read(ann, first, CANONICAL);
  t.same(await duplicatesOf(ann), [second._id]);
  await ann.call("PUT", `/raindrop/${first._id}`, { title: "Other", tags: ["a"], link: MOBILE });
  t.same(await duplicatesOf(ann), [second._id]);
  await ann.call("PUT", `/raindrop/${first._id}`, { link: PRINT });
  t.same(await duplicatesOf(ann), []);
  t.same(await existing(ann, MOBILE), []);
  t.same(await database.selectFrom("link_aliases").selectAll().execute(), []);
  t.same(await verify(database), []);
});

t.test("findLink: a cached response follows the canonical address", async (t) => {
  const { ann, read } = await openPages(t);
  const find = (link: string) => ann.call("GET", `/import/url/exists?url=${encodeURIComponent(link)}`);
  const item = await ann.addItem(-1, { link: MOBILE });
  for (let time = 0; time < 3; time++) t.same((await find(CANONICAL)).ids, []);
  await read(ann, item, CANONICAL);
  t.same((await find(CANONICAL)).ids, [item._id]);
  for (let time = 0; time < 3; time++) t.same((await find(MOBILE)).ids, [item._id]);
  await ann.call("PUT", `/raindrop/${item._id}`, { link: PRINT });
  t.same((await find(MOBILE)).ids, []);
});

t.test("items in the Trash are not found by their link either", async (t) => {
  const { ann, read } = await openPages(t);
  const first = await ann.addItem(-1, { link: MOBILE });
  const second = await ann.addItem(-1, { link: MOBILE });
  await read(ann, first, CANONICAL);
  await ann.call("DELETE", `/raindrop/${first._id}`);
  t.same(await existing(ann, MOBILE), [second._id]);
  await ann.call("DELETE", `/raindrop/${second._id}`);
  t.same(await existing(ann, MOBILE), []);
});

t.test("an address that a site names for all of its pages counts for the first of them only", async (t) => {
  const { ann, read } = await openPages(t);
  for (let page = 0; page < 8; page++)
    await read(ann, await ann.addItem(-1, { link: `https://example.com/${page}` }), "https://example.com/all");
  t.equal((await duplicatesOf(ann)).length, 4);
});

t.test("a page that was read again, and does not name another address, is compared by its link", async (t) => {
  const { ann, read, database } = await openPages(t);
  const item = await ann.addItem(-1, { link: MOBILE });
  await read(ann, item, CANONICAL);
  await read(ann, item, "");
  t.same(await existing(ann, CANONICAL), []);
  t.same(await existing(ann, MOBILE), [item._id]);
  t.same(await database.selectFrom("link_aliases").selectAll().execute(), []);
});

t.test("a canonical address counts only if it can be that of the link", (t) => {
  const key = linkKeyOf("https://example.com/a");
  const accepted: readonly (readonly [link: string, canonical: string])[] = [
    ["https://m.example.com/a", "https://example.com/a"],
    ["https://example.com/b/c?x=1", "https://www.example.com/a"],
    ["https://amp.example.com/a/amp", "https://example.com/a"],
  ];
  for (const [link, canonical] of accepted) t.equal(canonicalKeyOf(link, canonical), key, link);
  t.equal(
    canonicalKeyOf("https://en.m.example.org/wiki/A", "https://en.example.org/wiki/A"),
    linkKeyOf("https://en.example.org/wiki/A"),
  );
  const ignored: readonly (readonly [link: string, canonical: string])[] = [
    // Says nothing new.
    ["https://example.com/a", "http://www.example.com/a/?utm_source=x"],
    // Leads elsewhere.
    ["https://example.com/a", "https://example.org/a"],
    ["https://example.com/a", "https://blog.example.com/a"],
    ["https://m.com/a", "https://com/a"],
    ["https://alice.github.io/a", "https://github.io/a"],
    ["https://example.com:8080/b", "https://example.com/a"],
    ["https://example.com/a", "javascript:alert(1)"],
    ["https://example.com/a", ""],
    ["https://example.com/a", "https://"],
    // Less exact than the link.
    ["https://example.com/a", "https://example.com/login?next=a"],
    ["https://example.com/a", "https://example.com/"],
    ["https://example.com/a", "https://example.com"],
    ["https://example.com/?p=5", "https://example.com/"],
    ["https://example.com/topic?id=5", "https://example.com/topic"],
    ["https://example.com/app#/a", "https://example.com/other"],
  ];
  for (const [link, canonical] of ignored) t.equal(canonicalKeyOf(link, canonical), undefined, `${link} ${canonical}`);
  t.end();
});
