import t, { type Test } from "tap";
import { openBookmarks } from "../support/bookmarks.ts";
import { addCollections } from "../support/large-account.ts";

/** Signs Ann in, who has more items than one change may write: all in collections of their own. */
async function openLarge(t: Test) {
  const library = await openBookmarks(t);
  const { app, ann, annPages } = library;
  await ann.addCollection("Recipes");
  await addCollections(app.context.database, ann.id, 10_001);
  await annPages.get("/bookmarks");
  const ask = (query: string, action: string) =>
    annPages.post(`/bookmarks/0/bulk${query}`, { scope: "all", action, tags: "new", to: "-1" });
  return { ...library, ask };
}

t.test("beyond 10,000 bookmarks, a list says before what can be changed, and offers that", async (t) => {
  const { annPages, ask, ann } = await openLarge(t);
  const list = (await annPages.get("/bookmarks")).text;
  t.match(list, '<option value="all">All 10,001 in this list</option>');
  t.match(list, 'name="scope" aria-describedby="scope-hint"');
  t.match(list, "To change tags or importance of all, first narrow the list down to 10,000");
  for (const action of ["tag", "untag", "important", "unimportant"]) {
    const { status, text } = await ask("", action);
    t.equal(status, 200, action);
    t.match(text, "At most 10,000 bookmarks can be changed at once like this.");
    t.notMatch(text, "Yes, all", "no confirmation that would be refused");
  }
  t.match(await ask("", "move"), { status: 200, text: "Yes, all 10,001" });
  const { text } = await ask("", "trash");
  const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? "";
  const moved = await annPages.post("/bookmarks/0/bulk", { scope: "all", action: "trash", version });
  t.match(moved, { status: 303, notice: "bookmarks-trashed" });
  t.same(await ann.counts().then((counts) => [counts[0], counts[-99]]), [0, 10_001]);
  t.match((await annPages.get("/bookmarks/-99")).text, "all can be restored or deleted at once");
});

t.test("a search with more than 10,000 results offers no change of all", async (t) => {
  const { annPages, ask } = await openLarge(t);
  const list = (await annPages.get("/bookmarks?search=example")).text;
  t.notMatch(list, '<option value="all">');
  t.match(list, '<option value="page">');
  t.match(list, "A search with more than 10,000 results can be changed page by page.");
  for (const action of ["tag", "move", "trash"])
    t.match(await ask("?search=example", action), { status: 200, text: "At most 10,000 bookmarks" }, action);
});

t.test("exactly 10,000 bookmarks can be changed at once", async (t) => {
  const { app, annPages, ask, ann } = await openLarge(t);
  const { database } = app.context;
  const { id } = await database
    .selectFrom("items")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  await ann.call("DELETE", `/raindrop/${id}`);
  t.notMatch((await annPages.get("/bookmarks")).text, "scope-hint");
  const { text } = await ask("", "important");
  t.match(text, "Yes, all 10,000");
  const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? "";
  const fields = { scope: "all", action: "important", version };
  t.match(await annPages.post("/bookmarks/0/bulk", fields), { status: 303, notice: "bookmarks-changed" });
});
