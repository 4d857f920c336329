import { sql } from "kysely";
import t, { type Test } from "tap";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";

/** Starts a server with a clock that tests set. */
async function openBackups(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const library = await openLibrary(t, settings);
  const { context } = library.app;
  const { database } = context;
  return {
    ...library,
    /** Requests a backup, and waits until it is complete. */
    async backUp({ request }: LibraryOwner) {
      const received = await request("GET", "/backup");
      await context.backups.settled();
      return received;
    },
    /** Makes all backups older, as if time had passed. */
    passTime: (milliseconds: number) =>
      database
        .updateTable("backups")
        .set({ created_at: sql`created_at - ${milliseconds}` })
        .execute(),
    countRows: async () => ({
      backups: (await database.selectFrom("backups").select("id").execute()).length,
      chunks: (await database.selectFrom("backup_chunks").select("number").execute()).length,
    }),
    storedBytes: async (accountId: number) =>
      (
        await database
          .selectFrom("libraries")
          .select("stored_bytes")
          .where("account_id", "=", accountId)
          .executeTakeFirstOrThrow()
      ).stored_bytes,
  };
}

/** The ids of a person's backups. */
async function idsOf({ call }: LibraryOwner): Promise<string[]> {
  return (await call("GET", "/backups")).items.map(({ _id }) => String(_id));
}

async function textOf({ request }: LibraryOwner, path: string): Promise<unknown> {
  return (await request("GET", path)).body;
}

t.test("startBackup: the backup is listed, and has what the exports had when it was made", async (t) => {
  const { ann, bob, backUp } = await openBackups(t);
  const { _id: books } = await ann.addCollection("Books");
  await ann.addItem(books, { title: "A book" });
  const { _id: old } = await ann.addItem(-1, { title: "Thrown away" });
  await ann.call("DELETE", `/raindrop/${old}`);
  const { status, headers, body } = await backUp(ann);
  t.match({ status, body }, { status: 200, body: "We will send you email with html export file when it be ready!" });
  t.equal(headers.get("content-type"), "text/plain; charset=utf-8");
  t.equal(headers.get("cache-control"), "no-store");
  const exported = {
    csv: await textOf(ann, "/raindrops/0/export.csv"),
    html: await textOf(ann, "/raindrops/0/export.html"),
  };
  t.match(exported, { csv: "A book", html: "A book" });
  await ann.addItem(books, { title: "A later book" });
  const [id = "", ...others] = await idsOf(ann);
  t.same(others, []);
  t.equal(await textOf(ann, `/backup/${id}.csv`), exported.csv);
  t.equal(await textOf(ann, `/backup/${id}.html`), exported.html);
  t.same(await idsOf(bob), []);
  t.match(errorFieldsOf(await bob.request("GET", `/backup/${id}.csv`)), { status: 404, error: "not_found" });
});

t.test("downloadBackup: is a file to save; other formats are a 400, unknown ids a 404", async (t) => {
  const { ann, backUp } = await openBackups(t);
  await backUp(ann);
  const [id] = await idsOf(ann);
  const { headers } = await ann.request("GET", `/backup/${id}.html`);
  t.equal(headers.get("content-type"), "text/html; charset=utf-8");
  t.equal(headers.get("content-disposition"), 'attachment; filename="bookmarks.html"');
  t.match(errorFieldsOf(await ann.request("GET", `/backup/${id}.pdf`)), { status: 400, error: "format" });
  t.match(errorFieldsOf(await ann.request("GET", "/backup/a%0Ab.csv")), { status: 400, error: "invalid" });
  t.match(errorFieldsOf(await ann.request("GET", `/backup/${"0".repeat(24)}.csv`)), { status: 404 });
});

t.test("startBackup: makes one backup a minute, and keeps the newest 30", async (t) => {
  const { ann, backUp, passTime, countRows } = await openBackups(t);
  await ann.addItem();
  await Promise.all([ann.request("GET", "/backup"), ann.request("GET", "/backup")]);
  await backUp(ann);
  const [first = ""] = await idsOf(ann);
  t.same(await countRows(), { backups: 1, chunks: 2 });
  for (let count = 1; count < 31; count++) {
    await passTime(60_000);
    await backUp(ann);
  }
  const ids = await idsOf(ann);
  t.equal(ids.length, 30);
  t.notOk(ids.includes(first));
  t.same(await countRows(), { backups: 30, chunks: 60 });
  const times = (await ann.call("GET", "/backups")).items.map(({ created }) => created);
  t.same(times, times.toSorted().reverse(), "the newest first");
});

t.test("startBackup: stores large exports in chunks, which count towards the storage of the account", async (t) => {
  const { ann, backUp, countRows, storedBytes, passTime, app } = await openBackups(t);
  const note = "x".repeat(9_000);
  const items = Array.from({ length: 40 }, (_, index) => ({ link: "https://example.com/", title: `${index}`, note }));
  await ann.call("POST", "/raindrops", { items });
  const before = await storedBytes(ann.id);
  await backUp(ann);
  const { chunks } = await countRows();
  t.equal(chunks, 4);
  t.ok((await storedBytes(ann.id)) > before);
  const [id = ""] = await idsOf(ann);
  t.equal(await textOf(ann, `/backup/${id}.csv`), await textOf(ann, "/raindrops/0/export.csv"));

  // A backup that an interrupted server left behind is deleted by a later one.
  const { database } = app.context;
  await database.updateTable("backups").set({ completed: 0 }).execute();
  t.same(await idsOf(ann), []);
  t.equal((await ann.request("GET", `/backup/${id}.csv`)).status, 404);
  await passTime(3_600_001);
  await ann.call("DELETE", "/raindrops/0", {});
  await backUp(ann);
  t.same(await countRows(), { backups: 1, chunks: 2 });
});

t.test("startBackup: a backup beyond the quota is not stored", async (t) => {
  const { ann, backUp, countRows, storedBytes, app } = await openBackups(t, { ACCOUNT_QUOTA_MIB: "1" });
  await ann.addItem();
  const missing = 1024 * 1024 - (await storedBytes(ann.id));
  await app.context.database
    .updateTable("libraries")
    .set({ stored_bytes: sql`stored_bytes + ${missing}` } as object)
    .execute();
  await backUp(ann);
  t.same(await idsOf(ann), []);
  t.same(await countRows(), { backups: 0, chunks: 0 });
});
