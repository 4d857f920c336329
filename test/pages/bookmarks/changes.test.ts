import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { MAX_STEPS } from "../../../src/library/journal/step.ts";
import { openBookmarks } from "../../support/bookmarks.ts";
import { share } from "../../support/shares.ts";

const CHANGES = "/bookmarks/changes";

/** The rows of the table: what was changed, how many, and the step that the button reverts. */
function rowsIn(text: string) {
  return [...text.matchAll(/<tr><th scope="row".*?<\/tr>/gs)].map(([row]) => {
    const [, what = ""] = /<th[^>]*>(.*?)<\/th>/s.exec(row) ?? [];
    const [, size] = /<td[^>]*>([^<]*)<\/td>/.exec(row) ?? [];
    const [, step = ""] = /name="step" value="(\d+)"/.exec(row) ?? [];
    return { what: what.replaceAll(/<[^>]*>/g, ""), size, step };
  });
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
    rows.map(({ what, size }) => [what, size]),
    [
      ["Collection deleted", "2 bookmarks, 1 collection"],
      ["Deleted for good", "1 bookmark"],
      ["Moved to the Trash", "1 bookmark"],
      ["Tags removed: b", "3 bookmarks"],
      ["Tag changed: old → new", "3 bookmarks"],
      ["Moved to –", "2 bookmarks"],
      ["Marked as important; Tags added: &#60;a&#62;, b", "3 bookmarks"],
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
  t.match(row, { what: "Marked as important", size: "1 bookmark" }, "the owner may undo what a member did");
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
