import t, { type Test } from "tap";
import { accountKey } from "#contract/request/caller";
import { signIn } from "../../../harness/page-client.ts";
import type { Slots } from "../../../src/base/slots.ts";
import { addCollections } from "../../support/large-account.ts";
import { type LibraryOwner, openLibrary } from "../../support/library.ts";

async function openPages(t: Test) {
  const { app, ann, bob } = await openLibrary(t);
  const clients = { ann: await signIn(app.base, ann), bob: await signIn(app.base, bob) };
  await ann.addCollection("Recipes");
  await bob.addCollection("Music");
  return { app, ann, bob, clients };
}

/** Takes all slots of a kind that an account may hold. Returns a function that frees them. */
function occupy(slots: Slots, kind: keyof Slots, { id }: LibraryOwner): () => void {
  const { perCaller } = slots[kind].options;
  for (let count = 0; count < perCaller; count++) slots[kind].tryTake(accountKey(id));
  return () => {
    for (let count = 0; count < perCaller; count++) slots[kind].release(accountKey(id));
  };
}

const PAGES: readonly (readonly [path: string, kind: keyof Slots])[] = [
  ["/bookmarks/collections/clean", "pages"],
  ["/bookmarks/export", "pages"],
  ["/bookmarks/collections", "pages"],
  ["/bookmarks", "lists"],
  ["/bookmarks?search=tea", "searches"],
  ["/bookmarks/export/download?collection=0&format=csv", "downloads"],
  ["/bookmarks/export/download?collection=0&format=zip", "archives"],
  ["/account/data/download", "downloads"],
];

for (const [path, kind] of PAGES) {
  t.test(`${path} waits for the other ${kind} of its account, and for no other account`, async (t) => {
    const { app, ann, clients } = await openPages(t);
    const { slots } = app.context;
    const free = occupy(slots, kind, ann);
    const waiting = clients.ann.get(path);
    t.equal((await clients.bob.get(path)).status, 200);
    while (slots[kind].waiting === 0) await new Promise(setImmediate);
    t.equal(slots[kind].waiting, 1);
    free();
    t.equal((await waiting).status, 200);
    while (slots[kind].taken > 0) await new Promise(setImmediate);
  });
}

t.test("beyond the waiting requests of an account, a page says when to try again", async (t) => {
  const { app, ann, clients } = await openPages(t);
  const { pages } = app.context.slots;
  const free = occupy(app.context.slots, "pages", ann);
  const requests = Array.from({ length: pages.options.waitingPerCaller + 1 }, () =>
    clients.ann.get("/bookmarks/collections/clean"),
  );
  const refused = await Promise.race(requests);
  t.equal(refused.status, 503);
  t.match(refused.headers.get("content-type"), "text/html");
  t.match(refused.headers.get("retry-after"), /^\d+$/);
  t.match(refused.text, "Too many pages are in progress.");
  free();
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  t.same(statuses.toSorted(), [...Array(pages.options.waitingPerCaller).fill(200), 503]);
});

t.test("exports of the API wait for a slot, which they hold until they are sent", async (t) => {
  const { app, ann, bob } = await openPages(t);
  const { slots } = app.context;
  for (const [format, kind] of [
    ["csv", "downloads"],
    ["html", "downloads"],
    ["zip", "archives"],
  ] as const) {
    const path = `/raindrops/0/export.${format}`;
    const free = occupy(slots, kind, ann);
    const waiting = ann.request("GET", path);
    t.equal((await bob.request("GET", path)).status, 200, format);
    while (slots[kind].waiting === 0) await new Promise(setImmediate);
    free();
    t.equal((await waiting).status, 200, format);
    while (slots[kind].taken > 0) await new Promise(setImmediate);
  }
});

t.test("changes that read the whole tree take turns", async (t) => {
  const { app, ann, bob } = await openPages(t);
  const { slots } = app.context;
  const free = occupy(slots, "changes", ann);
  const waiting = ann.request("PUT", "/collections/clean");
  t.equal((await bob.request("PUT", "/collections/clean")).status, 200);
  while (slots.changes.waiting === 0) await new Promise(setImmediate);
  free();
  t.same((await waiting).body, { result: true, count: 1 });
});

t.test("pages of many collections show the first ones and the current one, and count all", async (t) => {
  const { app, ann, clients } = await openPages(t);
  const first = await addCollections(app.context.database, ann.id, 1_500);
  const { item: last } = await ann.call("POST", "/collection", { title: "The last one", sort: -1 });

  const list = await clients.ann.get(`/bookmarks/${last._id}`);
  t.match(list.text, "All 1,502 collections");
  t.match(list.text, `<a href="/bookmarks/${last._id}" aria-current="page">`);
  t.ok((list.text.match(/<li data-place="\d+" data-drop>/g) ?? []).length <= 503);

  const form = await clients.ann.get(`/bookmarks/collections/new?parent=${last._id}`);
  t.match(form.text, `<option value="${last._id}" selected>`);
  t.ok((form.text.match(/<option/g) ?? []).length < 520);

  const removal = await clients.ann.get(`/bookmarks/collections/${first}/delete`);
  t.match(removal.text, "The collection and 750 collections in it are deleted");
  t.match(removal.text, "751 bookmarks");

  const emptyOnes = await clients.ann.get("/bookmarks/collections/clean");
  t.match(emptyOnes.text, "2 collections");

  const page = await clients.ann.get("/bookmarks/collections?page=16");
  t.match(page.text, "The last one");
});

t.test("a page shows a shared collection only as long as it is shared, however soon it is asked for", async (t) => {
  const { ann, bob, clients } = await openPages(t);
  const { _id: parent } = await ann.addCollection("Shared by Ann");
  await ann.addCollection("A nested one", parent);
  const { token } = await ann.call("POST", `/collection/${parent}/sharing`, { role: "member" });
  await bob.call("POST", `/collection/${parent}/join`, { token });
  const paths = ["/bookmarks", "/bookmarks/collections", "/bookmarks/export", "/bookmarks/items/new"];
  for (const path of paths) {
    const { text } = await clients.bob.get(path);
    t.match(text, "Shared by Ann", path);
    t.match(text, "A nested one", path);
  }
  await ann.call("DELETE", `/collection/${parent}/sharing`);
  for (const path of paths) {
    const { text } = await clients.bob.get(path);
    t.notMatch(text, "Shared by Ann", path);
    t.notMatch(text, "A nested one", path);
    t.notMatch(text, "Recipes", path);
  }
});

t.test("a page shows a change that was made just before", async (t) => {
  const { ann, clients } = await openPages(t);
  t.match((await clients.ann.get("/bookmarks/collections")).text, "1 collection<");
  const { _id: id } = await ann.addCollection("Travel");
  t.match((await clients.ann.get("/bookmarks/collections")).text, "Travel");
  await ann.call("PUT", `/collection/${id}`, { title: "Journeys" });
  t.match((await clients.ann.get("/bookmarks/collections")).text, "Journeys");
  await ann.call("DELETE", `/collection/${id}`);
  t.notMatch((await clients.ann.get("/bookmarks/collections")).text, "Journeys");
});
