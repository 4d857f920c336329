import t from "tap";
import { openPageClient, type PageClient, signIn } from "../../../harness/page-client.ts";
import { postFile } from "../../../harness/page-uploads.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";

const NEW = "/bookmarks/collections/new";
const CLEAN = "/bookmarks/collections/clean";
const HOSTILE = `<script>alert("1")</script>' שלום`;

/** A library whose owner is signed in. */
async function openSignedIn(t: Parameters<typeof openLibrary>[0]) {
  const library = await openLibrary(t);
  const client = await signIn(library.app.base, library.ann);
  await client.get(NEW);
  const titles = async (path = "/collections") => (await library.ann.call("GET", path)).items.map(({ title }) => title);
  return { ...library, client, titles };
}

const pathOf = (id: number) => `/bookmarks/collections/${id}`;

async function versionOn(client: PageClient, path: string): Promise<string> {
  const { text } = await client.get(path);
  return /name="version" value="([^"]*)"/.exec(text)?.[1] ?? "";
}

t.test("a collection is created, at the top or in another one", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const fields = {
    title: " Books ",
    description: "To\r\nread",
    view: "grid",
    public: "1",
    keepCopies: "1",
    parent: "",
  };
  const { status, location } = await client.post(NEW, fields);
  t.equal(status, 303);
  const [, id = ""] = /^\/bookmarks\/(\d+)$/.exec(location ?? "") ?? [];
  const { item } = await ann.call("GET", `/collection/${id}`);
  t.match(item, { title: "Books", description: "To\nread", view: "grid", public: true, keepCopies: true });
  t.match((await client.get(`${NEW}?parent=${id}`)).text, `<option value="${id}" selected>Books</option>`);
  await client.post(NEW, { title: "Novels", parent: id });
  t.match((await ann.call("GET", "/collections/childrens")).items, [{ title: "Novels", parent: { $id: Number(id) } }]);
});

t.test("all errors of a new collection are shown, and nothing is stored", async (t) => {
  const { client, bob, titles } = await openSignedIn(t);
  const { status, text } = await client.post(NEW, { title: " ", description: "x".repeat(10_001), parent: "x" });
  t.equal(status, 200);
  for (const field of ["title", "description", "parent"]) t.match(text, `<a href="#${field}">`);
  t.match((await client.post(NEW)).text, "Title is required.");
  const { _id: others } = await bob.addCollection("Bob's");
  t.match(await client.post(NEW, { title: "T", parent: String(others) }), { status: 200, text: '<a href="#parent">' });
  t.equal((await client.post(NEW, { title: "T", _csrf: "wrong" })).status, 403);
  t.same(await titles(), []);
});

t.test("a collection is shown and changed; hostile text is text", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const { _id: id } = await ann.addCollection(HOSTILE, undefined, { description: HOSTILE });
  const { _id: parent } = await ann.addCollection("Parent");
  const { _id: child } = await ann.addCollection("Child", id);
  const { text } = await client.get(pathOf(id));
  t.notMatch(text, "<script>alert");
  t.match(text, "&#60;script&#62;");
  const [parents = ""] = /<select id="parent".*?<\/select>/s.exec(text) ?? [];
  t.match(parents, `<option value="${parent}">`);
  t.notMatch(parents, `<option value="${child}">`, "not below itself");
  const version = await versionOn(client, pathOf(id));
  const change = { version, title: "New", description: "d", view: "masonry", public: "1", parent: String(parent) };
  t.match(await client.post(pathOf(id), change), { status: 303, location: pathOf(id), notice: "edit-saved" });
  const { item } = await ann.call("GET", `/collection/${id}`);
  t.match(item, { title: "New", description: "d", view: "masonry", public: true, parent: { $id: parent } });
  t.match(await client.post(pathOf(id), { ...change, version: await versionOn(client, pathOf(id)), keepCopies: "1" }), {
    notice: "edit-saved",
  });
  t.match((await client.get(pathOf(id))).text, /name="keepCopies"[^>]* checked/);
  t.equal((await ann.call("GET", `/collection/${id}`)).item.keepCopies, true);
  const cycle = { ...change, version: await versionOn(client, pathOf(parent)), parent: String(child) };
  t.match(await client.post(pathOf(parent), cycle), { status: 200, text: '<a href="#parent">' });
});

