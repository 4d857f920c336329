import { fork } from "node:child_process";
import { once } from "node:events";
import t, { type Test } from "tap";
import { Failure } from "#contract/failure";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { cleanUp, hasWork } from "../../src/library/cleanup/cleanup.ts";
import * as imports from "../../src/library/import/imports.ts";
import * as storedFile from "../../src/library/import/stored-file.ts";
import { ImportWorker } from "../../src/library/import/worker.ts";
import { insertAccount } from "../support/accounts.ts";
import { archiveOf } from "../support/archives.ts";
import { engine, migratedDatabaseUrl, openTestDatabase, untilBlocked } from "../support/databases.ts";

const KILLED_WORKER = new URL("killed-worker.ts", import.meta.url);

const OPTIONS = { accountQuota: 2 ** 40 };

/** Other servers wait this long for one that has crashed. */
const LEASE_MS = 60_000;

const COUNT = 5000;

/**
 * Readings of the clock until about half of the bookmarks are stored: it is read a few times before, and for each 250.
 */
const HALFWAY = 15;

/** Readings of the clock before that if the file has pages. */
const READINGS_WITH_PAGES = 6;

const FILE = Buffer.from(Array.from({ length: COUNT }, (_, index) => `https://example.com/${index}`).join("\n"));

/** Two connections to a database, as two servers have them, and an account that has begun to import a file. */
async function openImport(t: Test, file: Uint8Array = FILE) {
  const url = await migratedDatabaseUrl(t);
  const open = () => {
    const database = openDatabase(url);
    t.teardown(() => database.destroy());
    return database;
  };
  const [database, other] = [open(), open()];
  await migrate(database, url);
  const accountId = await insertAccount(database);
  const id = await imports.add(database, Date.now, accountId, file);
  await imports.start(database, Date.now, accountId, { id, into: undefined });
  const state = async () => (await imports.get(other, Date.now, accountId, id)).state;
  return { url, database, other, accountId, id, state };
}

/** Reverts what a server has committed of an import before it ended; on another server, after a while. */
async function cleanUpAll(database: Database, clock: () => number): Promise<void> {
  while (await hasWork(database, clock)) await cleanUp(database, clock, 500);
}

/** The number of items that do not await deletion. */
async function countItems(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "shelf_id")
    .where("place", "<>", "nowhere")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

async function attemptsOf(database: Database): Promise<readonly number[]> {
  return (await database.selectFrom("imports").select("attempts").execute()).map(({ attempts }) => attempts);
}

/** A clock that calls `act` while the bookmarks are stored, when it is read for the `at`th time. */
function clockThat(act: () => void, at = HALFWAY): () => number {
  let calls = 0;
  return () => {
    if (++calls === at) act();
    return Date.now();
  };
}

/** The database, which calls `act` after it has opened the file of an import. */
function databaseThat(database: Database, act: () => Promise<void>): Database {
  return database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => "batches" in row)) await act();
      return result;
    },
  });
}

/** Runs a worker until the import has ended: the lock of a process that was killed may take a moment to go. */
async function runUntilEnded(
  { other, state }: Awaited<ReturnType<typeof openImport>>,
  clock = Date.now,
): Promise<imports.ImportState> {
  const worker = new ImportWorker(other, clock, OPTIONS);
  for (;;) {
    await worker.run();
    const reached = await state();
    if (reached.kind !== "running") return reached;
  }
}

t.test("two servers that search at the same time store an import once", async (t) => {
  const { database, other, state } = await openImport(t);
  const workers = [database, other].map((handle) => new ImportWorker(handle, Date.now, OPTIONS));
  await Promise.all(workers.map((worker) => worker.run()));
  t.match(await state(), { kind: "done", result: { items: COUNT } });
  t.equal(await countItems(other), COUNT);
  t.same(await other.selectFrom("import_chunks").select("number").execute(), [], "the file is deleted");
  await Promise.all(workers.map((worker) => worker.run()));
  t.equal(await countItems(other), COUNT);
});

t.test("a server that finds an import leased does not keep the one with the lease from storing it", async (t) => {
  const { database, other, state } = await openImport(t);
  const [found, claimed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [acquired, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = other.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => "into_id" in row)) {
        found.resolve();
        await claimed.promise;
      } else if (result.rows.some((row) => "acquired" in row)) {
        acquired.resolve();
        await stored.promise;
      }
      return result;
    },
  });
  const search = new ImportWorker(late, Date.now, OPTIONS).run();
  await found.promise;
  const first = databaseThat(database, async () => {
    claimed.resolve();
    await Promise.race([search, acquired.promise]);
  });
  await new ImportWorker(first, Date.now, OPTIONS).run();
  t.match(await state(), { kind: "done", result: { items: COUNT } });
  stored.resolve();
  await search;
});

