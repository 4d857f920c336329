import t from "tap";
import { openPageClient, type PageClient, signIn } from "../../../harness/page-client.ts";
import { postFile, waitForReport } from "../../../harness/page-uploads.ts";
import { MAX_STEPS } from "../../../src/library/journal/step.ts";
import { openBookmarks } from "../../support/bookmarks.ts";
import { share } from "../../support/shares.ts";

const CHANGES = "/bookmarks/changes";

/**
 * The rows of the table: what was changed, how many; if it was one, its title and where that leads; and the step that the
 * button reverts.
 */
function rowsIn(text: string) {
  return [...text.matchAll(/<tr><th scope="row".*?<\/tr>/gs)].map(([row]) => {
    const [, what = ""] = /<th[^>]*>(.*?)<\/th>/s.exec(row) ?? [];
    const [, affected = ""] = /<td[^>]*>(.*?)<\/td>/.exec(row) ?? [];
    const [, link, title, hint] =
      /^(?:<a href="(.*?)">)?<bdi dir="auto">(.*)<\/bdi>(?:<\/a>)?<p class="hint">(.*)<\/p>$/.exec(affected) ?? [];
    const [, step = ""] = /name="step" value="(\d+)"/.exec(row) ?? [];
    return { what: what.replaceAll(/<[^>]*>/g, ""), size: hint ?? affected, title, link, step };
  });
}