t.test("a form of before another change is not saved; what was typed stays", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const { _id: id } = await ann.addCollection("Before");
  const version = await versionOn(client, pathOf(id));
  await ann.call("PUT", `/collection/${id}`, { title: "Elsewhere" });
  const stale = await client.post(pathOf(id), { version, title: "Typed", view: "list" });
  t.equal(stale.status, 200);
  t.match(stale.text, 'value="Typed"');
  t.match((await ann.call("GET", `/collection/${id}`)).item, { title: "Elsewhere" });
});

t.test("a collection moves up and down, with and without groups", async (t) => {
  const { ann, client, titles } = await openSignedIn(t);
  const ids = [];
  for (const title of ["A", "B", "C"]) ids.push((await ann.addCollection(title, undefined, { sort: 0 }))._id);
  const [a = 0, b = 0, c = 0] = ids;
  const move = (id: number, direction: string) => client.post(`${pathOf(id)}/move`, { direction });
  t.same(await titles(), ["A", "B", "C"]);
  t.match(await move(c, "up"), { status: 303, location: `${pathOf(c)}#order`, notice: "edit-collection-moved" });
  t.same(await titles(), ["A", "C", "B"]);
  await move(a, "down");
  t.same(await titles(), ["C", "A", "B"]);
  await move(c, "up");
  await move(b, "down");
  t.same(await titles(), ["C", "A", "B"], "at the ends nothing happens");
  const groups = [
    { title: "One", collections: [a, b] },
    { title: "Two", collections: [c] },
  ].map((group, sort) => ({ ...group, hidden: false, sort }));
  await ann.call("PUT", "/user", { groups });
  await move(b, "up");
  const stored = (await ann.call("GET", "/user")).user.groups.map(({ collections }) => collections);
  t.same(stored, [[b, a], [c]]);
});

t.test("a cover is uploaded, shown and removed", async (t) => {
  const { app, ann, client } = await openSignedIn(t);
  const { _id: id } = await ann.addCollection("Books");
  const upload = (bytes: Uint8Array, csrf?: string) =>
    postFile(app.base, client, `${pathOf(id)}/cover`, { field: "cover", bytes }, { page: pathOf(id), csrf });
  const png = await pngOf(2, 2, "#ff0000");
  t.equal((await upload(png, "wrong")).status, 403);
  t.match(await upload(png), { status: 303, location: `${pathOf(id)}#cover`, notice: "edit-cover-saved" });
  t.match((await client.get(pathOf(id))).text, '<img class="cover" src="/rest/v1/cover/');
  t.equal((await upload(Buffer.from("x"))).status, 200);
  await client.post(`${pathOf(id)}/cover/remove`);
  t.notMatch((await client.get(pathOf(id))).text, '<img class="cover"');
});

t.test("deleting says what it deletes, and can be undone", async (t) => {
  const { ann, client, titles } = await openSignedIn(t);
  const { _id: id } = await ann.addCollection(HOSTILE);
  const { _id: child } = await ann.addCollection("Child", id);
  await ann.addItem(id);
  await ann.addItem(child);
  const { text } = await client.get(`${pathOf(id)}/delete`);
  t.notMatch(text, "<script>alert");
  t.match(text, "The collection and 1 collection in it are deleted.");
  t.match(text, "2 bookmarks move to the Trash.");
  const deleted = await client.post(`${pathOf(id)}/delete`);
  t.match(deleted, { location: /^\/bookmarks$/, notice: "edit-collection-deleted" });
  const { step = "" } = deleted;
  t.same(await titles(), []);
  t.equal((await ann.counts())[-99], 2);
  await client.post("/bookmarks/undo", { step });
  t.same(await titles(), [HOSTILE]);
  t.equal((await ann.counts())[-99], 0);
});

