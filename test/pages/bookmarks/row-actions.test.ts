import t from "tap";
import { openPageClient, type Page, type PageClient } from "../../../harness/page-client.ts";
import { openBookmarks } from "../../support/bookmarks.ts";
import type { LibraryOwner } from "../../support/library.ts";
import { pageFormsIn } from "../../support/page-forms.ts";
import { share } from "../../support/shares.ts";

/** The values of the buttons of bookmarks on a page. */
function rowButtonsIn(text: string): string[] {
  const buttons = pageFormsIn(text).flatMap((form) => form.buttons);
  return buttons.filter(({ name }) => name === "row").map(({ value }) => value);
}

async function itemOf({ call }: LibraryOwner, id: number) {
  return (await call("GET", `/raindrop/${id}`)).item;
}

async function undo(client: PageClient, { step = "" }: Pick<Page, "step">) {
  t.match(await client.post("/bookmarks/undo", { step, back: "/bookmarks" }), { notice: "edit-undone" });
}

t.test("the buttons of a bookmark change that alone, say so, and are undone", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: one } = await ann.addItem(-1, { title: "One" });
  const { _id: two } = await ann.addItem(-1, { title: "Two" });
  const page = await annPages.get("/bookmarks");
  t.same(rowButtonsIn(page.text), [`important:${two}`, `trash:${two}`, `important:${one}`, `trash:${one}`]);
  t.match(page.text, /aria-label="Important: One"[^>]* aria-pressed="false"/);
  const press = (row: string) => annPages.post("/bookmarks/0/bulk", { row });

  const starred = await press(`important:${one}`);
  t.match(starred, { status: 303, location: "/bookmarks", notice: "bookmarks-changed", step: /^\d+$/ });
  t.same([(await itemOf(ann, one)).important, (await itemOf(ann, two)).important], [true, false]);
  const after = await annPages.get("/bookmarks");
  t.match(after.text, "1 bookmark changed.");
  t.match(after.text, /aria-label="Important: One"[^>]* value="unimportant:\d+" aria-pressed="true"/);
  t.notMatch(after.text, ">Important</strong>", "the star says it");
  await undo(annPages, starred);
  t.equal((await itemOf(ann, one)).important, false);

  await press(`important:${one}`);
  const unstarred = await press(`unimportant:${one}`);
  t.equal((await itemOf(ann, one)).important, false);
  await undo(annPages, unstarred);
  t.equal((await itemOf(ann, one)).important, true);

  const trashed = await press(`trash:${two}`);
  t.match(trashed, { status: 303, notice: "bookmarks-trashed", step: /^\d+$/ });
  t.same(await ann.counts(), { 0: 1, "-1": 1, "-99": 1 });
  t.match(await press(`trash:${two}`), { notice: "bookmarks-unchanged" }, "a second click does not delete it");
  t.equal((await ann.counts())[-99], 1);
  await undo(annPages, trashed);
  await press(`important:${two}`);
  await press(`trash:${two}`);
  t.match((await annPages.get("/bookmarks/-99")).text, ">Important</strong>", "there are no stars in the Trash");
  t.equal((await ann.counts())[-1], 1);
});

t.test("without scripts, tags have a link, and what is marked and typed stays", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: one } = await ann.addItem(-1, { title: "One" });
  const { _id: two } = await ann.addItem(-1, { title: "Two" });
  const { text } = await annPages.get("/bookmarks");
  t.match(text, `href="/bookmarks/items/${one}#tags" data-tag`);
  t.match((await annPages.get(`/bookmarks/items/${one}`)).text, 'id="tags"');
  const fields = { row: `important:${one}`, ids: [String(one), String(two)], tags: "half a ta", scope: "selected" };
  const { location } = await annPages.post("/bookmarks/0/bulk?sort=title", fields);
  const after = (await annPages.get(location ?? "")).text;
  t.equal(after.match(/class="item-select"[^>]* checked/g)?.length, 2);
  t.match(after, 'value="half a ta"');
  t.match(after, "1 bookmark changed.");
  t.notOk((await itemOf(ann, two)).important);
});

