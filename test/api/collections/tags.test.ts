import { sql } from "kysely";
import t from "tap";
import { cleanUpShelves } from "../../../src/library/cleanup/cleanup.ts";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";
import { mediaOf } from "../../support/media.ts";
import { setCounters } from "../../support/usage.ts";

/** The tags of a place and their counts, in the order of the response. */
async function tagsOf({ request }: LibraryOwner, path = "/tags"): Promise<[string, number][]> {
  const { body } = await request("GET", path);
  // The response was checked against the contract.
  return (body as { items: { _id: string; count: number }[] }).items.map(({ _id, count }) => [_id, count]);
}

async function openTagged(...[t, settings]: Parameters<typeof openLibrary>) {
  const library = await openLibrary(t, settings);
  const { ann } = library;
  const { _id: collection } = await ann.addCollection("One");
  const { _id: first } = await ann.addItem(collection, { tags: ["db", "reading"] });
  const { _id: second } = await ann.addItem(-1, { tags: ["reading", "database", "db"] });
  return { ...library, collection, first, second };
}

t.test("listTags: lists the most used tags first, then by the bytes of their names, without the Trash", async (t) => {
  const { ann, bob } = await openLibrary(t);
  t.same(await tagsOf(ann), []);
  await ann.addItem(-1, { tags: ["italian", "Seafood", "😀", "\uffee", "a"] });
  const { _id: trashed } = await ann.addItem(-1, { tags: ["italian", "gone"] });
  await ann.addItem(-1, { tags: ["italian", "Italian"] });
  await bob.addItem(-1, { tags: ["foreign"] });
  await ann.call("DELETE", `/raindrop/${trashed}`);
  t.same(await tagsOf(ann), [
    ["italian", 2],
    ["Italian", 1],
    ["Seafood", 1],
    ["a", 1],
    ["\uffee", 1],
    ["😀", 1],
  ]);
  t.same(await tagsOf(ann, "/tags/-99"), [
    ["gone", 1],
    ["italian", 1],
  ]);
});

t.test("listCollectionTags: lists the tags of the collection itself, which may be public", async (t) => {
  const { ann, bob, app } = await openLibrary(t);
  const { _id: above } = await ann.addCollection("Above", undefined, { public: true });
  const { _id: below } = await ann.addCollection("Below", above);
  await ann.addItem(above, { tags: ["a"] });
  await ann.addItem(below, { tags: ["b"] });
  await ann.addItem(-1, { tags: ["c"] });
  t.same(await tagsOf(ann, `/tags/${above}`), [["a", 1]]);
  t.same(await tagsOf(ann, "/tags/-1"), [["c", 1]]);
  t.same(
    await tagsOf(ann, "/tags/0"),
    [
      ["a", 1],
      ["b", 1],
      ["c", 1],
    ],
    "0 is everything outside the Trash",
  );
  t.same(await tagsOf(bob, `/tags/${above}`), [["a", 1]]);
  t.equal((await bob.request("GET", `/tags/${below}`)).status, 404);
  t.equal((await ann.request("GET", "/tags/4711")).status, 404);
  t.equal((await app.send("GET", "/rest/v1/tags", {})).status, 401);

  await ann.call("DELETE", `/collection/${below}`);
  t.same(await tagsOf(ann), [
    ["a", 1],
    ["c", 1],
  ]);
  await ann.call("PUT", `/raindrops/${above}`, { collection: { $id: -1 } });
  t.same(await tagsOf(ann, "/tags/-1"), [
    ["a", 1],
    ["c", 1],
  ]);
  while (await cleanUpShelves(app.context.database, 1));
  t.same(await tagsOf(ann, "/tags/-1"), [
    ["a", 1],
    ["c", 1],
  ]);
  t.same(await tagsOf(ann, `/tags/${above}`), []);
});

t.test("listTags: lists more tags than one statement reads", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: collection } = await ann.addCollection("One");
  const items = Array.from({ length: 100 }, (_, item) => ({
    link: "https://example.com/",
    collection: { $id: item < 50 ? collection : -1 },
    tags: Array.from({ length: 25 }, (_, tag) => `t${1000 + ((item * 25 + tag) % 1250)}`),
  }));
  await ann.call("POST", "/raindrops", { items });
  const expected = Array.from({ length: 1250 }, (_, tag) => [`t${1000 + tag}`, 2]);
  t.same(await tagsOf(ann), expected);
  t.equal((await tagsOf(ann, `/tags/${collection}`)).length, 1250);
});