/** Imports links and folders, as an HTML file. */
async function importFile(base: string, client: PageClient, content: string): Promise<void> {
  const bytes = Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${content}</DL>`);
  const { location } = await postFile(base, client, "/bookmarks/import", { field: "file", bytes });
  await client.post(location ?? "", { into: "" });
  await waitForReport(client, location ?? "");
}

t.test("all changes that can be undone are listed, the newest first, and undone in any order", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: recipes } = await ann.addCollection("Recipes & more");
  const ids: number[] = [];
  for (const title of ["one", "two", "three"]) ids.push((await ann.addItem(-1, { title, tags: ["old"] }))._id);
  t.match((await annPages.get(CHANGES)).text, "There is nothing to undo");
  const [one = 0, two = 0, three = 0] = ids;
  await ann.call("PUT", "/raindrops/-1", { ids, important: true, tags: ["<a>", "b"] });
  await ann.call("PUT", "/raindrops/-1", { ids: [one, two], collection: { $id: recipes } });
  await ann.call("PUT", "/tags", { tags: ["old"], replace: "new" });
  await ann.call("DELETE", "/tags", { tags: ["b"] });
  await ann.call("DELETE", `/raindrop/${three}`);
  await ann.call("DELETE", `/raindrop/${three}`);
  await ann.call("DELETE", `/collection/${recipes}`);

  const { text } = await annPages.get(CHANGES);
  const rows = rowsIn(text);
  t.same(
    rows.map(({ what, size, title }) => [what, size, title]),
    [
      ["Collection deleted", "2 bookmarks, 1 collection", "Recipes &#38; more"],
      ["Deleted for good", "1 bookmark", "three"],
      ["Moved to the Trash", "1 bookmark", "three"],
      ["Tags removed: b", "3 bookmarks", undefined],
      ["Tag changed: old → new", "3 bookmarks", undefined],
      ["Moved to –", "2 bookmarks", undefined],
      ["Marked as important; Tags added: &#60;a&#62;, b", "3 bookmarks", undefined],
    ],
    "the collection no longer has a title",
  );
  await annPages.post(`/bookmarks/undo?back=${encodeURIComponent(CHANGES)}`, { step: rows[0]?.step ?? "" });
  const after = rowsIn((await annPages.get(CHANGES)).text);
  t.equal(after[4]?.what, "Moved to Recipes &#38; more");
  const undone = await annPages.post(`/bookmarks/undo?back=${encodeURIComponent(CHANGES)}`, {
    step: after[2]?.step ?? "",
  });
  t.match(undone, { status: 303, location: CHANGES, notice: "edit-undone" });
  t.same((await ann.call("GET", `/raindrop/${one}`)).item.tags, ["new", "<a>", "b"]);
  t.equal(rowsIn((await annPages.get(CHANGES)).text).length, 5);
});

t.test("a change of one bookmark names it, with a link until it is deleted for good", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addItem(-1, { title: "Old" });
  const first = async () => rowsIn((await annPages.get(CHANGES)).text)[0];
  const link = `/bookmarks/items/${id}`;
  await ann.call("PUT", "/raindrops/-1", { ids: [id], important: true });
  t.match(await first(), { what: "Marked as important", title: "Old", link, size: "1 bookmark" });
  const { text } = await annPages.get(CHANGES);
  t.match(text, 'Undo<span class="visually-hidden">: Marked as important, <bdi dir="auto">Old</bdi></span>');

  await ann.call("PUT", `/raindrop/${id}`, { title: '<b>"New"' });
  t.match(await first(), { title: "&#60;b&#62;&#34;New&#34;", link }, "its current title");
  await ann.call("PUT", `/raindrop/${id}`, { title: "שלום".repeat(100) });
  t.match(await first(), { title: `${"שלום".repeat(30)} …`, link }, "a long title is cut");
  await ann.call("PUT", `/raindrop/${id}`, { title: "New" });

  await ann.call("DELETE", `/raindrop/${id}`);
  t.match(await first(), { what: "Moved to the Trash", title: "New", link });
  t.equal((await annPages.get(link)).status, 200);
  await ann.call("DELETE", `/raindrop/${id}`);
  t.equal((await annPages.get(link)).status, 404);
  const rows = rowsIn((await annPages.get(CHANGES)).text);
  t.same(
    rows.map(({ what, title, link: shown }) => [what, title, shown]),
    [
      ["Deleted for good", "New", undefined],
      ["Moved to the Trash", "New", undefined],
      ["Marked as important", "New", undefined],
    ],
  );
});

t.test("the only bookmark of a place is named too, while it is where the change has moved it", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: from } = await ann.addCollection("From");
  const { _id: id } = await ann.addItem(from, { title: "Only" });
  await ann.addItem(-1, { title: "Other" });
  const first = async () => rowsIn((await annPages.get(CHANGES)).text)[0];
  const link = `/bookmarks/items/${id}`;
  await ann.call("PUT", `/raindrops/${from}`, { collection: { $id: -1 }, dangerAll: true });
  t.match(await first(), { what: "Moved to Unsorted", title: "Only", link, size: "1 bookmark" });
  await ann.call("PUT", `/raindrop/${id}`, { collection: { $id: from } });
  t.match(await first(), { what: "Moved to Unsorted", title: undefined, size: "1 bookmark" });
  await ann.call("DELETE", `/raindrops/${from}`);
  t.match(await first(), { what: "Moved to the Trash", title: "Only", link });
  await ann.call("DELETE", "/collection/-99");
  t.match(await first(), { what: "Trash emptied", title: "Only", link: undefined, size: "1 bookmark" });
});

t.test("a change of one collection names it, with a link while it exists", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const { _id: parent } = await ann.addCollection("Parent");
  const { _id: child } = await ann.addCollection("<i>Child", parent);
  await ann.addCollection("Inside", child);
  await ann.addItem(child);
  const { _id: target } = await ann.addCollection("Target");
  await ann.addItem(target);
  const first = async () => rowsIn((await annPages.get(CHANGES)).text)[0];
  await ann.call("PUT", "/collections/merge", { to: target, ids: [child] });
  const merged = { what: "Collections merged", title: "&#60;i&#62;Child", link: undefined };
  t.match(await first(), { ...merged, size: "1 bookmark, 1 collection" }, "not the one that has moved up");
  await ann.call("DELETE", "/collection/-99");
  await ann.call("PUT", "/collections/clean");
  t.match(await first(), { what: "Empty collections deleted", title: undefined, size: "2 collections" });

  const folder = (title: string, content: string) => `<DT><H3>${title}</H3><DL><p>${content}</DL>`;
  const bookmark = (title: string) => `<DT><A HREF="https://example.com/${title}">${title}</A>`;
  await importFile(app.base, annPages, folder("Folder", bookmark("Nested")));
  t.match(await first(), { what: "Import", title: undefined, size: "1 bookmark, 1 collection" });
  await importFile(app.base, annPages, bookmark("Single"));
  t.match(await first(), { what: "Import", title: "Single", link: /^\/bookmarks\/items\/\d+$/, size: "1 bookmark" });
  await importFile(app.base, annPages, folder("Empty", ""));
  const imported = await first();
  t.match(imported, { what: "Import", title: "Empty", link: /^\/bookmarks\/\d+$/, size: "1 collection" });
  t.match((await annPages.get(imported?.link ?? "")).text, "Empty</bdi>");
  const id = imported?.link?.split("/").at(-1);
  await ann.call("PUT", `/collection/${id}`, { title: "Filled" });
  t.match(await first(), { title: "Filled", link: `/bookmarks/${id}` }, "its current title");
  await ann.call("DELETE", `/collection/${id}`);
  const rows = rowsIn((await annPages.get(CHANGES)).text).slice(0, 2);
  t.match(rows, [
    { what: "Collection deleted", title: "Filled", link: undefined },
    { what: "Import", title: "Empty", link: undefined },
  ]);
});

t.test("the page lists a bounded number of changes, each with its button", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addItem();
  for (let count = 0; count < MAX_STEPS + 3; count++) {
    await ann.call("PUT", "/raindrops/-1", { ids: [id], important: count % 2 === 0 });
  }
  const rows = rowsIn((await annPages.get(CHANGES)).text);
  t.equal(rows.length, MAX_STEPS);
  t.ok(rows.every(({ step }) => step !== ""));
});

t.test("each notice about a change links to all of them, and so does the account menu", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addItem();
  const page = await annPages.get("/bookmarks/-1");
  t.match(page.text, /<details class="menu account"[^>]*>.*href="\/bookmarks\/changes"/s);
  const { location } = await annPages.post("/bookmarks/-1/bulk", { ids: String(id), action: "important" });
  const { text } = await annPages.get(location ?? "");
  t.match(text, /class="notice with-action">.*name="step".*<a href="\/bookmarks\/changes">All changes<\/a>/s);
});

t.test("changes of others are neither listed nor undone, not even by members of a collection", async (t) => {
  const { app, ann, bob, annPages, bobPages } = await openBookmarks(t);
  const { _id: shared } = await ann.addCollection("Shared");
  await share(app, shared, bob.id, "member");
  const { _id: id } = await ann.addItem(shared);
  await bobPages.get("/bookmarks");
  await bobPages.post(`/bookmarks/${shared}/bulk`, { ids: String(id), action: "important" });
  const [row] = rowsIn((await annPages.get(CHANGES)).text);
  t.match(
    row,
    { what: "Marked as important", size: "1 bookmark", link: `/bookmarks/items/${id}` },
    "the owner may undo what a member did",
  );
  t.same(rowsIn((await bobPages.get(CHANGES)).text), []);
  t.match(await bobPages.post("/bookmarks/undo", { step: row?.step ?? "" }), { notice: "edit-undo-gone" });
  t.equal((await ann.call("GET", `/raindrop/${id}`)).item.important, true);
  t.match(await openPageClient(app.base).get(CHANGES), { status: 303, location: /sign-in/ });
});

t.test("the page is German for those who read German", async (t) => {
  const { app, ann } = await openBookmarks(t);
  const client = await signIn(app.base, ann);
  const { _id: id } = await ann.addItem();
  await ann.call("DELETE", `/raindrop/${id}`);
  client.jar.set("triptych_language", "de");
  const { text } = await client.get(CHANGES);
  t.match(rowsIn(text)[0], { what: "In den Papierkorb verschoben", size: "1 Lesezeichen" });
});
