import t from "tap";
import { openPageClient, type Page, type PageClient } from "../../../harness/page-client.ts";
import { openBookmarks, titlesIn } from "../../support/bookmarks.ts";
import type { LibraryOwner } from "../../support/library.ts";

/** Adds items with these titles to a place, and returns their ids as texts. */
async function addItems({ addItem }: LibraryOwner, titles: readonly string[], place = -1): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles)
    ids.push(String((await addItem(place, { title, link: `https://${title}.example/` }))._id));
  return ids;
}

/** Presses the button Undo of the page to which an action led. */
async function undo(client: PageClient, { step = "" }: Pick<Page, "step">) {
  return client.post("/bookmarks/undo", { step, back: "/bookmarks" });
}

/** The fields of a confirmation. */
function hiddenIn(text: string): Record<string, string> {
  const [form = ""] = /<form class="card narrow".*?<\/form>/s.exec(text) ?? [];
  return Object.fromEntries(
    [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

t.test("marked bookmarks are moved, tagged, marked as important and deleted, and each can be undone", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: target } = await ann.addCollection("Target");
  const [one = "", two = "", three = ""] = await addItems(ann, ["one", "two", "three"]);
  await ann.call("PUT", `/raindrop/${one}`, { tags: ["old", "kept"] });
  await annPages.get("/bookmarks/-1");
  const item = async (id: string) => (await ann.call("GET", `/raindrop/${id}`)).item;
  const act = (fields: Record<string, string>) => annPages.post("/bookmarks/-1/bulk", { ids: [one, two], ...fields });

  const moved = await act({ action: "move", to: String(target) });
  t.match(moved, { status: 303, location: /^\/bookmarks\/-1$/, notice: "bookmarks-moved", step: /^\d+$/ });
  t.same([(await item(one)).collectionId, (await item(two)).collectionId], [target, target]);
  t.equal((await item(three)).collectionId, -1);
  const { text } = await annPages.get(moved.location ?? "");
  t.match(text, "2 bookmarks moved.");
  t.match(text, `formnovalidate name="step" value="${moved.step}">Undo</button>`);
  await undo(annPages, moved);
  t.same([(await item(one)).collectionId, (await item(two)).collectionId], [-1, -1]);

  const tagged = await act({ action: "tag", tags: " new, old ,, new" });
  t.same(
    [(await item(one)).tags, (await item(two)).tags],
    [
      ["old", "kept", "new"],
      ["new", "old"],
    ],
  );
  await undo(annPages, tagged);
  t.same([(await item(one)).tags, (await item(two)).tags], [["old", "kept"], []]);

  const untagged = await act({ action: "untag", tags: "old, other" });
  t.same([(await item(one)).tags, (await item(two)).tags], [["kept"], []]);
  t.match(untagged.notice, "bookmarks-changed");
  await undo(annPages, untagged);
  t.same((await item(one)).tags, ["old", "kept"]);

  const important = await act({ action: "important" });
  t.same([(await item(one)).important, (await item(three)).important], [true, false]);
  await act({ action: "unimportant" });
  t.equal((await item(one)).important, false);
  t.match(important.step, /^\d+$/);

  const deleted = await act({ action: "trash" });
  t.match(deleted.notice, "bookmarks-trashed");
  t.same(await ann.counts(), { 0: 1, "-1": 1, "-99": 2, [target]: 0 });
  await undo(annPages, deleted);
  t.equal((await ann.counts())[-99], 0);
});

t.test("a form without bookmarks, an action or what the action needs changes nothing and says so", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const [one = ""] = await addItems(ann, ["one"]);
  const before = (await ann.call("GET", `/raindrop/${one}`)).item;
  await annPages.get("/bookmarks/-1");
  const cases: readonly (readonly [Record<string, string>, string])[] = [
    [{ action: "trash" }, "No bookmarks are selected. Nothing was changed."],
    [{ action: "trash", scope: "page" }, "No bookmarks are selected."],
    [{ action: "trash", ids: "x" }, "No bookmarks are selected."],
    [{ ids: one }, "Choose what to do with the bookmarks."],
    [{ ids: one, action: "erase" }, "Choose what to do with the bookmarks."],
    [{ ids: one, action: "move", to: "" }, "Choose a collection."],
    [{ ids: one, action: "move", to: "-99x" }, "Choose a collection."],
    [{ ids: one, action: "move", to: "999" }, "You have no collection with this id."],
    [{ ids: one, action: "tag", tags: " , " }, "Write at least one tag."],
    [{ ids: one, action: "tag", tags: "x".repeat(101) }, "Tags: must have at most 100 characters."],
  ];
  for (const [fields, message] of cases) {
    const { status, text } = await annPages.post("/bookmarks/-1/bulk?sort=title", fields);
    t.equal(status, 200, message);
    t.match(text, message);
    t.match(text, 'role="alert"');
    if (fields.ids === one && fields.action !== undefined && fields.action !== "erase")
      t.match(text, /value="\d+" aria-label="Select one" checked/, "the selection is kept");
  }
  t.same((await ann.call("GET", `/raindrop/${one}`)).item, before);
});

