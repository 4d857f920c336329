import t from "tap";
import { pageFormOf } from "../../../harness/forms.ts";
import { signIn } from "../../../harness/page-client.ts";
import { openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";
import { openSite } from "../../support/site.ts";

const LINK = "http://a.example/";
const KEEP = "Keep a copy";

t.test("buttons keep, open and remove the copy of a page", async (t) => {
  const site = await openSite(t, { [LINK]: { headers: { "content-type": "text/html" }, body: "<p>Kept" } });
  const { app, ann, bob } = await openLibrary(t, { FETCH_LINKS: "on", FETCH_PROXY: site.base });
  const { _id: collection } = await ann.addCollection("Shared");
  await share(app, collection, bob.id, "viewer");
  const { _id: id } = await ann.addItem(collection, { link: LINK });
  await app.context.pages?.settled();
  const [client, path] = [await signIn(app.base, ann), `/bookmarks/items/${id}`];
  const before = (await client.get(path)).text;
  t.match(before, KEEP);
  t.notMatch(before, "Open the copy");
  t.equal((await client.get(`${path}/copy`)).status, 404);
  app.advanceClock(60_000);
  const location = new RegExp(`^${path}\\?draft=`);
  t.match(await client.post(`${path}/copy`, { link: LINK, title: "Typed" }, { page: path }), {
    status: 303,
    location,
    notice: "edit-copy-asked",
  });
  await app.context.pages?.settled();
  const after = (await client.get(path)).text;
  t.match(after, /Made <time[^>]*>[^<]*<\/time>, 0\.1 MiB/);
  t.match(after, "Open the copy");
  const opened = await client.get(`${path}/copy`);
  t.equal(opened.status, 307);
  t.match(await (await fetch(app.base + opened.location)).text(), "<p>Kept</p>");
  const reader = await signIn(app.base, bob);
  t.equal((await reader.get(`${path}/copy`)).status, 307);
  t.equal((await reader.post(`${path}/copy`, {}, { page: "/account/profile" })).status, 403);
  t.equal((await reader.post(`${path}/copy/remove`, {}, { page: "/account/profile" })).status, 403);
  const removed = await client.post(`${path}/copy/remove`, {}, { page: path });
  t.match(removed, { notice: "edit-copy-removed" });
  t.equal((await ann.call("GET", `/raindrop/${id}`)).item.cache, undefined);
  const [, step = ""] = /name="step" value="(\d+)"/.exec((await client.get(path)).text) ?? [];
  const undone = await client.post(`/bookmarks/undo?back=${encodeURIComponent(path)}`, { step }, { page: path });
  t.match(undone, { status: 303, notice: "edit-undone" });
  t.match((await ann.call("GET", `/raindrop/${id}`)).item.cache, { status: "ready" });
  await app.context.database.updateTable("collaborators").set({ role: "member" }).execute();
  t.match(await reader.post(`${path}/copy/remove`, {}, { page: path }), { notice: "edit-copy-removed" });
  t.notMatch((await reader.get(path)).text, 'name="step"', "only the owner can revert it");
});

t.test("a server that makes no copies only shows those that were uploaded", async (t) => {
  const { app, ann } = await openLibrary(t, { KEEP_COPIES: "off" });
  const form = await pageFormOf("<p>Kept", { url: LINK });
  await ann.request("POST", "/copies", form.body, form.headers);
  const { _id: other } = await ann.addItem();
  const [{ _id: id } = { _id: 0 }] = (await ann.call("GET", "/raindrops/0?sort=created")).items;
  const client = await signIn(app.base, ann);
  const { text } = await client.get(`/bookmarks/items/${id}`);
  t.match(text, "Open the copy");
  t.match(text, "Remove the copy");
  t.notMatch(text, "Keep a newer copy");
  t.notMatch((await client.get(`/bookmarks/items/${other}`)).text, "Copy of the page");
});
