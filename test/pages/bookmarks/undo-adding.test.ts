import t, { type Test } from "tap";
import { type PageClient, signIn } from "../../../harness/page-client.ts";
import { postFile } from "../../../harness/page-uploads.ts";
import { openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";
import { openSite } from "../../support/site.ts";

const LINKS = "/bookmarks/items/links";
const NEW = "/bookmarks/items/new";
const UPLOAD = "/bookmarks/items/upload";

async function openSignedIn(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const library = await openLibrary(t, settings);
  const client = await signIn(library.app.base, library.ann);
  await client.get(LINKS);
  return { ...library, client };
}

const undo = (client: PageClient, step: string | undefined) =>
  client.post("/bookmarks/undo?back=/bookmarks", { step: step ?? "" }, { page: "/bookmarks" });

t.test(
  "one bookmark, several and a file that were added can be undone, from the notice and the page of changes",
  async (t) => {
    const { app, ann, client } = await openSignedIn(t);
    const one = await client.post(NEW, { link: "https://example.com/one", tags: "a" });
    t.match(one, { notice: "edit-added", step: /\d/ });
    const several = await client.post(LINKS, { links: "example.com/a\nexample.com/b" });
    t.match(several, { notice: "edit-links-added", step: /\d/ });
    const file = { field: "file", name: "A.txt", bytes: Buffer.from("A text") };
    const uploaded = await postFile(app.base, client, UPLOAD, file);
    t.match(uploaded, { notice: "edit-uploaded", step: /\d/ });
    t.equal((await ann.counts())[0], 4);
    const changes = (await client.get("/bookmarks/changes")).text;
    t.equal(changes.match(/Added/g)?.length, 6, "three rows, and the names of their buttons");
    t.match(changes, "2 bookmarks");
    t.match((await ann.call("GET", "/undo")).items, [
      { operation: "addItems", items: 1 },
      { operation: "addItems", items: 2 },
      { operation: "addItems", items: 1 },
    ]);
    for (const [{ step }, left] of [
      [several, 2],
      [uploaded, 1],
      [one, 0],
    ] as const) {
      t.match(await undo(client, step), { notice: "edit-undone" });
      t.equal((await ann.counts())[0], left);
    }
    t.equal((await ann.counts())[-99] ?? 0, 0, "they are not in the Trash either");
    t.match(await undo(client, one.step), { notice: "edit-undo-gone" });
  },
);

t.test("a bookmark that was changed or moved since it was added stays", async (t) => {
  const { app, ann, client } = await openSignedIn(t);
  const { step } = await client.post(LINKS, { links: "example.com/a\nexample.com/b\nexample.com/c" });
  const { items } = await ann.call("GET", "/raindrops/-1?sort=title");
  app.advanceClock(1_000);
  await ann.call("PUT", `/raindrop/${items[0]?._id}`, { note: "Read it" });
  await ann.call("PUT", `/raindrop/${items[1]?._id}`, { collection: { $id: (await ann.addCollection("Other"))._id } });
  t.match(await undo(client, step), { notice: "edit-undone-partly" });
  t.equal((await ann.counts())[0], 2);
});

t.test("what the server reads of the page is no change, unless somebody has changed the bookmark before", async (t) => {
  const page = {
    headers: { "content-type": "text/html" },
    body: "<title>Title</title><meta name=description content=X>",
  };
  const links = ["http://a.example/", "http://b.example/"];
  const site = await openSite(t, Object.fromEntries(links.map((link) => [link, page])));
  const { app, ann, client } = await openSignedIn(t, { FETCH_LINKS: "on", FETCH_PROXY: site.base });
  const { step } = await client.post(LINKS, { links: links.join("\n") });
  await app.context.pages?.settled();
  const [one, other] = (await ann.call("GET", "/raindrops/-1")).items;
  t.match([one, other], [{ title: "Title" }, { title: "Title" }]);
  app.advanceClock(1_000);
  await ann.call("PUT", `/raindrop/${other?._id}`, { note: "Read it", pleaseParse: {} });
  await app.context.pages?.settled();
  t.match(await undo(client, step), { notice: "edit-undone-partly" });
  t.match((await ann.call("GET", "/raindrops/-1")).items, [{ _id: other?._id, note: "Read it" }]);
});

t.test("what is added to a collection of somebody else cannot be undone, nor what the API creates", async (t) => {
  const { app, ann, bob, client } = await openSignedIn(t);
  const { _id: theirs } = await bob.addCollection("Theirs");
  await share(app, theirs, ann.id, "member");
  const { notice, step } = await client.post(LINKS, { links: "example.com/a", collection: String(theirs) });
  t.same({ notice, step }, { notice: "edit-links-added", step: undefined });
  t.equal((await bob.counts())[0], 1);
  await ann.addItem();
  for (const person of [ann, bob]) t.same((await person.call("GET", "/undo")).items, []);
});