const onPostgres = { skip: engine === "postgres" ? false : "on SQLite only one server at a time changes anything" };

t.test("a server that waited while another acquired the lease does not acquire it too", onPostgres, async (t) => {
  const { database, other, id, state } = await openImport(t);
  const { running } = await database.transaction().execute(async (transaction) => {
    const expires_at = Date.now() + LEASE_MS;
    await transaction
      .insertInto("leases")
      .values({ name: `import ${id}`, holder: "another", expires_at })
      .execute();
    const running = new ImportWorker(other, Date.now, OPTIONS).run();
    await untilBlocked(database, 'into "leases"');
    await transaction.updateTable("imports").set({ attempts: 1 }).execute();
    return { running };
  });
  await running;
  t.match(await state(), { kind: "running" });
  t.same(await attemptsOf(other), [1]);
});

t.test("while a server reads a file slowly, others that search do not begin its import", async (t) => {
  const { database, other, state } = await openImport(t);
  const others = [1, 2, 3].map(() => new ImportWorker(other, Date.now, OPTIONS));
  let searches = 0;
  const slow = databaseThat(database, async () => {
    for (; searches < 4; searches++) await Promise.all(others.map((worker) => worker.run()));
    t.match(await state(), { kind: "running" });
    t.equal(await countItems(other), 0);
  });
  await new ImportWorker(slow, Date.now, OPTIONS).run();
  t.equal(searches, 4);
  t.match(await state(), { kind: "done", result: { items: COUNT } });
  t.same(await attemptsOf(other), [1]);
  t.equal(await countItems(other), COUNT);
});

t.test("a server that reads longer than a minute loses its import to another, and stores nothing", async (t) => {
  const { database, other, state } = await openImport(t);
  const later = () => Date.now() + LEASE_MS;
  const slow = databaseThat(database, async () => {
    await new ImportWorker(other, later, OPTIONS).run();
    t.match(await state(), { kind: "done", result: { items: COUNT } });
  });
  await new ImportWorker(slow, Date.now, OPTIONS).run();
  t.match(await state(), { kind: "done", result: { items: COUNT } });
  t.equal(await countItems(other), COUNT);
});