t.test("a form without a valid CSRF token changes nothing, and signed-out visitors sign in first", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const [one = ""] = await addItems(ann, ["one"]);
  await annPages.get("/bookmarks/-1");
  for (const _csrf of ["", "wrong"]) {
    t.equal((await annPages.post("/bookmarks/-1/bulk", { ids: one, action: "trash", _csrf })).status, 403);
    t.equal((await annPages.post("/bookmarks/-99/empty", { _csrf })).status, 403);
  }
  const stranger = openPageClient(app.base);
  await stranger.get("/account/sign-in");
  t.match(await stranger.post("/bookmarks/-1/bulk", { ids: one, action: "trash" }), {
    status: 303,
    location: /sign-in/,
  });
  t.equal((await ann.counts())[-1], 1);
});

t.test("bookmarks outside of the list and those of others are not changed", async (t) => {
  const { ann, bob, annPages, bobPages } = await openBookmarks(t);
  const { _id: other } = await ann.addCollection("Other");
  const [elsewhere = ""] = await addItems(ann, ["elsewhere"], other);
  const [theirs = ""] = await addItems(bob, ["theirs"]);
  await annPages.get("/bookmarks/-1");
  const nothing = await annPages.post("/bookmarks/-1/bulk", { ids: [elsewhere, theirs], action: "trash" });
  t.match(nothing, { location: "/bookmarks/-1", notice: "bookmarks-unchanged" });
  t.match((await annPages.get("/bookmarks/-1")).text, "Nothing was changed");
  t.same([(await ann.counts())[other], (await bob.counts())[-1]], [1, 1]);
  await bobPages.get("/bookmarks");
  t.equal((await bobPages.post(`/bookmarks/${other}/bulk`, { ids: elsewhere, action: "trash" })).status, 404);
  await ann.call("PUT", `/collection/${other}`, { public: true });
  t.equal((await bobPages.post(`/bookmarks/${other}/bulk`, { ids: elsewhere, action: "trash" })).status, 403);
});

t.test("all that match are changed only after a confirmation that says how many", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  await addItems(ann, ["apple", "pear", "pecan"]);
  await annPages.get("/bookmarks");
  const path = "/bookmarks/0/bulk?search=title%3Ape";
  const asked = await annPages.post(path, { scope: "all", action: "trash" });
  t.equal(asked.status, 200);
  t.match(asked.text, "Move 2 bookmarks to the Trash?");
  t.match(asked.text, "title:pe");
  t.equal((await ann.counts())[-99], 0);
  await addItems(ann, ["peach"]);
  const changed = await annPages.post(path, hiddenIn(asked.text));
  t.equal(changed.status, 200);
  t.match(changed.text, "Move 3 bookmarks to the Trash?");
  t.match(changed.text, "The bookmarks have changed since you saw the number.");
  t.equal((await ann.counts())[-99], 0);
  const done = await annPages.post(path, hiddenIn(changed.text));
  t.match(done, { status: 303, location: "/bookmarks?search=title%3Ape", notice: "bookmarks-trashed", step: /^\d+$/ });
  t.same(await ann.counts(), { 0: 1, "-1": 1, "-99": 3 });
  await undo(annPages, done);
  t.equal((await ann.counts())[0], 4);
  const all = await annPages.post("/bookmarks/0/bulk", { scope: "all", action: "tag", tags: "<b>" });
  t.match(all.text, "Add tags to 4 bookmarks?");
  t.match(all.text, "&#60;b&#62;");
  t.notMatch(all.text, "<b>");
  t.match(await annPages.post("/bookmarks/0/bulk", hiddenIn(all.text)), { notice: "bookmarks-changed" });
});

t.test("all on the page are those that it showed", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  await addItems(ann, ["one", "two"]);
  const [, shown = ""] = /name="shown" value="([\d,]+)"/.exec((await annPages.get("/bookmarks/-1")).text) ?? [];
  await addItems(ann, ["three"]);
  await annPages.post("/bookmarks/-1/bulk", { scope: "page", shown, action: "trash" });
  t.same(titlesIn((await annPages.get("/bookmarks/-1")).text), ["three"]);
});

