import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import t, { type Test } from "tap";
import { formOf } from "../../harness/forms.ts";
import * as pages from "../../harness/page-client.ts";
import { postFile, waitForReport } from "../../harness/page-uploads.ts";
import { pngOf } from "../../harness/pictures.ts";
import { type Database, type DatabaseOptions, openDatabase } from "../../src/database/database.ts";
import { engineFor } from "../../src/database/engine.ts";
import { migrate } from "../../src/database/migrate.ts";
import { connectSession } from "../../src/database/postgres/archive/connection.ts";
import { tryLockOut } from "../../src/database/postgres/archive/presence.ts";
import { Presence } from "../../src/database/presence.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { FIXTURES } from "../../src/testing/fixtures.ts";
import { loadFixtures } from "../../src/testing/load-fixtures.ts";
import { ENDPOINTS, inSequence, requestOf, signIn } from "../effects/requests.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { backUp, fileSource, fillDatabase, folderTarget, pathOf, restore, withDatabase } from "../support/backups.ts";
import { type LibraryOwner, openLibrary } from "../support/library.ts";
import { listSessionState, POOL_SIZE, startPooler } from "./pooler.ts";

// Triptych behind PgBouncer in transaction mode, which gives each transaction another connection.

const createDatabase = await startPooler();

const COVER = await formOf({ bytes: await pngOf(1, 1, "#ff0000") });
const FILE = await formOf({ bytes: Buffer.from("A text.\n"), field: "file", name: "text.txt" });
const BOOKMARKS = Buffer.from('<DL><DT><A HREF="https://example.com/imported">Imported</A></DL>');

/** How many of the items of a new collection are created at once. */
const ITEMS = 20;

async function openMigrated(t: Test, url: string, options: DatabaseOptions = {}): Promise<Database> {
  const database = openDatabase(url, options);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  return database;
}

