import t from "tap";
import { fillLibrary } from "../../../harness/large-library.ts";
import { openBookmarks } from "../../support/bookmarks.ts";

/** The side bar of a page. */
function sidebarIn(page: string): string {
  return /<details class="sidebar">.*?<\/nav>/s.exec(page)?.[0] ?? "";
}

t.test("the side bar has the places, groups and nested collections, with their counts", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: development } = await ann.addCollection("Development");
  const { _id: databases } = await ann.addCollection("Databases", development);
  const { _id: recipes } = await ann.addCollection("Recipes");
  for (let count = 0; count < 3; count++) await ann.addItem(databases);
  await ann.addItem(-1);
  const groups = [
    { title: "Work", hidden: false, sort: 0, collections: [development] },
    { title: "Home", hidden: true, sort: 1, collections: [recipes] },
  ];
  const before = sidebarIn((await annPages.get("/bookmarks")).text);
  t.match(before, "My collections");
  t.match(
    before,
    /All bookmarks <span class="count">4<.*Unsorted <span class="count">1<.*Trash <span class="count">0</s,
  );
  await ann.call("PUT", "/user", { groups });
  const sidebar = sidebarIn((await annPages.get("/bookmarks")).text);
  t.match(
    sidebar,
    /open><summary><bdi dir="auto">Work<.*Development.*Databases<\/bdi> <span class="count">3<.*group"><summary><bdi dir="auto">Home<.*Recipes/s,
  );
  t.match(sidebarIn((await annPages.get(`/bookmarks/${recipes}`)).text), /group" open><summary><bdi dir="auto">Home/);
});

t.test("a collection inside others says in which", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: work } = await ann.addCollection("Work");
  const { _id: development } = await ann.addCollection("<Development>", work);
  const { _id: databases } = await ann.addCollection("Databases", development);
  const parentsIn = async (id: number) =>
    /<p class="parents">.*?<\/p>/.exec((await annPages.get(`/bookmarks/${id}`)).text)?.[0].replaceAll(/<[^>]*>/g, "");
  t.equal(await parentsIn(databases), "in Work / &#60;Development&#62;");
  t.equal(await parentsIn(work), undefined);
});

t.test("collapsed collections are closed, except on the way to the current one", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: development } = await ann.addCollection("Development", undefined, { expanded: false });
  const { _id: databases } = await ann.addCollection("Databases", development, { expanded: false });
  await ann.addCollection("SQLite", databases);
  const opened = async (path: string) =>
    (sidebarIn((await annPages.get(path)).text).match(/<details open>/g) ?? []).length;
  t.equal(await opened("/bookmarks"), 0);
  t.equal(await opened(`/bookmarks/${development}`), 1);
  t.equal(await opened(`/bookmarks/${databases}`), 2);
  t.match((await annPages.get(`/bookmarks/${databases}`)).text, `href="/bookmarks/${databases}" aria-current="page"`);
});

t.test("shared collections have the name of their owner, and a viewer can't change them", async (t) => {
  const { ann, bob, bobPages } = await openBookmarks(t);
  const share = async (title: string, role: "member" | "viewer") => {
    const { _id: id } = await ann.addCollection(title);
    const { body } = await ann.request("POST", `/collection/${id}/sharing`, { role, emails: [bob.email] });
    // The contract has this shape for 200.
    const { token } = body as { readonly token: string };
    await bob.call("POST", `/collection/${id}/join`, { token });
    await ann.addItem(id, { title: `In ${title}` });
    return id;
  };
  const [read, written] = [await share("Read", "viewer"), await share("Written", "member")];
  const { _id: below } = await ann.addCollection("Below", written);
  const sidebar = sidebarIn((await bobPages.get("/bookmarks")).text);
  t.match(sidebar, /Shared with me.*Written<\/bdi> <small>of Ann<.*Below.*Read<\/bdi> <small>of Ann</s);
  const viewed = (await bobPages.get(`/bookmarks/${read}`)).text;
  t.match(viewed, "In Read");
  t.match(viewed, "Shared by Ann. You may read this collection, but not change it.");
  for (const control of [
    'name="ids"',
    'name="action"',
    "data-edit",
    `/bookmarks/items/new?collection`,
    `/collections/${read}"`,
  ])
    t.notMatch(viewed, control, control);
  const [, item = ""] = /data-item="(\d+)"/.exec(viewed) ?? [];
  t.equal((await bobPages.post(`/bookmarks/${read}/bulk`, { ids: item, action: "trash" })).status, 403);

  const changed = (await bobPages.get(`/bookmarks/${written}`)).text;
  t.match(changed, "data-edit");
  t.match(changed, `<option value="${below}">`);
  t.notMatch(changed, `<option value="-1">`, "nothing leaves the collections of the owner");
  const [, own = ""] = /data-item="(\d+)"/.exec(changed) ?? [];
  const moved = await bobPages.post(`/bookmarks/${written}/bulk`, { ids: own, action: "move", to: String(below) });
  t.match(moved, { location: `/bookmarks/${written}`, notice: "bookmarks-moved" });
  t.equal(moved.step, undefined, "only the owner can undo it");
  t.equal((await ann.counts())[below], 1);
});

t.test("the list of all collections says whose they are, and counts those inside as the tree does", async (t) => {
  const { ann, bob, annPages, bobPages } = await openBookmarks(t);
  const { _id: outer } = await ann.addCollection("Outer");
  const { _id: inner } = await ann.addCollection("Inner", outer);
  await ann.addItem(outer);
  await ann.addItem(inner);
  const { token } = await ann.call("POST", `/collection/${outer}/sharing`, { role: "viewer" });
  await bob.call("POST", `/collection/${outer}/join`, { token });
  const rowsOf = async (pages: typeof annPages) =>
    (await pages.get("/bookmarks/collections")).text.match(/<tr><th scope="row".*/g) ?? [];
  const own = await rowsOf(annPages);
  t.match(own, [
    /Outer.*<td class="text nothing" data-label="Inside"><\/td>.*>1 here, 2 with the collections inside</,
    /Inner.*Outer.*>1</,
  ]);
  t.notMatch(own.join(""), "of Ann");
  t.match(await rowsOf(bobPages), [/Outer<\/bdi><\/a> <span class="hint">of Ann</, /Inner<\/bdi><\/a> .*of Ann</]);
});

t.test("a large tree is cut, but has the way to the current collection, and pages that list it all", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const { ids } = await fillLibrary(app.context.database, ann.id, { collections: 1000, items: 2000, depth: 20 });
  const last = ids.at(-1);
  const { text } = await annPages.get(`/bookmarks/${last}`);
  t.ok(text.length < 150_000, `${text.length} characters`);
  t.match(text, `href="/bookmarks/${last}" aria-current="page"`);
  t.match(text, 'href="/bookmarks/collections">All 1,000 collections');
  const seen = new Set<string>();
  let path: string | undefined = "/bookmarks/collections";
  for (let page = 0; path !== undefined && page < 20; page++) {
    const list: string = (await annPages.get(path)).text;
    for (const [, id = ""] of list.matchAll(/class="text"[^>]*><a href="\/bookmarks\/(\d+)"/g)) seen.add(id);
    path = /href="([^"]+)">Next page</.exec(list)?.[1]?.replaceAll("&#61;", "=");
  }
  t.equal(seen.size, 1000);
});