t.test("a server that stops does not release the lease of another server", async (t) => {
  const { database, other, state } = await openImport(t);
  const later = () => Date.now() + LEASE_MS;
  const [taken, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const second = databaseThat(other, async () => {
    taken.resolve();
    await stopped.promise;
    await new ImportWorker(database, later, OPTIONS).run();
    t.match(await state(), { kind: "running" }, "a third one does not begin it");
    t.same(await attemptsOf(database), [2]);
  });
  const successor = new ImportWorker(second, later, OPTIONS);
  let succession: Promise<void> | undefined;
  const first = databaseThat(database, async () => {
    succession = successor.run();
    await taken.promise;
    await stopping.close();
  });
  const stopping = new ImportWorker(first, Date.now, OPTIONS);
  await stopping.run();
  stopped.resolve();
  await succession;
  t.match(await state(), { kind: "done", result: { items: COUNT } });
  t.same(await attemptsOf(other), [2]);
  t.equal(await countItems(other), COUNT);
});

t.test("a server that stops leaves its import to another one, with nothing stored", async (t) => {
  const opened = await openImport(t);
  const clock = clockThat(() => void stopping.close());
  const stopping = new ImportWorker(opened.database, clock, OPTIONS);
  await stopping.run();
  t.match(await opened.state(), { kind: "running" });
  t.equal(await countItems(opened.other), 0);
  t.same(await attemptsOf(opened.other), [0], "it is not counted");
  t.match(await runUntilEnded(opened), { kind: "done", result: { items: COUNT } });
  t.equal(await countItems(opened.other), COUNT);
});

t.test("the import of a server that is killed is taken over; after the third time it ends", async (t) => {
  const kill = async (url: string, ahead = 0) => {
    const [, signal] = await once(fork(KILLED_WORKER, [url, String(ahead)], { execArgv: [] }), "exit");
    t.equal(signal, "SIGKILL");
  };
  const after = (leases: number) => () => Date.now() + leases * LEASE_MS;
  const opened = await openImport(t);
  await kill(opened.url);
  await new ImportWorker(opened.other, Date.now, OPTIONS).run();
  t.match(await opened.state(), { kind: "running" }, "no other server begins it before the lease expires");
  await cleanUpAll(opened.other, after(1));
  t.equal(await countItems(opened.other), 0);
  t.match(await runUntilEnded(opened, after(1)), { kind: "done", result: { items: COUNT } });
  t.equal(await countItems(opened.other), COUNT);

  const doomed = await openImport(t);
  for (let time = 1; time <= 3; time++) {
    await kill(doomed.url, (time - 1) * LEASE_MS);
    await cleanUpAll(doomed.other, after(time));
    t.same(await attemptsOf(doomed.other), [time]);
  }
  t.same(await runUntilEnded(doomed, after(3)), {
    kind: "failed",
    message: "Something went wrong on the server.",
    reason: "internal",
  });
  t.equal(await countItems(doomed.other), 0);
});

t.test("an outage is not counted as an attempt, other errors are", async (t) => {
  const { database, other, state } = await openImport(t);
  const outage = new Failure("unavailable", "The server is temporarily unavailable.");
  const failing = (error: Error) => {
    const clock = clockThat(() => {
      throw error;
    });
    return new ImportWorker(database, clock, OPTIONS).run();
  };
  for (let time = 0; time < 4; time++) await t.rejects(failing(outage), outage);
  t.same(await attemptsOf(other), [0]);
  const bug = new Error("a bug");
  for (let time = 0; time < 3; time++) await t.rejects(failing(bug), bug);
  t.match(await state(), { kind: "running" });
  await failing(bug);
  t.same(await state(), { kind: "failed", message: "Something went wrong on the server.", reason: "internal" });
  await cleanUpAll(other, () => Date.now() + LEASE_MS);
  t.equal(await countItems(other), 0);
});

t.test("an import that is deleted before it has ended stores nothing", async (t) => {
  const { database, other } = await openImport(t);
  const deleting = databaseThat(database, async () => {
    await other.deleteFrom("import_chunks").execute();
    await other.deleteFrom("imports").execute();
  });
  await new ImportWorker(deleting, Date.now, OPTIONS).run();
  t.equal(await countItems(other), 0);
});

t.test("the files of all accounts have at most 500 MiB; expired imports do not count, and are deleted", async (t) => {
  const { database, other, accountId } = await openImport(t);
  const bob = await insertAccount(database);
  const add = (file: string, clock = Date.now) => imports.add(database, clock, bob, Buffer.from(file));
  const first = await add("https://example.com/1");
  const { size } = await database
    .selectFrom("imports")
    .select("size")
    .where("account_id", "=", bob)
    .executeTakeFirstOrThrow();
  await database
    .updateTable("imports")
    .set({ size: 500 * 1024 * 1024 - size })
    .where("account_id", "=", accountId)
    .execute();
  await add("https://example.com/1");
  const full = new Failure("unavailable", "Too many imports are in progress. Try again in a moment.", {
    reason: "files-in-progress",
    retryAfter: 60,
    limit: "imports",
  });
  await t.rejects(add("https://example.com/longer"), full);
  t.not(await add("https://example.com/1"), first);
  const later = () => Date.now() + 61 * 60 * 1000;
  t.equal(await imports.find(database, later, bob), undefined);
  await add("https://example.com/longer", later);
  await new ImportWorker(database, later, OPTIONS).run();
  const left = await other.selectFrom("imports").select("account_id").execute();
  t.same(left, [{ account_id: bob }]);
  const chunks = await other.selectFrom("import_chunks").select(["account_id", "number"]).execute();
  t.same(chunks, [{ account_id: bob, number: 0 }]);
});

t.test("a file of several batches is imported whole, without what is not imported", async (t) => {
  const database = await openTestDatabase(t);
  const accountId = await insertAccount(database);
  const icon = "x".repeat(50_000);
  const links = Array.from({ length: 300 }, (_, index) => `https://example.com/${index}`);
  const entries = links.map((link, index) => `<DT><A HREF="${link}" ICON="${icon}">ä</A><DD>${index}`);
  const id = await imports.add(database, Date.now, accountId, Buffer.from(`<DL>${entries.join("\n")}</DL>`));
  const chunks = await database.selectFrom("import_chunks").select(["number", "bytes"]).orderBy("number").execute();
  t.same(
    chunks.map(({ number }) => number),
    [0, 1],
  );
  t.ok(chunks.every(({ bytes }) => bytes.length < icon.length));
  await imports.start(database, Date.now, accountId, { id, into: undefined });
  await new ImportWorker(database, Date.now, OPTIONS).run();
  const items = await database
    .selectFrom("items")
    .select(["link", "title", "excerpt"])
    .orderBy("sort", "desc")
    .execute();
  t.same(
    items,
    links.map((link, index) => ({ link, title: "ä", excerpt: String(index) })),
  );
});

t.test("a file that is replaced while it arrives is rejected, and nobody sees it before it is complete", async (t) => {
  const database = await openTestDatabase(t);
  const accountId = await insertAccount(database);
  let second = "";
  async function* source() {
    yield Buffer.from("https://example.com/1\n".repeat(20_000));
    t.equal(await imports.find(database, Date.now, accountId), undefined);
    second = await imports.add(database, Date.now, accountId, Buffer.from("https://example.com/2"));
    yield Buffer.from("https://example.com/3\n".repeat(20_000));
  }
  await t.rejects(imports.add(database, Date.now, accountId, source()), {
    message: "Another file was chosen in the meantime.",
  });
  t.match(await imports.find(database, Date.now, accountId), { id: second, counts: { bookmarks: 1 } });
});

t.test("a file whose upload fails, or that is too large, leaves nothing behind", async (t) => {
  const database = await openTestDatabase(t);
  const accountId = await insertAccount(database);
  async function* broken() {
    yield Buffer.from("https://example.com/1\n".repeat(20_000));
    throw new Failure("timeout", "The client disconnected.");
  }
  async function* large() {
    for (let mib = 0; mib <= 50; mib++) yield Buffer.alloc(2 ** 20, "x");
  }
  await t.rejects(imports.add(database, Date.now, accountId, broken()), { message: "The client disconnected." });
  await t.rejects(imports.add(database, Date.now, accountId, large()), { message: "The file is larger than 50 MiB." });
  for (const table of ["imports", "import_chunks"] as const)
    t.same(await database.selectFrom(table).select("account_id").execute(), []);
});

t.test("an import of an archive that a server does not finish keeps the texts and copies of pages", async (t) => {
  const items = Array.from({ length: COUNT }, (_, id) => ({ id, link: `https://a.example/${id}`, collection_id: -1 }));
  const texts = [1, 2, 3].map((id) => JSON.stringify({ id, html: `<p>Text ${id}</p>` }));
  const copies = [1, 2, 3].map((id) => [`copies/${id}.html`, `<p>Copy ${id}</p>`]);
  const file = await archiveOf({
    "bookmarks.json": JSON.stringify({ items }),
    "texts.jsonl": texts.join("\n"),
    ...Object.fromEntries(copies),
  });
  const opened = await openImport(t, file);
  const { database, other } = opened;
  const kept = () => storedFile.findPages(other, opened.accountId);
  t.match(await kept(), { areClean: false });
  const clock = clockThat(() => void stopping.close(), HALFWAY + READINGS_WITH_PAGES);
  const stopping = new ImportWorker(database, clock, OPTIONS);
  await stopping.run();
  t.match(await opened.state(), { kind: "running" });
  t.match(await kept(), { areClean: true, copies: [{}, {}, {}] });
  t.equal(await countItems(other), 0);
  t.match(await runUntilEnded(opened), { kind: "done", result: { items: COUNT } });
  const pages = await other
    .selectFrom("copies")
    .innerJoin("items", "items.id", "copies.item_id")
    .innerJoin("item_texts", "item_texts.item_id", "items.id")
    .innerJoin("file_chunks", "file_chunks.file_id", "copies.file_id")
    .select(["link", "html", "file_chunks.bytes"])
    .orderBy("link")
    .execute();
  const found = pages.map(({ link, html, bytes }) => [link, html, /Copy \d/.exec(String(bytes))?.[0]]);
  t.same(
    found,
    [1, 2, 3].map((id) => [`https://a.example/${id}`, `<p>Text ${id}</p>`, `Copy ${id}`]),
  );
  await cleanUpAll(other, Date.now);
  t.equal((await other.selectFrom("files").select("id").execute()).length, 3, "all other files are deleted");
});
