import { monitorEventLoopDelay } from "node:perf_hooks";
import t from "tap";
import { Failure } from "#contract/failure";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { postFile, waitForReport } from "../../../harness/page-uploads.ts";
import * as imports from "../../../src/library/import/imports.ts";
import { openLibrary } from "../../support/library.ts";

const IMPORT = "/bookmarks/import";

const FILE = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p>
<DT><H3>Reading</H3>
<DL><p>
<DT><A HREF="https://example.com/1" TAGS="a,b">One</A>
<DT><A HREF="https://example.com/2">&lt;script&gt;alert(1)&lt;/script&gt;</A>
</DL><p>
<DT><A HREF="https://example.com/known">Known</A>
<DT><A HREF="javascript:alert('&lt;b&gt;')">Bookmarklet</A>
<DT><A HREF="https://example.com/${"x".repeat(8000)}">Long</A>
</DL><p>
`;

/** A library whose owner is signed in, and functions that import files. */
async function openSignedIn(t: Parameters<typeof openLibrary>[0], settings = {}) {
  const library = await openLibrary(t, settings);
  const { base } = library.app;
  const client = await signIn(base, library.ann);
  const upload = (text: string, csrf?: string) =>
    postFile(base, client, IMPORT, { field: "file", bytes: Buffer.from(text) }, { csrf });
  return { ...library, base, client, upload };
}

function countsIn(text: string): Record<string, number> {
  const rows = text.matchAll(/<dt>([^<]*)<\/dt><dd>(\d+)<\/dd>/g);
  return Object.fromEntries([...rows].map(([, label, count]) => [label, Number(count)]));
}

t.test("a file is shown before it is imported, then its report, and Undo removes all of it", async (t) => {
  const { ann, client, upload } = await openSignedIn(t);
  await ann.addItem(-1, { link: "https://www.example.com/known/" });
  const { status, location } = await upload(FILE);
  t.equal(status, 303);
  const path = location ?? "";
  const previewed = (await client.get(path)).text;
  t.same(countsIn(previewed), {
    "New bookmarks": 2,
    "Saved before, skipped": 1,
    "Not valid, skipped": 2,
    Folders: 1,
    Tags: 2,
    Highlights: 0,
  });
  t.match(previewed, "Import 2 bookmarks");
  t.match(previewed, /javascript:alert\(&#39;&#60;b&#62;&#39;\)<\/bdi> <span class="hint">is not a web address/);
  t.match(previewed, "is longer than 8,000 characters");
  t.equal((await ann.counts())[0], 1, "nothing is stored yet");
  t.match((await client.get(IMPORT)).text, `<a href="${path}">Continue with the file`);

  t.match(await client.post(path, { into: "" }), { status: 303, location: path });
  const report = await waitForReport(client, path);
  const added = { "Bookmarks added": 2, "Collections created": 1, "Saved before, skipped": 1, "Not valid, skipped": 2 };
  t.same(countsIn(report), added);
  t.equal((await ann.counts())[0], 3);
  t.match((await client.get(IMPORT)).text, "Report of your last import");
  t.match(await client.post(path, { into: "" }), { status: 303, location: path });
  t.same(countsIn(await waitForReport(client, path)), added, "an import runs once");

  const step = /name="step" value="(\d+)"/.exec(report)?.[1] ?? "";
  t.match(await client.post("/bookmarks/undo", { step, back: path }), { location: path, notice: "edit-undone" });
  t.equal((await ann.counts())[0], 1);
  t.same((await ann.call("GET", "/collections")).items, []);
});

t.test("the folders go below a collection on request", async (t) => {
  const { ann, bob, client, upload } = await openSignedIn(t);
  const { _id: into } = await ann.addCollection("Old <b>");
  const path = (await upload(FILE)).location ?? "";
  t.match((await client.get(path)).text, `<option value="${into}">Old &#60;b&#62;</option>`);
  const { _id: others } = await bob.addCollection("Bob's");
  for (const wrong of [String(others), "x", "0"]) t.equal((await client.post(path, { into: wrong })).status, 404);
  await client.post(path, { into: String(into) });
  await waitForReport(client, path);
  t.match((await ann.call("GET", "/collections/childrens")).items, [{ title: "Reading", parent: { $id: into } }]);
  t.match((await ann.call("GET", `/raindrops/${into}`)).items, [{ title: "Known" }]);
});

t.test("an import can be cancelled before it begins", async (t) => {
  const { ann, client, upload } = await openSignedIn(t);
  const path = (await upload(FILE)).location ?? "";
  await client.get(path);
  t.match(await client.post(`${path}/cancel`), { status: 303, location: IMPORT });
  t.equal((await client.get(path)).status, 404);
  t.equal((await client.post(path)).status, 404);
  t.equal((await ann.counts())[0], 0);
});

