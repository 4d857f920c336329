import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as bulk from "../../../src/library/items/bulk.ts";
import * as items from "../../../src/library/items/items.ts";
import { openLibrary } from "../../support/library.ts";

const UNDO = "/bookmarks/undo";

/** A library with an item in the Trash, and the step that reverts its removal. */
async function openWithStep(t: Parameters<typeof openLibrary>[0]) {
  const { app, ann, bob } = await openLibrary(t);
  const { _id } = await ann.addItem();
  const { database, clock } = app.context;
  const { step } = await items.remove(database, clock, ann.id, _id);
  const client = await signIn(app.base, ann);
  await client.get("/account/profile");
  return { app, ann, bob, client, step: String(step) };
}

t.test("undo reverts a step and returns to the page, without the old notice", async (t) => {
  const { ann, client, step } = await openWithStep(t);
  const back = `/bookmarks/-1?page=2`;
  t.match(await client.post(UNDO, { step, back }), {
    status: 303,
    location: "/bookmarks/-1?page=2",
    notice: "edit-undone",
  });
  t.equal((await ann.counts())[-99], 0);
  t.match(await client.post(UNDO, { step, back }), { location: "/bookmarks/-1?page=2", notice: "edit-undo-gone" });
});

t.test("undo requires signing in, a CSRF token and an own step", async (t) => {
  const { app, ann, bob, client, step } = await openWithStep(t);
  t.equal((await client.post(UNDO, { step, _csrf: "wrong" })).status, 403);
  t.match(await openPageClient(app.base).post(UNDO, { step }), { status: 303, location: /^\/account\/sign-in/ });
  const stranger = await signIn(app.base, bob);
  await stranger.get("/account/profile");
  t.match(await stranger.post(UNDO, { step }), { status: 303, notice: "edit-undo-gone" });
  for (const wrong of ["", "0", "x", "-1"])
    t.match(await client.post(UNDO, { step: wrong }), { notice: "edit-undo-gone" });
  t.equal((await ann.counts())[-99], 1);
});

t.test("undo returns only to pages of this server", async (t) => {
  const { client } = await openWithStep(t);
  for (const back of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "bookmarks",
    "/a\r\nb",
    "",
  ])
    t.match(await client.post(UNDO, { step: "0", back }), { location: "/bookmarks", notice: "edit-undo-gone" });
});

t.test("a change that leaves nothing to revert has no step", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { database, clock } = app.context;
  t.same(await bulk.emptyTrash(database, clock, ann.id), { result: 0, step: undefined });
});
