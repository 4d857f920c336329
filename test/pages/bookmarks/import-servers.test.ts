import t, { type Test } from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { postFile, waitForReport } from "../../../harness/page-uploads.ts";
import { openDatabase } from "../../../src/database/database.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { ImportWorker } from "../../../src/library/import/worker.ts";
import { openApp } from "../../support/app.ts";
import { migratedDatabaseUrl } from "../../support/databases.ts";
import { createPerson, registrationOf } from "../../support/people.ts";

const IMPORT = "/bookmarks/import";

const FILE = `<DL><p>
<DT><H3>Reading</H3>
<DL><p>
<DT><A HREF="https://example.com/1">One</A>
<DT><A HREF="https://example.com/2">Two</A>
</DL><p>
<DT><A HREF="javascript:alert(1)">Bookmarklet</A>
</DL><p>
`;

/** Two servers with connections of their own to one database, and a browser that is signed in and may use either. */
async function openServers(t: Test) {
  const url = await migratedDatabaseUrl(t);
  const databases = [1, 2].map(() => openDatabase(url));
  for (const database of databases) t.teardown(() => database.destroy());
  const [first, second] = databases;
  if (first === undefined || second === undefined) throw new Error("There are two.");
  await migrate(first, url);
  const [one, other] = [await openApp(t, {}, { database: first }), await openApp(t, {}, { database: second })];
  const ann = await createPerson(one, "Ann");
  const client = await signIn(one.base, registrationOf("Ann"));
  const clientOfOther = openPageClient(other.base);
  for (const [name, value] of client.jar) clientOfOther.jar.set(name, value);
  const upload = async () =>
    (await postFile(one.base, client, IMPORT, { field: "file", bytes: Buffer.from(FILE) })).location ?? "";
  const countItems = async () => (await first.selectFrom("items").select("id").execute()).length;
  return { one, other, ann, client, clientOfOther, upload, countItems };
}

t.test("a file is uploaded to one server, shown and started by another, and both have the report", async (t) => {
  const { client, clientOfOther, upload, countItems } = await openServers(t);
  const path = await upload();
  t.match((await clientOfOther.get(IMPORT)).text, `<a href="${path}">Continue with the file`);
  const previewed = (await clientOfOther.get(path)).text;
  t.match(previewed, "Import 2 bookmarks");
  t.match(previewed, "javascript:alert(1)");
  t.match(await clientOfOther.post(path, { into: "" }), { status: 303, location: path });
  for (const browser of [client, clientOfOther]) {
    const report = await waitForReport(browser, path);
    t.match(report, "<dt>Bookmarks added</dt><dd>2</dd>");
    t.match(report, "<dt>Collections created</dt><dd>1</dd>");
    t.match((await browser.post(path, { into: "" })).status, 303);
  }
  t.equal(await countItems(), 2);
  const step = /name="step" value="(\d+)"/.exec(await waitForReport(client, path))?.[1] ?? "";
  await client.post("/bookmarks/undo", { step, back: path });
  t.match((await client.get("/bookmarks")).text, "No bookmarks");
});

t.test("an import whose server is gone shows its progress on another, which finishes it", async (t) => {
  const { one, other, client, clientOfOther, upload, countItems } = await openServers(t);
  await one.context.imports.close();
  await other.context.imports.close();
  const path = await upload();
  await client.get(path);
  await client.post(path, { into: "" });
  await one.context.database.updateTable("imports").set({ stored: 1 }).execute();
  for (const browser of [client, clientOfOther]) {
    const { text } = await browser.get(path);
    t.match(text, "1 of 2 bookmarks");
    t.match(text, '<progress id="progress" value="1" max="2">');
    t.equal((await browser.post(`${path}/cancel`)).status, 200);
  }
  const { database, clock, config } = other.context;
  await new ImportWorker(database, clock, config).run();
  t.match(await waitForReport(client, path), "<dt>Bookmarks added</dt><dd>2</dd>");
  t.equal(await countItems(), 2);
});

t.test("a file can be replaced and cancelled at any server", async (t) => {
  const { client, clientOfOther, upload } = await openServers(t);
  const [first, second] = [await upload(), await upload()];
  t.equal((await clientOfOther.get(first)).status, 404);
  await clientOfOther.get(second);
  t.match(await clientOfOther.post(`${second}/cancel`), { status: 303, location: IMPORT });
  t.equal((await client.get(second)).status, 404);
});