t.test("replaceTags: renames a tag, and merges several into one that an item has once", async (t) => {
  const { ann, bob, collection, first, second } = await openTagged(t);
  const { _id: foreign } = await bob.addItem(-1, { tags: ["db"] });
  const { _id: trashed } = await ann.addItem(-99, { tags: ["db"] });
  const { _id: other } = await ann.addItem(-1, { tags: ["reading"] });
  const before = (await ann.call("GET", `/raindrop/${other}`)).item;
  t.same(await ann.call("PUT", "/tags", { tags: ["db", "database", "unknown"], replace: " databases " }), {
    result: true,
  });
  t.same((await ann.call("GET", `/raindrop/${first}`)).item.tags, ["databases", "reading"]);
  t.same((await ann.call("GET", `/raindrop/${second}`)).item.tags, ["reading", "databases"]);
  t.same((await ann.call("GET", `/raindrop/${trashed}`)).item.tags, ["db"], "the Trash is not changed");
  t.same((await bob.call("GET", `/raindrop/${foreign}`)).item.tags, ["db"]);
  t.same((await ann.call("GET", `/raindrop/${other}`)).item, before, "an item without these tags does not change");
  t.equal((await ann.call("GET", "/raindrops/0?search=databases")).count, 2, "the search finds the new tag");
  t.same(await tagsOf(ann, `/tags/${collection}`), [
    ["databases", 1],
    ["reading", 1],
  ]);
  await ann.call("PUT", "/tags", { tag: "databases", replace: "DB" });
  t.same(await tagsOf(ann), [
    ["reading", 3],
    ["DB", 2],
  ]);
  await ann.call("PUT", "/tags/-99", { tags: ["db"], replace: "old" });
  t.same((await ann.call("GET", `/raindrop/${trashed}`)).item.tags, ["old"]);
});

t.test("replaceTags: sets lastUpdate only of items whose tags change", async (t) => {
  const { ann, first, app } = await openTagged(t);
  await app.context.database.updateTable("items").set({ updated_at: 0 }).execute();
  await ann.call("PUT", "/tags", { tags: ["reading"], replace: "reading" });
  t.equal((await ann.call("GET", `/raindrop/${first}`)).item.lastUpdate, "1970-01-01T00:00:00.000Z");
  await ann.call("PUT", "/tags", { tags: ["reading"], replace: "later" });
  t.not((await ann.call("GET", `/raindrop/${first}`)).item.lastUpdate, "1970-01-01T00:00:00.000Z");
});

t.test("replaceCollectionTags and deleteCollectionTags: change only the items of the collection", async (t) => {
  const { ann, bob, collection, second } = await openTagged(t);
  await ann.call("PUT", `/tags/${collection}`, { tags: ["reading"], replace: "later" });
  t.same(await tagsOf(ann, `/tags/${collection}`), [
    ["db", 1],
    ["later", 1],
  ]);
  await ann.call("DELETE", `/tags/${collection}`, { tags: ["db", "reading"] });
  t.same(await tagsOf(ann, `/tags/${collection}`), [["later", 1]]);
  t.same((await ann.call("GET", `/raindrop/${second}`)).item.tags, ["reading", "database", "db"]);

  const replacement = { tags: ["later"], replace: "x" };
  t.equal((await bob.request("PUT", `/tags/${collection}`, replacement)).status, 404);
  t.equal((await bob.request("DELETE", `/tags/${collection}`, { tags: ["later"] })).status, 404);
  await ann.call("PUT", `/collection/${collection}`, { public: true });
  t.equal((await bob.request("PUT", `/tags/${collection}`, replacement)).status, 403);
  t.equal((await bob.request("DELETE", `/tags/${collection}`, { tags: ["later"] })).status, 403);
  t.same(await tagsOf(ann, `/tags/${collection}`), [["later", 1]]);
});

t.test("deleteTags: removes the tags from all items outside the Trash", async (t) => {
  const { ann, second } = await openTagged(t);
  const { _id: trashed } = await ann.addItem(-99, { tags: ["db"] });
  t.same(await ann.call("DELETE", "/tags", { tags: ["db", " reading ", "unknown"] }), { result: true });
  t.same(await tagsOf(ann), [["database", 1]]);
  t.same((await ann.call("GET", `/raindrop/${second}`)).item.tags, ["database"]);
  t.same((await ann.call("GET", `/raindrop/${trashed}`)).item.tags, ["db"]);
});