t.test("bookmarks in the Trash are restored or deleted for good", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: target } = await ann.addCollection("Target");
  const [one = "", two = "", three = ""] = await addItems(ann, ["one", "two", "three"]);
  for (const id of [one, two, three]) await ann.call("DELETE", `/raindrop/${id}`);
  await annPages.get("/bookmarks/-99");
  const act = (fields: Record<string, string>) => annPages.post("/bookmarks/-99/bulk", fields);
  t.match(await act({ row: `restore:${one}`, ids: two }), { notice: "bookmarks-restored" });
  const { _id: shelved } = await ann.addItem(target);
  await ann.call("DELETE", `/raindrop/${shelved}`);
  const restored = await act({ row: `restore:${shelved}` });
  t.match(restored, { notice: "bookmarks-restored" });
  t.equal((await ann.counts())[target], 1, "to the collection where it was");
  await undo(annPages, restored);
  t.equal((await ann.counts())[target], 0);
  await ann.call("DELETE", "/raindrops/-99", { ids: [shelved] });
  t.match(await act({ ids: two, action: "move", to: String(target) }), { notice: "bookmarks-restored" });
  t.same(await ann.counts(), { 0: 2, "-1": 1, "-99": 1, [target]: 1 });
  const deleted = await act({ ids: three, action: "trash" });
  t.match(deleted.notice, "bookmarks-deleted");
  t.equal((await ann.counts())[-99], 0);
  await undo(annPages, deleted);
  t.equal((await ann.counts())[-99], 1);
});

t.test("several bookmarks of the Trash are restored to where they were, or all of them", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const [{ _id: here }, { _id: there }] = [await ann.addCollection("Here"), await ann.addCollection("There")];
  const { _id: gone } = await ann.addCollection("Gone");
  const items = [];
  for (const place of [here, there, gone, -1]) items.push((await ann.addItem(place))._id);
  await ann.call("DELETE", "/raindrops/0", { ids: items });
  await ann.call("DELETE", `/collection/${gone}`);
  const { text } = await annPages.get("/bookmarks/-99");
  t.match(text, '<select id="to" name="to"><option value="origin">Their former collections</option>');
  const ids = items.slice(0, 2).map(String);
  const act = (fields: Record<string, string | string[]>) => annPages.post("/bookmarks/-99/bulk", fields);
  t.match(await act({ ids, action: "move", to: "origin" }), { status: 303, notice: "bookmarks-restored" });
  t.match(await ann.counts(), { [here]: 1, [there]: 1, "-99": 2 });
  const asked = await act({ scope: "all", action: "move", to: "origin" });
  t.match(asked, { status: 200, text: "<dt>Restore to</dt><dd>" });
  t.match(asked.text, "Their former collections");
  t.match(asked.text, 'name="to" value="origin"');
  const version = /name="version" value="(\d+)"/.exec(asked.text)?.[1] ?? "";
  t.match(await act({ scope: "all", action: "move", to: "origin", version }), { notice: "bookmarks-restored" });
  t.match(await ann.counts(), { [here]: 1, [there]: 1, "-1": 2, "-99": 0 });
  const elsewhere = await annPages.post("/bookmarks/-1/bulk", { ids: String(items[3]), action: "move", to: "origin" });
  t.match(elsewhere, { notice: "bookmarks-same" }, "in other lists it changes nothing");
});

t.test("the Trash is emptied after a confirmation that says how many", async (t) => {
  const { ann, bob, annPages } = await openBookmarks(t);
  const trash = async (owner: LibraryOwner) => {
    const [id] = await addItems(owner, ["old"]);
    await owner.call("DELETE", `/raindrop/${id}`);
  };
  await trash(bob);
  await trash(ann);
  t.match((await annPages.get("/bookmarks/-99")).text, 'href="/bookmarks/-99/empty"');
  const asked = await annPages.get("/bookmarks/-99/empty");
  t.match(asked.text, "Delete 1 bookmark<");
  await trash(ann);
  const changed = await annPages.post("/bookmarks/-99/empty", hiddenIn(asked.text));
  t.equal(changed.status, 200);
  t.match(changed.text, "Delete 2 bookmarks<");
  t.equal((await ann.counts())[-99], 2);
  const done = await annPages.post("/bookmarks/-99/empty", hiddenIn(changed.text));
  t.match(done, { status: 303, location: "/bookmarks/-99", notice: "bookmarks-trash-empty", step: /^\d+$/ });
  t.same([(await ann.counts())[-99], (await bob.counts())[-99]], [0, 1]);
  const { text } = await annPages.get("/bookmarks/-99");
  t.match(text, "The Trash is empty");
  t.notMatch(text, "/bookmarks/-99/empty");
  await undo(annPages, done);
  t.equal((await ann.counts())[-99], 2);
});

t.test("a form with more bookmarks than a page shows changes nothing", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const [one = ""] = await addItems(ann, ["one"]);
  await annPages.get("/bookmarks/-1");
  const shown = [one, ...Array.from({ length: 50 }, (_, index) => 1_000 + index)].join(",");
  for (const ids of [
    { scope: "page", shown },
    { scope: "selected", ids: shown.split(",") },
  ]) {
    const { status, text } = await annPages.post("/bookmarks/-1/bulk", { ...ids, action: "trash" });
    t.equal(status, 200);
    t.match(text, "A page shows at most 50 bookmarks. Nothing was changed.");
  }
  t.equal((await ann.call("GET", `/raindrop/${one}`)).item.collectionId, -1);
});
