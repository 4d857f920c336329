import { writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import t, { type Test } from "tap";
import { fromBufferPromise } from "yauzl";
import { pageFormOf } from "../../harness/forms.ts";
import { signIn } from "../../harness/page-client.ts";
import { postFile, waitForReport } from "../../harness/page-uploads.ts";
import { pageWordsOf } from "../../src/database/core/item-words.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { textOf } from "../../src/page-reading/article-text.ts";
import { archiveOf } from "../support/archives.ts";
import { type Administration, openAdministration } from "../support/command-runner.ts";
import { type LibraryOwner, ownerOf } from "../support/library.ts";
import { openSite } from "../support/site.ts";
import { expireUndo } from "../support/undo.ts";

// The readable texts and the copies of pages in an archive, and their import into other accounts.

const [A, B] = ["http://a.example/", "http://b.example/"];
const PAGE = `<html lang="en"><head><title>Lighthouse</title></head>
  <body><p>The keeper climbs 217 steps.</p><p><a href="/more#x">More</a> <a href="#top">Top</a></p></body></html>`;
const TEXT = `<div><p>The keeper climbs 217 steps, every evening, and lights the lamp\u2028before the
  <strong>ships</strong> arrive.</p><p><a href="http://a.example/more#x">More</a></p></div>`;
const MARK = { text: "217 steps", position: 18, note: "Many", color: "teal" };

/** Starts a server that has the text and a copy of a page, which has vanished. */
async function openWithPages(t: Test, settings = {}) {
  const site = await openSite(t, { [A]: { status: 404 }, [B]: { status: 404 } });
  const app = await openAdministration(t, { FETCH_LINKS: "on", FETCH_PROXY: site.base, ...settings });
  const ann = await ownerOf(app, "Ann");
  const { _id: id } = await ann.addItem(-1, { link: A, title: "Light", highlights: [MARK] });
  await ann.addItem(-1, { link: B, title: "Dark" });
  await app.context.pages?.settled();
  const { headers, body } = await pageFormOf(PAGE, { url: A });
  await ann.request("POST", "/copies", body, headers);
  const { database } = app.context;
  const of = { item_id: id, account_id: ann.id };
  await database.updateTable("item_pages").set({ language: "en", author: "Ada" }).where("item_id", "=", id).execute();
  await database
    .insertInto("item_texts")
    .values({ ...of, html: TEXT, words: pageWordsOf(textOf(TEXT)) })
    .execute();
  return { app, ann, id };
}

async function exportOf({ base }: Administration, { token }: LibraryOwner, query = ""): Promise<Buffer> {
  const address = `${base}/rest/v1/raindrops/0/export.zip${query}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  return Buffer.from(await response.arrayBuffer());
}

async function entriesOf(archive: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(archive);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, String(await buffer(await zip.openReadStreamPromise(entry))));
  return files;
}

async function importByPage({ base }: Administration, person: LibraryOwner, bytes: Buffer): Promise<string> {
  const client = await signIn(base, person);
  const { location } = await postFile(base, client, "/bookmarks/import", { field: "file", bytes });
  await client.post(location ?? "", { into: "" });
  return waitForReport(client, location ?? "");
}

async function copyOf({ base }: Administration, { request }: LibraryOwner, id: number): Promise<string> {
  const { headers } = await request("GET", `/raindrop/${id}/cache`);
  return (await fetch(new URL(headers.get("location") ?? "", base))).text();
}

/** What an account has of the page `A`. */
async function pageOf(app: Administration, owner: LibraryOwner) {
  const { items } = await owner.call("GET", "/raindrops/0?search=keeper+evening");
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`The search found ${items.length} items.`);
  const client = await signIn(app.base, owner);
  const { text } = await client.get(`/bookmarks/items/${item._id}/reader`);
  const { highlights, cache, title } = item;
  return {
    title,
    cache,
    marks: highlights?.map(({ text, note, color, position }) => ({ text, note, color, position })),
    copy: await copyOf(app, owner, item._id),
    article: /<article[\s\S]*<\/article>/.exec(text)?.[0].replaceAll(/highlight-[0-9a-f]+/g, "highlight"),
  };
}

t.test("exportItems: zip has the readable texts and the copies of pages, of the found items alone", async (t) => {
  const { app, ann, id } = await openWithPages(t);
  const files = await entriesOf(await exportOf(app, ann));
  t.same([...files.keys()], ["bookmarks.json", "texts.jsonl", `copies/${id}.html`, "bookmarks.csv", "bookmarks.html"]);
  t.equal(files.get(`copies/${id}.html`), await copyOf(app, ann, id));
  const line = JSON.parse(files.get("texts.jsonl") ?? "");
  t.match(line, { id, html: /217 steps/, language: "en", author: "Ada" });
  const others = await entriesOf(await exportOf(app, ann, "?search=Dark"));
  t.equal(others.get("texts.jsonl"), "");
  t.notOk([...others.keys()].some((path) => path.startsWith("copies/")));
});

t.test(
  "texts, copies, highlights and their positions survive an export and an import, although the page is gone",
  async (t) => {
    const { app, ann } = await openWithPages(t);
    const bytes = await exportOf(app, ann);
    const file = `${t.testdir()}/bookmarks.zip`;
    await writeFile(file, bytes);
    const [byCommand, byPage] = [await ownerOf(app, "Command"), await ownerOf(app, "Page")];
    await app.succeed("import", file, "--email", byCommand.email);
    await importByPage(app, byPage, bytes);
    await app.context.pages?.settled();
    const expected = await pageOf(app, ann);
    t.same(expected.marks, [MARK]);
    t.match(expected, { cache: { status: "ready" }, copy: /217 steps/, article: /<mark/ });
    t.same(await pageOf(app, byCommand), expected);
    t.same(await pageOf(app, byPage), expected);
    t.same(await entriesOf(await exportOf(app, byPage)).then((files) => [...files.keys()].length), 5);
    t.same(await verify(app.context.database, { repair: false }), []);
  },
);

t.test("an import of an archive can be undone, with its texts and copies; nothing else stays stored", async (t) => {
  const { app, ann } = await openWithPages(t);
  const bob = await ownerOf(app, "Bob");
  const { database, cleanup } = app.context;
  await importByPage(app, bob, await exportOf(app, ann));
  const countOf = async (table: "files" | "file_chunks" | "copies" | "item_texts") => {
    const rows = await database.selectFrom(table).select("account_id").where("account_id", "=", bob.id).execute();
    return rows.length;
  };
  const counts = async () => [await countOf("files"), await countOf("copies"), await countOf("item_texts")];
  // A change after the import wakes the cleanup.
  await bob.addCollection("Later");
  await cleanup.settled();
  t.same(await counts(), [1, 1, 1], "the archive's own files are deleted");
  const { items } = await bob.call("GET", "/undo");
  await bob.call("POST", `/undo/${items[0]?._id}`);
  await expireUndo(database);
  await cleanup.settled();
  t.same(await counts(), [0, 0, 0]);
});

t.test("an archive can't bring scripts, links that run code, or the pages of others", async (t) => {
  const { app, ann, id } = await openWithPages(t);
  const bob = await ownerOf(app, "Bob");
  const items = [
    { id: 7, link: "https://c.example/", title: "C", collection_id: -1, created_at: 1e12, updated_at: 1e12 },
  ];
  const html = `<div onclick="x()"><p>Evil <script>alert(1)</script>words <a href="javascript:x()">here</a> <a href="b">there</a></p></div>`;
  const lines = [
    { id: 7, html, author: "https://x.example/", language: "??", published_at: "no" },
    { id, html },
    { id: 8 },
    5,
  ];
  const bytes = await archiveOf({
    "bookmarks.json": JSON.stringify({ collections: [], items }),
    "texts.jsonl": [...lines.map((line) => JSON.stringify(line)), "{", "", "x".repeat(5_000_000)].join("\n"),
    "copies/7.html": `<p onload="x()">Evil copy<script>alert(1)</script><img src="https://spy.example/a.png"></p>`,
    [`copies/${id}.html`]: "Somebody else's",
    "copies/9.html": "<p>Of no item",
  });
  await importByPage(app, bob, bytes);
  const { items: found } = await bob.call("GET", "/raindrops/0?search=evil+words");
  const text = await app.context.database
    .selectFrom("item_texts")
    .select(["item_id", "html"])
    .where("account_id", "=", bob.id)
    .execute();
  t.same(text, [{ item_id: found[0]?._id, html: "<div><p>Evil words here there</p></div>" }]);
  const copy = await copyOf(app, bob, found[0]?._id ?? 0);
  t.match(copy, "Evil copy");
  t.notMatch(copy, /alert|onload|spy/);
  t.match(await copyOf(app, ann, id), /217 steps/, "a number of another account's item has no effect");
});

t.test("an archive with more pages than an account may store is not imported", async (t) => {
  const { app } = await openWithPages(t, { ACCOUNT_QUOTA_MIB: "1" });
  const bob = await ownerOf(app, "Bob");
  const noise = Buffer.from(Array.from({ length: 700_000 }, (_, index) => 97 + ((index * index) % 23)));
  const bytes = await archiveOf({
    "bookmarks.json": JSON.stringify({
      items: [
        { id: 1, link: A, collection_id: -1 },
        { id: 2, link: B, collection_id: -1 },
      ],
    }),
    "copies/1.html": noise,
    "copies/2.html": noise,
  });
  const client = await signIn(app.base, bob);
  const answer = await postFile(app.base, client, "/bookmarks/import", { field: "file", bytes });
  t.match(answer.text, "storage of 1 MiB");
  await app.context.cleanup.settled();
  const files = await app.context.database.selectFrom("files").select("id").where("account_id", "=", bob.id).execute();
  t.same(files, []);
  t.equal((await bob.counts())[0], 0);
});