t.test("replaceTags and deleteTags: reject bodies that name no tags, and change nothing", async (t) => {
  const { ann } = await openTagged(t);
  const before = await tagsOf(ann);
  const cases: [method: string, path: string, body: object, error: string][] = [
    ["DELETE", "/tags", {}, "tags"],
    ["DELETE", "/tags", { tags: [] }, "tags"],
    ["DELETE", "/tags/0", {}, "tags"],
    ["DELETE", "/tags", { tags: ["db"], ids: [1] }, "ids"],
    ["DELETE", "/tags?nested=true", { tags: ["db"] }, "nested"],
    ["PUT", "/tags", { replace: "x" }, "tags"],
    ["PUT", "/tags", { tags: [], replace: "x" }, "tags"],
    ["PUT", "/tags", { tags: ["db"] }, "replace"],
    ["PUT", "/tags", { tags: ["db"], replace: "  " }, "replace"],
    ["PUT", "/tags", { tags: ["db"], replace: "x".repeat(101) }, "replace"],
  ];
  for (const [method, path, body, error] of cases) {
    t.match(errorFieldsOf(await ann.request(method, path, body)), { status: 400, error }, JSON.stringify(body));
  }
  t.same(await tagsOf(ann), before);
});

t.test("replaceTags: changes nothing when one item would become too large, or too many items change", async (t) => {
  const { ann, app, first } = await openTagged(t);
  const item = { title: "x", tags: ["db"], media: mediaOf(31), note: "" };
  const { link, excerpt, cover } = await ann.addItem(-1, item);
  const size = Buffer.byteLength(JSON.stringify({ link, excerpt, cover, ...item }));
  await ann.addItem(-1, { ...item, note: "x".repeat(64 * 1024 - 50 - size) });
  const before = (await ann.call("GET", `/raindrop/${first}`)).item;
  const response = await ann.request("PUT", "/tags", { tags: ["db"], replace: "x".repeat(100) });
  t.match(errorFieldsOf(response), { status: 400, error: "tags" });
  t.same((await ann.call("GET", `/raindrop/${first}`)).item, before);

  await sql`update facets set count = 10001`.execute(app.context.database);
  t.match(errorFieldsOf(await ann.request("DELETE", "/tags", { tags: ["db"] })), { status: 400, error: "tags" });
});

t.test("replaceTags and deleteTags: return 412 when If-Match has an outdated entity tag of the list", async (t) => {
  const { ann, collection } = await openTagged(t);
  for (const path of ["/tags", `/tags/${collection}`]) {
    const { headers } = await ann.request("GET", path);
    const ifMatch = { "if-match": headers.get("etag") ?? "" };
    const body = { tags: ["db"], replace: "databases" };
    t.equal((await ann.request("PUT", path, body, ifMatch)).status, 200);
    t.equal((await ann.request("PUT", path, body, ifMatch)).status, 412);
    t.equal((await ann.request("DELETE", path, { tags: ["databases"] }, ifMatch)).status, 412);
    const { headers: current } = await ann.request("GET", path);
    const etag = { "if-match": current.get("etag") ?? "" };
    t.equal((await ann.request("DELETE", path, { tags: ["databases"] }, etag)).status, 200);
    await ann.call("PUT", path, { tags: ["database"], replace: "db" });
    await ann.addItem(collection, { tags: ["db"] });
  }
});

t.test("createItem, updateItem and updateItems: trim tags and drop empty and repeated ones", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: id, tags } = await ann.addItem(-1, { tags: [" a", "a ", "b", " "] });
  t.same(tags, ["a", "b"]);
  t.same((await ann.call("PUT", `/raindrop/${id}`, { tags: ["c ", "c"] })).item.tags, ["c"]);
  await ann.call("PUT", "/raindrops/-1", { tags: [" d", " "] });
  t.same((await ann.call("GET", `/raindrop/${id}`)).item.tags, ["c", "d"]);
  t.equal((await ann.call("PUT", "/raindrops/-1", { tags: [" "] })).modified, 0, "only white space adds nothing");
  t.same((await ann.call("GET", `/raindrop/${id}`)).item.tags, ["c", "d"]);
});

t.test("replaceTags: returns 403 and changes nothing when the storage of the account is used up", async (t) => {
  const { ann, app, second } = await openTagged(t, { ACCOUNT_QUOTA_MIB: "1" });
  await setCounters(app.context.database, ann.id, { stored_bytes: 1024 * 1024 });
  const before = await tagsOf(ann);
  const response = await ann.request("PUT", "/tags", { tags: ["database"], replace: "databases" });
  t.match(errorFieldsOf(response), { status: 403, error: "quota" });
  t.same(await tagsOf(ann), before);
  await ann.call("PUT", "/tags", { tags: ["database"], replace: "data" });
  t.same((await ann.call("GET", `/raindrop/${second}`)).item.tags, ["reading", "data", "db"], "a shorter tag fits");
});

t.test("createItem: returns 403 when the account has 1,000,000 tags", async (t) => {
  const { ann, app } = await openTagged(t);
  await setCounters(app.context.database, ann.id, { tag_count: 1_000_000 });
  const response = await ann.request("POST", "/raindrop", { link: "https://example.com/", tags: ["new"] });
  t.match(errorFieldsOf(response), { status: 403, error: "quota" });
  await ann.addItem(-1, { tags: ["db"] });
});
