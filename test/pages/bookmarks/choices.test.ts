import t, { type Test } from "tap";
import { openBookmarks } from "../../support/bookmarks.ts";
import { addCollections } from "../../support/large-account.ts";

/** Signs Ann in, who has more collections than any list, and two more, in different ones, with the same title. */
async function openMany(t: Test) {
  const library = await openBookmarks(t);
  const { app, ann } = library;
  await ann.addCollection("Zürich");
  const first = await addCollections(app.context.database, ann.id, 600);
  const { _id: last } = await ann.addCollection("Last of all", first);
  const { _id: other } = await ann.addCollection("Last of all", first + 1);
  const titled = async (title: string) => {
    const row = await app.context.database
      .selectFrom("collections")
      .select("id")
      .where("account_id", "=", ann.id)
      .where("title", "=", title)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  return { ...library, first, last, other, titled };
}

const optionsIn = (page: string) => [...page.matchAll(/<option value="(\d+)"/g)].map(([, id]) => Number(id));

t.test("a list of bookmarks moves to any collection by its name", async (t) => {
  const { ann, annPages, last, other, titled } = await openMany(t);
  const { _id: item } = await ann.addItem(-1, { title: "Tea" });
  const { text } = await annPages.get("/bookmarks/-1");
  t.equal(optionsIn(text).length, 500);
  t.match(text, /name="to_name"(?![^>]* data-scripted)/);
  t.ok(text.length < 150_000, `${text.length} characters`);
  const move = (fields: Record<string, string>) =>
    annPages.post("/bookmarks/-1/bulk", { ids: String(item), action: "move", tags: "", to: "", ...fields });
  t.match(await move({ to_name: "no such name" }), { status: 200, text: "Move to: is unknown: no name contains" });
  const unclear = await move({ to_name: "last of ALL" });
  t.match(unclear, { status: 200, text: "Move to: is unclear: several names match. Choose one." });
  t.same(optionsIn(unclear.text), [last, other], "the list has what was found");
  t.match(unclear.text, /<option value="\d+">Collection \d+ \/ Last of all</, "with what is above");
  t.match(unclear.text, 'value="last of ALL"');
  t.match(unclear.text, `name="ids" value="${item}" aria-label="Select Tea" checked`);
  t.match(await move({ to_name: "last of all", to: String(other) }), { status: 303, notice: "bookmarks-moved" });
  t.equal((await ann.counts())[other], 1);
  const enter = { ids: String(item), action: "tag", tags: "", to: "", to_name: " ZÜRICH " };
  t.match(await annPages.post(`/bookmarks/${other}/bulk`, enter), { status: 303, notice: "bookmarks-moved" });
  t.equal((await ann.counts())[await titled("Zürich")], 1, "Enter moves");
});

t.test("a list of bookmarks offers all of 300 collections to move to", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  await ann.addItem(-1);
  const first = await addCollections(app.context.database, ann.id, 300);
  const { text } = await annPages.get("/bookmarks/-1");
  t.equal(new Set(optionsIn(text)).size, 300);
  t.ok(optionsIn(text).includes(first));
  t.match(text, /name="to_name"[^>]* data-scripted/, "only scripts make a field of it that searches the list");
});

t.test("the confirmation of a move of all keeps the collection whose name was typed", async (t) => {
  const { ann, annPages, titled } = await openMany(t);
  await ann.addItem(-1, { title: "Tea" });
  await annPages.get("/bookmarks/-1");
  const asked = await annPages.post("/bookmarks/-1/bulk", { scope: "all", action: "move", to: "", to_name: "zürich" });
  t.match(asked, { status: 200, text: `name="to" value="${await titled("Zürich")}"` });
});

