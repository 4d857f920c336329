import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";

const EXPORT = "/bookmarks/export";

async function openSignedIn(t: Parameters<typeof openLibrary>[0]) {
  const library = await openLibrary(t);
  const { _id: parent } = await library.ann.addCollection("<b>Parent");
  const { _id: child } = await library.ann.addCollection("Child", parent);
  await library.ann.addItem(parent, { link: "https://example.com/parent" });
  await library.ann.addItem(child, { link: "https://example.com/child" });
  await library.ann.addItem(-1, { link: "https://example.com/unsorted" });
  const client = await signIn(library.app.base, library.ann);
  const download = (query: Record<string, string>) => client.get(`${EXPORT}/download?${new URLSearchParams(query)}`);
  return { ...library, client, parent, child, download };
}

const linksIn = (text: string) =>
  [...new Set([...text.matchAll(/https:\/\/example\.com\/(\w+)/g)].map(([, name]) => name))].sort();

t.test("the page offers all places and formats", async (t) => {
  const { client, parent, child } = await openSignedIn(t);
  const { text } = await client.get(`${EXPORT}?collection=${parent}`);
  t.match(text, '<option value="0">All bookmarks</option>');
  t.match(text, '<option value="-1">Unsorted</option>');
  t.match(text, `<option value="${parent}" selected>&#60;b&#62;Parent</option>`);
  t.match(text, `<option value="${child}">\u2003Child</option>`);
  for (const format of ["html", "csv", "txt", "zip"]) t.match(text, `type="radio" value="${format}"`);
  t.match(text, '<option value="sort" selected>My own order</option>');
  t.match(text, '<option value="title">Title, A to Z</option>');
  t.notMatch(text, 'value="score"');
});

t.test("drop-down lists have the collections in the order of the side bar", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const ids: number[] = [];
  for (const title of ["First", "Second", "Third"]) ids.push((await ann.addCollection(title))._id);
  const [first = 0, second = 0, third = 0] = ids;
  const groups = [
    { title: "Later", hidden: true, sort: 0, collections: [third, first] },
    { title: "Now", hidden: false, sort: 1, collections: [second] },
  ];
  await ann.call("PUT", "/user", { groups });
  const { text } = await client.get(EXPORT);
  const options = [...text.matchAll(/<option value="\d+">(First|Second|Third)</g)].map(([, title]) => title);
  t.same(options, ["Third", "First", "Second"]);
});

t.test("the file holds what was chosen, in the chosen format", async (t) => {
  const { parent, download } = await openSignedIn(t);
  const all = await download({ collection: "0", format: "html", nested: "1" });
  t.equal(all.headers.get("content-disposition"), 'attachment; filename="bookmarks.html"');
  t.equal(all.headers.get("x-content-type-options"), "nosniff");
  t.match(all.text, "<!DOCTYPE NETSCAPE-Bookmark-file-1>");
  t.same(linksIn(all.text), ["child", "parent", "unsorted"]);
  const one = await download({ collection: String(parent), format: "csv" });
  t.equal(one.headers.get("content-type"), "text/csv; charset=utf-8");
  t.same(linksIn(one.text), ["parent"]);
  const nested = await download({ collection: String(parent), format: "csv", nested: "1" });
  t.same(linksIn(nested.text), ["child", "parent"]);
  t.same(linksIn((await download({ collection: "-1", format: "csv" })).text), ["unsorted"]);
  const links = ["parent", "child", "unsorted"].map((name) => `https://example.com/${name}\n`);
  const txt = await download({ collection: "0", format: "txt", sort: "created" });
  t.equal(txt.headers.get("content-type"), "text/plain; charset=utf-8");
  t.equal(txt.text, links.join(""));
  t.equal((await download({ collection: "0", format: "txt", sort: "-created" })).text, links.toReversed().join(""));
  const zip = await download({ collection: "0", format: "zip" });
  t.equal(zip.headers.get("content-type"), "application/zip");
  t.match(zip.text, /^PK/);
});

t.test("only what one may read can be exported", async (t) => {
  const { app, bob, client, download } = await openSignedIn(t);
  const { _id: id } = await bob.addCollection("Bob's");
  await bob.addItem(id, { link: "https://example.com/bob" });
  t.equal((await download({ collection: String(id), format: "csv" })).status, 404);
  await share(app, id, bob.id === 1 ? 2 : 1, "viewer");
  t.match((await client.get(EXPORT)).text, "Bob&#39;s (Bob)</option>");
  t.same(linksIn((await download({ collection: String(id), format: "csv" })).text), ["bob"]);
  for (const wrong of [
    { collection: "x", format: "csv" },
    { collection: "0", format: "exe" },
    { format: "csv" },
    { collection: "0", format: "csv", sort: "score" },
  ])
    t.equal((await download(wrong)).status, 404);
  for (const path of [EXPORT, `${EXPORT}/download?collection=0&format=csv`])
    t.match(await openPageClient(app.base).get(path), { status: 303, location: /^\/account\/sign-in/ });
});