t.test("in the Trash, a bookmark is restored by its button, and not deleted by one", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: target } = await ann.addCollection("Target");
  const { _id: one } = await ann.addItem(target, { title: "One" });
  await ann.call("DELETE", `/raindrop/${one}`);
  t.same(rowButtonsIn((await annPages.get("/bookmarks/-99")).text), [`restore:${one}`]);
  const restored = await annPages.post("/bookmarks/-99/bulk", { row: `restore:${one}`, to_name: "Unknown" });
  t.match(restored, { status: 303, notice: "bookmarks-restored" });
  t.equal((await ann.counts())[target], 1, "where it was, whatever is typed beside");
  await undo(annPages, restored);
  t.equal((await ann.counts())[-99], 1);
});

t.test("forged buttons change nothing", async (t) => {
  const { app, ann, bob, annPages, bobPages } = await openBookmarks(t);
  const { _id: other } = await ann.addCollection("Other");
  const { _id: elsewhere } = await ann.addItem(other);
  const { _id: theirs } = await bob.addItem();
  await annPages.get("/bookmarks");
  await bobPages.get("/bookmarks");
  for (const row of [`trash:${theirs}`, `trash:${elsewhere}`, "trash:999"]) {
    t.match(
      await annPages.post("/bookmarks/-1/bulk", { row }),
      { notice: "bookmarks-unchanged", step: undefined },
      row,
    );
  }
  for (const row of ["trash:", "trash:0", "trash:1,2", "erase:1", `tag:${elsewhere}`, "constructor:1", "x"]) {
    const { status, text } = await annPages.post(`/bookmarks/${other}/bulk`, { row });
    t.match({ status, text }, { status: 200, text: /Choose what to do|No bookmarks are selected/ }, row);
  }
  for (const _csrf of ["", "wrong"]) {
    t.equal((await annPages.post("/bookmarks/0/bulk", { row: `trash:${elsewhere}`, _csrf })).status, 403);
  }
  t.equal((await bobPages.post(`/bookmarks/${other}/bulk`, { row: `trash:${elsewhere}` })).status, 404);
  const stranger = openPageClient(app.base);
  await stranger.get("/account/sign-in");
  t.match(await stranger.post("/bookmarks/0/bulk", { row: `trash:${elsewhere}` }), {
    status: 303,
    location: /sign-in/,
  });
  t.same([(await ann.counts())[other], (await bob.counts())[-1]], [1, 1]);
});

t.test("members of a shared collection have the buttons, without undo; viewers have none", async (t) => {
  const { app, ann, bob, bobPages } = await openBookmarks(t);
  const [{ _id: read }, { _id: written }] = [await ann.addCollection("Read"), await ann.addCollection("Written")];
  await share(app, read, bob.id, "viewer");
  await share(app, written, bob.id, "member");
  const [{ _id: readItem }, { _id: item }] = [await ann.addItem(read), await ann.addItem(written)];
  const page = await bobPages.get(`/bookmarks/${read}`);
  t.same(rowButtonsIn(page.text), []);
  t.notMatch(page.text, "row-action ");
  t.equal((await bobPages.post(`/bookmarks/${read}/bulk`, { row: `important:${readItem}` })).status, 403);
  t.equal((await bobPages.post(`/bookmarks/${read}/bulk`, { row: `trash:${readItem}` })).status, 403);
  t.notOk((await itemOf(ann, readItem)).important);
  t.same(rowButtonsIn((await bobPages.get(`/bookmarks/${written}`)).text), [`important:${item}`, `trash:${item}`]);
  const starred = await bobPages.post(`/bookmarks/${written}/bulk`, { row: `important:${item}` });
  t.match(starred, { status: 303, notice: "bookmarks-changed", step: undefined });
  t.ok((await itemOf(ann, item)).important);
});

t.test("an address is copied only where it can be followed", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  await ann.addItem(-1, { title: "Safe", link: "https://example.com/safe" });
  const { _id: unsafe } = await ann.addItem(-1, { title: "Unsafe" });
  // As a release before the check of links may have stored it.
  await app.context.database
    .updateTable("items")
    .set({ link: "javascript:alert(1)" })
    .where("id", "=", unsafe)
    .execute();
  const { text } = await annPages.get("/bookmarks");
  t.match(text, 'aria-label="Copy address: Safe"');
  t.notMatch(text, "Copy address: Unsafe");
});