t.test("the forms of a bookmark take any collection by its name", async (t) => {
  const { ann, annPages, last, titled } = await openMany(t);
  t.match((await annPages.get("/bookmarks/items/new")).text, "The list has the first 500 collections.");
  const fields = { link: "https://example.com/", title: "Tea", note: "typed", collection: "-1" };
  const unclear = await annPages.post("/bookmarks/items/new", { ...fields, collection_name: "last of" });
  t.match(unclear, { status: 200, text: "Collection is unclear: several names match. Choose one." });
  t.match(unclear.text, "typed</textarea>");
  const saved = await annPages.post("/bookmarks/items/new", { ...fields, collection_name: "zürich" });
  const zurich = await titled("Zürich");
  t.match(saved, { status: 303, location: `/bookmarks/${zurich}` });
  const [{ _id: id } = { _id: 0 }] = (await ann.call("GET", `/raindrops/${zurich}`)).items ?? [];
  const path = `/bookmarks/items/${id}`;
  const version = /name="version" value="([^"]+)"/.exec((await annPages.get(path)).text)?.[1] ?? "";
  const change = { ...fields, version, collection: String(zurich), collection_name: "Last of all" };
  t.match(await annPages.post(path, change), { status: 200, text: "Collection is unclear" });
  t.match(await annPages.post(path, { ...change, collection: String(last) }), { status: 303, notice: "edit-saved" });
  t.equal((await ann.counts())[last], 1);
});

t.test("a collection moves into any other by its name, but into none in itself", async (t) => {
  const { ann, annPages, first, last, titled } = await openMany(t);
  const path = `/bookmarks/collections/${first}`;
  const { text } = await annPages.get(path);
  const version = /name="version" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const fields = { title: "First", description: "", parent: "", view: "list", version };
  const nested = await annPages.post(path, { ...fields, parent_name: "Collection 400" });
  t.match(nested, { status: 200, text: "Inside of is unknown: no name contains what you typed." });
  t.match(await annPages.post(path, { ...fields, parent_name: "zürich" }), { status: 303, notice: "edit-saved" });
  t.equal((await ann.call("GET", `/collection/${first}`)).item.parent?.$id, await titled("Zürich"));
  const created = await annPages.post("/bookmarks/collections/new", {
    title: "New",
    parent: "",
    parent_name: "zürich",
  });
  t.match(created, { status: 303, notice: "edit-collection-added" });
  const merge = (sent: Record<string, string>) => annPages.post(`/bookmarks/collections/${last}/merge`, sent);
  t.match(await merge({ to: "", to_name: "no such" }), { status: 200, text: "Merge into: is unknown" });
  t.match(await merge({ to: "", to_name: "Last of all" }), { status: 303, notice: "edit-collection-merged" });
});

t.test("exports and imports take any collection by its name", async (t) => {
  const { ann, annPages, titled } = await openMany(t);
  const zurich = await titled("Zürich");
  await ann.addItem(zurich, { title: "Lake" });
  t.match((await annPages.get("/bookmarks/export")).text, 'name="collection_name"');
  const download = (name: string) =>
    annPages.get(`/bookmarks/export/download?format=csv&collection=0&collection_name=${encodeURIComponent(name)}`);
  t.match(await download("last"), { status: 422, text: "Collection is unclear" });
  const file = await download("zürich");
  t.equal(file.status, 200);
  t.match(file.text, "Lake");
  t.equal(file.text.trim().split("\n").length, 2);
});

t.test("no collection of others is found, and none that may only be read", async (t) => {
  const { annPages, bob, bobPages } = await openMany(t);
  await bob.addCollection("Bob's own");
  await annPages.get("/bookmarks/items/new");
  await bobPages.get("/bookmarks/items/new");
  const fields = { link: "https://example.com/", collection: "-1" };
  for (const [client, name] of [
    [annPages, "Bob's own"],
    [bobPages, "zürich"],
  ] as const)
    t.match(await client.post("/bookmarks/items/new", { ...fields, collection_name: name }), {
      status: 200,
      text: "Collection is unknown",
    });
});

t.test("an account whose lists have all its collections sees no field for names", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addCollection("Recipes");
  await ann.addCollection("Music");
  await ann.addItem(id);
  for (const path of [`/bookmarks/${id}`, "/bookmarks/items/new", `/bookmarks/collections/${id}`, "/bookmarks/export"])
    t.notMatch((await annPages.get(path)).text, /_name"(?![^>]* data-scripted)/, path);
});
