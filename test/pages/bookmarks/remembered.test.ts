import t from "tap";
import { openBookmarks, titlesIn } from "../../support/bookmarks.ts";

/** The layout of the items of a page. */
function layoutIn(page: string): string | undefined {
  return /<ul class="items (\w+)"/.exec(page)?.[1];
}

/** Ann with two bookmarks in a collection and two in Unsorted. */
async function openLists(t: Parameters<typeof openBookmarks>[0]) {
  const opened = await openBookmarks(t);
  const { app, ann } = opened;
  const { _id: id } = await ann.addCollection("Pictures", undefined, { view: "grid" });
  for (const place of [id, -1]) {
    for (const title of ["B", "A"]) {
      await ann.addItem(place, { title });
      app.advanceClock(1000);
    }
  }
  return { ...opened, id };
}

t.test("each list keeps the order and the layout that were chosen for it", async (t) => {
  const { annPages, id } = await openLists(t);
  const list = async (path: string) => {
    const { text } = await annPages.get(`/bookmarks${path}`);
    return [layoutIn(text), ...titlesIn(text)];
  };
  t.same(await list(`/${id}`), ["grid", "A", "B"]);
  t.same(await list(`/${id}?sort=created`), ["grid", "B", "A"]);
  t.same(await list(`/${id}?view=simple`), ["simple", "B", "A"]);
  t.same(await list(`/${id}`), ["simple", "B", "A"]);
  t.same(await list("/-1"), ["list", "A", "B"], "another list has its own");
  await list("/-1?sort=title&view=masonry");
  t.same(await list("/-1"), ["masonry", "A", "B"]);
  t.same(await list(`/${id}?sort=-created`), ["simple", "A", "B"]);
  t.same(await list(`/${id}`), ["simple", "A", "B"], "the last choice counts");
  const { text } = await annPages.get(`/bookmarks/${id}`);
  t.match(text, `href="/bookmarks/${id}?sort&#61;created">Oldest first`, "addresses have only what was chosen in them");
});

t.test("a search is in its best order, and leaves that of its list", async (t) => {
  const { annPages } = await openLists(t);
  const current = async (path: string) =>
    [...(await annPages.get(path)).text.matchAll(/<li><a href="[^"?]+\?[^"]*" aria-current="true">([^<]+)</g)].map(
      ([, text]) => text,
    );
  await annPages.get("/bookmarks/-1?sort=title");
  t.same(await current("/bookmarks/-1?search=A"), ["Best match", "List"]);
  t.same(await current("/bookmarks/-1?search=A&sort=created"), ["Oldest first", "List"]);
  t.same(
    await current("/bookmarks/-1?sort=score"),
    ["Title, A to Z", "List"],
    "without a search, nothing matches best",
  );
  t.same(await current("/bookmarks/-1"), ["Title, A to Z", "List"]);
});

t.test("the layout of a collection that is changed on its page comes before the one that was chosen", async (t) => {
  const { ann, annPages, id } = await openLists(t);
  await annPages.get(`/bookmarks/${id}?view=simple&sort=created`);
  const { text } = await annPages.get(`/bookmarks/collections/${id}`);
  const [, version = ""] = /name="version" value="([^"]+)"/.exec(text) ?? [];
  const fields = { title: "Pictures", description: "", view: "masonry", version };
  t.match(await annPages.post(`/bookmarks/collections/${id}`, fields), { status: 303, notice: "edit-saved" });
  const { text: list } = await annPages.get(`/bookmarks/${id}`);
  t.equal(layoutIn(list), "masonry");
  t.same(titlesIn(list), ["B", "A"], "the order stays");
  t.match((await ann.call("GET", `/collection/${id}`)).item, { view: "masonry" });
});

t.test("what is remembered has bounds, and a forged cookie changes nothing", async (t) => {
  const { annPages, id } = await openLists(t);
  for (let place = 1; place <= 3; place++) await annPages.get(`/bookmarks/${id}?view=${place % 2 ? "list" : "grid"}`);
  t.equal(annPages.jar.get("triptych_lists")?.split(".").length, 1);
  const many = Array.from({ length: 150 }, (_, index) => `${index + 1000}:title:grid`).join(".");
  annPages.jar.set("triptych_lists", many);
  await annPages.get(`/bookmarks/${id}?view=simple`);
  const lists = annPages.jar.get("triptych_lists")?.split(".") ?? [];
  t.equal(lists.length, 100);
  t.equal(lists.at(-1), `${id}::simple`);
  for (const forged of ["x:y:z", `${id}`, `${id}:<b>:"`, ":::...", "%", `${"9".repeat(40)}:title:grid`]) {
    annPages.jar.set("triptych_lists", forged);
    annPages.jar.set("triptych_tree", forged);
    const { status, text } = await annPages.get(`/bookmarks/${id}`);
    t.equal(status, 200);
    t.equal(layoutIn(text), "grid", forged);
  }
});

t.test("the tree is as it was opened and closed, but the way to the current collection is open", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: open } = await ann.addCollection("Open", undefined, { expanded: true });
  const { _id: closed } = await ann.addCollection("Closed", undefined, { expanded: false });
  const { _id: inOpen } = await ann.addCollection("In open", open);
  await ann.addCollection("In closed", closed);
  const openOnes = async (path: string) =>
    [...(await annPages.get(path)).text.matchAll(/<details open><summary class="branch-toggle"><[^>]+>([^<]+)</g)].map(
      ([, text]) => text,
    );
  t.same(await openOnes("/bookmarks"), ["Collections in Open"]);
  annPages.jar.set("triptych_tree", `${-open}.${closed}`);
  t.same(await openOnes("/bookmarks"), ["Collections in Closed"]);
  t.same(await openOnes(`/bookmarks/${open}`), ["Collections in Closed"], "the current one can be closed");
  t.same(await openOnes(`/bookmarks/${inOpen}`), ["Collections in Closed", "Collections in Open"]);
});

t.test("a collection has the number of bookmarks in it and below it", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: parent } = await ann.addCollection("Parent");
  const { _id: child } = await ann.addCollection("Child", parent);
  for (const place of [parent, parent, child]) await ann.addItem(place);
  const { text } = await annPages.get("/bookmarks");
  t.match(text, 'Parent</bdi> <span class="count" title="2 here, 3 with the collections inside">3</span>');
  t.match(text, 'Child</bdi> <span class="count">1</span>');
});