t.test("merging moves the bookmarks, and can be undone", async (t) => {
  const { ann, bob, client, titles } = await openSignedIn(t);
  const [{ _id: from }, { _id: to }] = [await ann.addCollection("From"), await ann.addCollection("To")];
  await ann.addItem(from);
  const { _id: others } = await bob.addCollection("Bob's");
  for (const wrong of [String(others), String(from), "x"])
    t.equal((await client.post(`${pathOf(from)}/merge`, { to: wrong })).status, 404);
  t.match((await client.post(`${pathOf(from)}/merge`, { to: "" })).text, "Merge into: is required.");
  const merged = await client.post(`${pathOf(from)}/merge`, { to: String(to) });
  t.match(merged, { location: `/bookmarks/${to}`, notice: "edit-collection-merged" });
  t.same(await titles(), ["To"]);
  t.equal((await ann.call("GET", `/raindrops/${to}`)).count, 1);
  await client.post("/bookmarks/undo", { step: merged.step ?? "" });
  t.equal((await ann.call("GET", `/raindrops/${from}`)).count, 1);
});

t.test("empty collections are counted before they are deleted", async (t) => {
  const { ann, client, titles } = await openSignedIn(t);
  t.match((await client.get(CLEAN)).text, "There are no empty collections.");
  const { _id: filled } = await ann.addCollection("Filled");
  await ann.addItem(filled);
  await ann.addCollection("Empty");
  t.match((await client.get(CLEAN)).text, "1 collection holds no bookmarks and is deleted.");
  t.match(await client.post(CLEAN), {
    location: /^\/bookmarks$/,
    notice: "edit-collections-cleaned",
    step: /^\d+$/,
  });
  t.same(await titles(), ["Filled"]);
});

t.test("members change texts and cover only, viewers and strangers nothing", async (t) => {
  const { app, ann, bob } = await openSignedIn(t);
  const { _id: id } = await ann.addCollection("Shared");
  const { _id: other } = await ann.addCollection("Other");
  const { base } = app;
  const client = await signIn(base, bob);
  await client.get("/account/profile");
  const forms = ["", "/move", "/merge", "/delete", "/cover/remove"].map((end) => pathOf(id) + end);
  const fields = { title: "Changed", to: String(other), direction: "up" };
  for (const form of forms) t.equal((await client.post(form, fields)).status, 404, form);
  t.equal((await client.get(pathOf(id))).status, 404);
  await share(app, id, bob.id, "viewer");
  for (const form of forms) t.equal((await client.post(form, fields)).status, 403, form);
  t.equal((await client.get(`${pathOf(id)}/delete`)).status, 403);
  await app.context.database.updateTable("collaborators").set({ role: "member" }).execute();
  const { text } = await client.get(pathOf(id));
  t.match(text, /owned by <bdi dir="auto">Ann<\/bdi>/);
  t.notMatch(text, 'id="parent"');
  t.notMatch(text, "Delete collection");
  const version = await versionOn(client, pathOf(id));
  const change = { version, title: "By Bob", view: "simple", public: "1", keepCopies: "1" };
  t.equal((await client.post(pathOf(id), change)).status, 303);
  t.match((await ann.call("GET", `/collection/${id}`)).item, { title: "By Bob", view: "simple", public: false });
  t.notOk("keepCopies" in (await ann.call("GET", `/collection/${id}`)).item);
  for (const end of ["/move", "/merge", "/delete"])
    t.equal((await client.post(pathOf(id) + end, fields)).status, 403, end);
});

t.test("requires signing in and a CSRF token", async (t) => {
  const { app, ann, client, titles } = await openSignedIn(t);
  const { _id: id } = await ann.addCollection("Books");
  const { _id: to } = await ann.addCollection("Other");
  const paths = [CLEAN, ...["", "/move", "/merge", "/delete", "/cover/remove"].map((end) => pathOf(id) + end)];
  for (const path of paths)
    for (const _csrf of ["", "wrong"])
      t.equal((await client.post(path, { title: "X", to: String(to), direction: "up", _csrf })).status, 403, path);
  for (const path of [NEW, CLEAN, pathOf(id), `${pathOf(id)}/delete`])
    t.match(await openPageClient(app.base).get(path), { status: 303, location: /^\/account\/sign-in/ });
  t.same((await titles()).toSorted(), ["Books", "Other"]);
});