t.test("the page says why a file can't be read", async (t) => {
  const { upload } = await openSignedIn(t);
  t.match(await upload(""), { status: 200, text: "Choose a file." });
  t.match(await upload("no links"), { status: 200, text: "The file has no bookmarks." });
  t.match(await upload("x".repeat(50 * 1024 * 1024 + 1)), { status: 200, text: "The file is larger than 50 MiB." });
  const many = Array.from({ length: 25_001 }, (_, index) => `https://example.com/${index}`).join("\n");
  t.match(await upload(many), { status: 200, text: "The file has more than 25,000 bookmarks." });
});

t.test("an import beyond the quota stores nothing and says why", async (t) => {
  const { ann, client, upload } = await openSignedIn(t, { ACCOUNT_QUOTA_MIB: "1" });
  const path =
    (await upload(Array.from({ length: 4000 }, (_, i) => `https://example.com/${i}/${"x".repeat(400)}`).join("\n")))
      .location ?? "";
  await client.get(path);
  await client.post(path);
  t.match(await waitForReport(client, path), "Your account has used its storage of 1 MiB.");
  t.equal((await ann.counts())[0], 0);
});

t.test("5,000 bookmarks are imported in one go", async (t) => {
  const { ann, client, upload } = await openSignedIn(t);
  const lines = Array.from(
    { length: 5000 },
    (_, i) => `<DT><A HREF="https://example.com/${i}" TAGS="t${i % 50}">Bookmark ${i}</A>`,
  );
  const path = (await upload(`<DL><p><DT><H3>All</H3><DL><p>\n${lines.join("\n")}\n</DL></DL>`)).location ?? "";
  await client.get(path);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begin = performance.now();
  await client.post(path);
  t.match(countsIn(await waitForReport(client, path)), { "Bookmarks added": 5000, "Collections created": 1 });
  delay.disable();
  t.comment(`${Math.round(performance.now() - begin)} ms; longest delay ${Math.round(delay.max / 1e6)} ms`);
  t.equal((await ann.counts())[0], 5000);
});

t.test("requires signing in, and a CSRF token before the file; other people's imports are not found", async (t) => {
  const { base, ann, bob, client, upload } = await openSignedIn(t);
  t.equal((await upload(FILE, "wrong")).status, 403);
  t.equal((await upload("x".repeat(10 * 1024 * 1024), "wrong")).status, 403);
  t.notMatch((await client.get(IMPORT)).text, "Continue with");
  const path = (await upload(FILE)).location ?? "";
  await client.get(path);
  t.equal((await client.post(path, { _csrf: "wrong" })).status, 403);
  t.equal((await client.post(`${path}/cancel`, { _csrf: "wrong" })).status, 403);
  const stranger = await signIn(base, bob);
  await stranger.get(IMPORT);
  t.equal((await stranger.get(path)).status, 404);
  t.equal((await stranger.post(path)).status, 404);
  t.equal((await stranger.post(`${path}/cancel`)).status, 404);
  t.match(await openPageClient(base).get(IMPORT), { status: 303, location: /^\/account\/sign-in/ });
  t.equal((await client.get(path)).status, 200);
  t.equal((await ann.counts())[0], 0);
});

t.test("an uploaded file expires after an hour", async (t) => {
  const { app, client, upload } = await openSignedIn(t);
  const path = (await upload(FILE)).location ?? "";
  app.advanceClock(61 * 60 * 1000);
  t.equal((await client.get(path)).status, 404);
  t.match((await client.get(path)).text, "This import has expired or was deleted.");
});

t.test("an import that runs can be neither cancelled nor replaced", async (t) => {
  const { app, ann } = await openSignedIn(t);
  const { database, clock, imports: worker } = app.context;
  await worker.close();
  const id = await imports.add(database, clock, ann.id, Buffer.from(FILE));
  await imports.start(database, clock, ann.id, { id, into: undefined });
  t.same((await imports.get(database, clock, ann.id, id)).state, { kind: "running", stored: 0 });
  const running = new Failure("conflict", "Another import is running. Wait until it is done.", {
    reason: "import-running",
  });
  await t.rejects(imports.remove(database, clock, ann.id, id), running);
  await t.rejects(imports.add(database, clock, ann.id, Buffer.from(FILE)), running);
  t.same((await imports.get(database, clock, ann.id, id)).state, { kind: "running", stored: 0 }, "it is not replaced");
});
