import t, { type Test } from "tap";
import { signIn } from "../../../harness/page-client.ts";
import * as copies from "../../../src/library/items/copies.ts";
import { openLibrary } from "../../support/library.ts";

const BROKEN = "/bookmarks/broken";
const HOSTILE = `<script>alert("1")</script>`;

async function openBroken(t: Test) {
  const library = await openLibrary(t);
  const client = await signIn(library.app.base, library.ann);
  await client.get("/account/profile");
  const { database, clock } = library.app.context;
  const add = async (name: string, more: object = {}) =>
    (await library.ann.addItem(-1, { link: `https://example.com/${name}`, title: name, broken: true, ...more }))._id;
  /** Says what checks have found. */
  const find = (item_id: number, seen: string) =>
    database
      .insertInto("link_checks")
      .values({ item_id, due_at: clock(), failures: 3, first_failed_at: clock(), seen, set_by_server: 1 })
      .execute();
  return { ...library, client, add, find, database };
}

t.test("lists bookmarks with broken links outside the Trash, and what was seen", async (t) => {
  const { app, ann, bob, client, add, find, database } = await openBroken(t);
  t.match((await client.get(BROKEN)).text, "There are no broken links");
  const gone = await add("gone", { title: HOSTILE });
  await find(gone, "404");
  await find(await add("nobody"), "dns");
  await find(await add("busy"), "503");
  await find(await add("strange"), "response");
  await add("by-hand");
  await add("fine", { broken: false });
  await ann.call("DELETE", `/raindrop/${await add("trashed")}`);
  await bob.addItem(-1, { link: "https://example.com/bob", broken: true });
  const { text } = await client.get(BROKEN);
  t.equal(text.match(/name="ids"/g)?.length, 5);
  t.match(text, "5 broken links");
  t.notMatch(text, "Open the copy");
  await copies.store(database, app.context.clock, { itemId: gone, accountId: ann.id }, Buffer.from("page"), {
    maxBytes: 1_000_000,
  });
  t.match((await client.get(BROKEN)).text, `href="/bookmarks/items/${gone}/copy">Open the copy`);
  t.match(text, `Page not found (404), since <time datetime="2026-01-01T12:00:00.000Z">`);
  t.match(text, "The site does not exist, since");
  t.match(text, "Error 503, since");
  t.match(text, "Not a valid response, since");
  t.match(text, "Marked by hand");
  t.match(text, 'href="https://web.archive.org/web/*/https://example.com/gone" rel="noopener noreferrer"');
  t.notMatch(text, "<script>alert");
});

t.test("marks bookmarks as working", async (t) => {
  const { ann, bob, client, add, find, database } = await openBroken(t);
  const [one, other, third] = [await add("one"), await add("other"), await add("third")];
  await find(one, "404");
  const { _id: bobs } = await bob.addItem(-1, { broken: true });
  const { _id: fine, lastUpdate } = await ann.addItem();
  const ids = [one, other, bobs, fine].map(String);
  t.match(await client.post(BROKEN, { action: "works", ids }), { location: BROKEN, notice: "transfer-broken-works" });
  t.match(await ann.call("GET", "/raindrops/0?search=broken%3Atrue"), { count: 1, items: [{ _id: third }] });
  t.equal((await bob.call("GET", `/raindrop/${bobs}`)).item.broken, true);
  t.equal((await ann.call("GET", `/raindrop/${fine}`)).item.lastUpdate, lastUpdate);
  t.match(await database.selectFrom("link_checks").selectAll().execute(), [{ failures: 0, set_by_server: 0 }]);
});

t.test("moves bookmarks to the Trash, and Undo brings them back", async (t) => {
  const { ann, client, add } = await openBroken(t);
  const [one, other, fine] = [await add("one"), await add("other"), await add("fine", { broken: false })];
  const moved = await client.post(BROKEN, { action: "trash", ids: [String(one), String(fine)] });
  t.match(moved, { location: BROKEN, notice: "transfer-broken-moved" });
  t.match((await ann.call("GET", "/raindrops/-99")).items, [{ _id: one }], "not one that works by now");
  t.match((await client.get(BROKEN)).text, `value="${other}"`);
  const { step = "" } = moved;
  await client.post("/bookmarks/undo", { step });
  t.equal((await ann.counts())[0], 3);
});

t.test("changes nothing without a selection, an action, or a broken bookmark", async (t) => {
  const { ann, client, add } = await openBroken(t);
  const [one, fine] = [await add("one"), await add("fine", { broken: false })];
  const nothing = { location: BROKEN, notice: "transfer-nothing-chosen" };
  t.match(await client.post(BROKEN), nothing);
  t.match(await client.post(BROKEN, { action: "trash" }), nothing);
  t.match(await client.post(BROKEN, { action: "works" }), nothing);
  t.match(await client.post(BROKEN, { action: "works", ids: [String(fine), "x"] }), nothing);
  t.match(await client.post(BROKEN, { action: "other", ids: [String(one)] }), nothing);
  t.match(await client.post(BROKEN, { action: "trash", ids: [String(fine)] }), { notice: "transfer-nothing-moved" });
  t.equal((await ann.counts())[0], 2);
  t.equal((await ann.call("GET", "/user/stats")).meta.broken.count, 1);
});

t.test("has pages of 50 bookmarks", async (t) => {
  const { ann, client } = await openBroken(t);
  const items = Array.from({ length: 60 }, (_, index) => ({ link: `https://example.com/${index}`, broken: true }));
  await ann.call("POST", "/raindrops", { items });
  const shown = async (path: string) => (await client.get(path)).text.match(/name="ids"/g)?.length ?? 0;
  t.equal(await shown(BROKEN), 50);
  t.match((await client.get(BROKEN)).text, /class="pagination"><a [^>]*href="\/bookmarks\/broken\?page(=|&#61;)2"/);
  t.equal(await shown(`${BROKEN}?page=2`), 10);
  t.notMatch((await client.get(`${BROKEN}?page=2`)).text, "pagination");
  t.equal(await shown(`${BROKEN}?page=0`), 50);
});