/** Uses all connections that PgBouncer has to the server. */
async function useAllConnections(database: Database): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.01)`.execute(database)));
}

async function lockOut(directUrl: string): Promise<boolean> {
  await using client = await connectSession(directUrl);
  return await tryLockOut(client);
}

t.test("a restore sees a server behind the pooler, until it is closed", async (t) => {
  const { url, directUrl } = await createDatabase(t);
  const database = await openMigrated(t, url);
  const presence = await Presence.open(database);
  t.equal(await lockOut(directUrl), false);
  await presence.close();
  await useAllConnections(database);
  t.equal(await lockOut(directUrl), true, "though the pooler keeps its connections");
});

t.test("backups are made through the pooler, one at a time; a restore needs the address of PostgreSQL", async (t) => {
  const { url, directUrl } = await createDatabase(t);
  await fillDatabase(url);
  const first = await engineFor(url).openMaintenance(url);
  await t.rejects(engineFor(url).openMaintenance(url), { message: /Another backup or restore/ });
  await first[Symbol.asyncDispose]();
  const target = await folderTarget(t);
  const made = await backUp(url, target);
  t.same(await listSessionState(url), [], "nothing is left on the connections");
  await t.rejects(restore(url, fileSource(pathOf(made))), { message: /pooler.+Set DATABASE_URL to the address/ });
  await restore(directUrl, fileSource(pathOf(made)));
});

t.test("named prepared statements are given up if the pooler does not support them", async (t) => {
  const { url } = await createDatabase(t);
  const database = await openMigrated(t, url, { preparesStatements: true });
  await database.insertInto("secrets").values({ name: "a", value: "b" }).execute();
  for (let round = 0; round < 5; round++) {
    const reads = Array.from({ length: 10 }, () => database.selectFrom("secrets").selectAll().execute());
    for (const rows of await Promise.all(reads)) t.same(rows, [{ name: "a", value: "b" }]);
  }
});

/** Changes the connections behind the transactions of others, until the returned function is called. */
function mixConnections(t: Test, url: string): () => Promise<void> {
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  let isDone = false;
  const repeat = async () => {
    while (!isDone) await sql`select pg_sleep(random() / 500)`.execute(database);
  };
  const running = Promise.all(Array.from({ length: POOL_SIZE - 1 }, repeat));
  return async () => {
    isDone = true;
    await running;
  };
}

/** The level of warnings in the log. */
const WARNING = 40;

async function checkAfterwards(t: Test, app: TestApp, url: string, directUrl: string): Promise<void> {
  t.same(await withDatabase(directUrl, verify), [], "the data has no problems");
  t.same(await listSessionState(url), [], "nothing is left on the connections");
  const warnings = app.log.filter((line) => JSON.parse(line).level >= WARNING);
  t.same(warnings, []);
}

t.test("every operation of the contracts succeeds, and leaves nothing on the connections", async (t) => {
  const { url, directUrl } = await createDatabase(t);
  const database = await openMigrated(t, url);
  await loadFixtures(database);
  const { picture_id: picture } = await database.selectFrom("covers").select("picture_id").executeTakeFirstOrThrow();
  const app = await openApp(t, {}, { database });
  const credentials = await signIn(app.send, FIXTURES.accounts.administrator);
  const stopMixing = mixConnections(t, url);
  for (const endpoint of ENDPOINTS) {
    const { method, path, headers, body } = requestOf(endpoint, inSequence(endpoint), picture);
    const { status } = await app.send(method, path, { headers: { ...credentials, ...headers }, body });
    t.ok(status < 300, `${endpoint.operation.id}: ${status}`);
  }
  await stopMixing();
  await app.context.backups.settled();
  await checkAfterwards(t, app, url, directUrl);
});

/** Fills a collection with parallel requests; returns its id. */
async function fillCollection(t: Test, { addCollection, addItem, call, request }: LibraryOwner): Promise<number> {
  const { _id: id } = await addCollection("Shared");
  await Promise.all(
    Array.from({ length: ITEMS }, (_, number) =>
      addItem(id, { title: `Number ${number}`, tags: [`of ${number % 2}`] }),
    ),
  );
  t.equal((await call("GET", `/raindrops/${id}?search=number`)).count, ITEMS);

  const key = { "idempotency-key": randomUUID() };
  const create = () => request("POST", "/raindrop", { link: "https://example.com/", collection: { $id: id } }, key);
  const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status);
  t.ok(statuses.includes(200) && statuses.every((status) => status === 200 || status === 409), String(statuses));
  t.equal((await call("GET", `/raindrops/${id}`)).count, ITEMS + 1, "a request with a key is handled once");

  const uploads = [
    request("PUT", `/collection/${id}/cover`, COVER.body, COVER.headers),
    request("PUT", "/raindrop/file", FILE.body, FILE.headers),
    request("PUT", `/tags/${id}`, { tags: ["of 1"], replace: "odd" }),
    request("GET", "/backup"),
  ];
  for (const { status } of await Promise.all(uploads)) t.equal(status, 200);
  t.match((await call("GET", `/tags/${id}`)).items, [
    { _id: "odd", count: ITEMS / 2 },
    { _id: "of 0", count: ITEMS / 2 },
  ]);
  return id;
}

/** Deletes a collection with its items, and reverts that. */
async function deleteAndRevert(t: Test, { call, counts }: LibraryOwner, id: number): Promise<void> {
  const before = await counts();
  await call("DELETE", `/collection/${id}`);
  t.not((await counts())[id], before[id]);
  const [step] = (await call("GET", "/undo")).items;
  await call("POST", `/undo/${step?._id}`);
  t.same(await counts(), before);
}

t.test("the requests of two people at once do not affect each other", async (t) => {
  const { url, directUrl } = await createDatabase(t);
  const database = await openMigrated(t, url);
  const { app, ann, bob } = await openLibrary(t, { RATE_LIMIT_PER_HOUR: "20" }, { database });
  const people = [ann, bob];
  const [ofAnn = 0, ofBob = 0] = await Promise.all(people.map((person) => fillCollection(t, person)));

  const share = async (owner: LibraryOwner, id: number, other: LibraryOwner) => {
    const { body } = await owner.request("POST", `/collection/${id}/sharing`, { role: "member" });
    const { token } = body as { token: string }; // The server has checked the body against the contract.
    await other.call("POST", `/collection/${id}/join`, { token });
    await Promise.all([ann, bob].map(({ addItem }) => addItem(id)));
  };
  await Promise.all([share(ann, ofAnn, bob), share(bob, ofBob, ann)]);
  for (const { call } of people)
    for (const id of [ofAnn, ofBob]) t.equal((await call("GET", `/raindrops/${id}`)).count, ITEMS + 3);

  await Promise.all([deleteAndRevert(t, ann, ofAnn), deleteAndRevert(t, bob, ofBob)]);

  const importing = people.map(async (person) => {
    const client = await pages.signIn(app.base, person);
    const { location } = await postFile(app.base, client, "/bookmarks/import", { field: "file", bytes: BOOKMARKS });
    await client.get(location ?? "");
    await client.post(location ?? "", { into: "" });
    t.match(await waitForReport(client, location ?? ""), "<dt>Bookmarks added</dt><dd>1</dd>");
  });
  await Promise.all(importing);

  const limited = Array.from({ length: 30 }, () => app.send("GET", "/api/v1/users.json"));
  const rejected = (await Promise.all(limited)).filter(({ status }) => status === 429);
  t.equal(rejected.length, 10, "the limit counts parallel requests");

  await app.context.backups.settled();
  await checkAfterwards(t, app, url, directUrl);
});
