import { existsSync } from "node:fs";
import { sql } from "kysely";
import t, { type Test } from "tap";
import { fillEveryTable } from "../../harness/filled-database.ts";
import { temporaryDatabase } from "../../harness/server-process.ts";
import { type Database, inTransaction, openDatabase } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/migrations.ts";
import { TABLE_GROUPS, type TableGroup } from "../../src/database/schema/table-groups.ts";
import * as items from "../../src/library/items/items.ts";
import { move } from "../../src/maintenance/move/move.ts";
import { countAndHashTables } from "../../src/maintenance/tables/summaries.ts";
import { listTables } from "../../src/maintenance/tables/tables.ts";
import { FIXTURES } from "../../src/testing/fixtures.ts";
import { summarizeContent } from "../support/content.ts";
import { engine, temporaryDatabaseUrl } from "../support/databases.ts";
import { computeIndexes, readIndexes } from "../support/facets.ts";
import { listSchemaObjects } from "../support/schema-objects.ts";

const OWNER = FIXTURES.accounts.administrator.id;

/** The URL of a new SQLite file, also when the tests use PostgreSQL. */
async function temporaryFile(t: Test): Promise<string> {
  const { url, remove } = await temporaryDatabase();
  t.teardown(remove);
  return url;
}

function open(t: Test, url: string): Database {
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  return database;
}

async function openFilled(t: Test, url: string): Promise<Database> {
  const database = open(t, url);
  await migrate(database, url);
  await fillEveryTable(database);
  return database;
}

/** A filled source and the URL of a new target. With PostgreSQL, one of them is there. */
async function arrange(t: Test, from: "file" | "server" = "file") {
  const [file, server] = [await temporaryFile(t), await temporaryDatabaseUrl(t)];
  const [fromUrl, toUrl] = from === "file" ? [file, server] : [server, file];
  return { from: fromUrl, to: toUrl, source: await openFilled(t, fromUrl) };
}

/** Moves until the first row of this table is copied, and throws there. */
async function moveUntil(from: string, to: string, rows: number): Promise<void> {
  const stop = new Error("Interrupted by the test.");
  await move({
    from,
    to,
    onProgress: (phase, done) => {
      if (phase === "rows copied" && done >= rows) throw stop;
    },
  }).catch((error: unknown) => {
    if (error !== stop) throw error;
  });
}

/** The last id of each table. The audit log of the copy has one event more. */
async function sequencesIn(database: Database) {
  const sequences = await engineOf(database).listSequences(database);
  return sequences.filter(({ table }) => table !== "audit_events").map(({ table, last }) => `${table}: ${last}`);
}

for (const from of ["file", "server"] as const) {
  t.test(`a move from a ${from} copies all rows and leaves the source as it was`, async (t) => {
    const { source, ...urls } = await arrange(t, from);
    const before = await countAndHashTables(source);
    t.same(await move(urls), before);
    t.same(await countAndHashTables(source), before);
    const target = open(t, urls.to);
    t.same(await summarizeContent(target), await summarizeContent(source));
    t.same(await sequencesIn(target), await sequencesIn(source));
    t.same(await migrate(target, urls.to), { applied: [], backup: undefined }, "a server starts on the target");
  });

  t.test(`a database that was moved from a ${from} works like another one`, async (t) => {
    const { source, ...urls } = await arrange(t, from);
    const added = await items.createMany(source, Date.now, OWNER, [itemOf("https://example.com/deleted")]);
    await source
      .deleteFrom("items")
      .where("id", "=", added[0]?.id ?? 0)
      .execute();
    await move(urls);
    const target = open(t, urls.to);
    const [created] = await items.createMany(target, Date.now, OWNER, [itemOf("https://example.com/new")]);
    t.ok((created?.id ?? 0) > (added[0]?.id ?? 0), "ids are not used twice");
    t.same(await readIndexes(target), await computeIndexes(target), "triggers count and index the new item");
    await t.rejects(
      target
        .insertInto("collaborators")
        .values({ collection_id: 99, account_id: 1, role: "viewer", created_at: 1, owner_id: 1 })
        .execute(),
      "foreign keys are checked",
    );
    const { rows } = await searchFor(target, "example");
    t.ok(rows.length >= 3, "the search finds moved and new items");
  });
}

function itemOf(link: string): items.NewItem {
  const placeId = FIXTURES.collections.archive.id;
  const texts = { title: "Example", excerpt: "", note: "", cover: "" };
  return {
    link,
    ...texts,
    placeId,
    type: "link",
    media: [],
    tags: ["new"],
    highlights: [],
    important: false,
    broken: false,
  };
}

async function searchFor(database: Database, word: string) {
  const isOnServer = (await engineOf(database).describeTables(database)).some(
    ({ name, columns }) => name === "item_index" && columns.some((column) => column.name === "terms"),
  );
  return isOnServer
    ? sql`select item_id from item_index where terms @@ cast(${`'1y${word}'`} as tsquery)`.execute(database)
    : sql`select rowid from item_index where item_index match ${`"1x${word}"`}`.execute(database);
}

for (const from of ["file", "server"] as const) {
  t.test(`the schema of a database that was moved from a ${from} is that of a migrated one`, async (t) => {
    const { source, ...urls } = await arrange(t, from);
    await move(urls);
    const url = await (from === "file" ? temporaryDatabaseUrl(t) : temporaryFile(t));
    const migrated = open(t, url);
    await migrate(migrated, url);
    t.same(await listSchemaObjects(open(t, urls.to)), await listSchemaObjects(migrated));
  });
}

t.test(
  "the tables of a target have new versions after a move, so that servers take nothing from their cache",
  async (t) => {
    const urls = await arrange(t);
    const target = open(t, urls.to);
    await migrate(target, urls.to);
    const readVersions = engineOf(target).tableVersionReader(target);
    const before = await readVersions();
    await move(urls);
    const after = await readVersions();
    // A cast: the object has exactly these keys.
    for (const group of Object.keys(TABLE_GROUPS) as TableGroup[]) {
      t.type(after?.[group], "string", group);
      t.not(after?.[group], before?.[group], group);
    }
  },
);

t.test("an interrupted move leaves a target that is rejected, and goes on when it is called again", async (t) => {
  const { source, ...urls } = await arrange(t);
  const before = await countAndHashTables(source);
  const total = before.reduce((sum, { rows }) => sum + rows, 0);
  for (const part of [0.1, 0.4, 0.7, 1]) {
    await moveUntil(urls.from, urls.to, Math.floor(total * part));
    const target = openDatabase(urls.to);
    await t.rejects(migrate(target, urls.to), {
      message: /^This database is the target of a move that has not finished\./,
    });
    await target.destroy();
  }
  t.same(await move(urls), before);
  const target = open(t, urls.to);
  t.same(await summarizeContent(target), await summarizeContent(source));
  t.same((await migrate(target, urls.to)).applied, []);
});

t.test("a change of the source after an interruption is found, and the next move starts again", async (t) => {
  const { source, ...urls } = await arrange(t);
  await moveUntil(urls.from, urls.to, 60);
  await source.updateTable("accounts").set({ name: "Changed" }).where("id", "=", 1).execute();
  await t.rejects(move(urls), {
    message: /^The copy differs from the source in accounts: .+ starts from the beginning\.$/,
  });
  t.same(await move(urls), await countAndHashTables(source));
});

t.test("a target with data is rejected and not changed", async (t) => {
  const { source, ...urls } = await arrange(t);
  const target = open(t, urls.to);
  await migrate(target, urls.to);
  await target.insertInto("secrets").values({ name: "own", value: "x" }).execute();
  const before = await countAndHashTables(target);
  await t.rejects(move(urls), {
    message: "The target cannot be used. The target is not empty: it has secrets with data. Choose a new database.",
  });
  t.same(await countAndHashTables(target), before);
  await target.deleteFrom("secrets").execute();
  t.same(await move(urls), await countAndHashTables(source), "a migrated target without data is accepted");
});

t.test("a database of another program is rejected and not changed", async (t) => {
  const { source, ...urls } = await arrange(t);
  const target = open(t, urls.to);
  await sql`create table recipes (id integer)`.execute(target);
  await t.rejects(move(urls), { message: /The target is not empty: it has recipes with data/ });
  t.same(
    (await engineOf(target).describeTables(target)).map(({ name }) => name),
    ["recipes"],
  );
});

t.test("a source with an older schema, without tables or without a file is rejected", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const older = open(t, url);
  await t.rejects(move({ from: url, to: await temporaryFile(t) }), { message: /It has no tables of Triptych\./ });
  await migrate(older, url, Object.fromEntries(Object.entries(migrations).slice(0, -1)));
  const target = await temporaryFile(t);
  await t.rejects(move({ from: url, to: target }), {
    message: /older version\. Run `triptych migrate` on it first\.$/,
  });
  const missing = await temporaryFile(t);
  await t.rejects(move({ from: missing, to: target }), { message: /^There is no file / });
  t.notOk(existsSync(missing.slice("sqlite:".length)));
  t.notOk(existsSync(target.slice("sqlite:".length)));
});

t.test("a source that somebody writes to is not moved", async (t) => {
  const from = await temporaryDatabaseUrl(t);
  const source = await openFilled(t, from);
  const { promise, resolve } = Promise.withResolvers<void>();
  const writing = inTransaction(source, async (transaction) => {
    await transaction.insertInto("secrets").values({ name: "uncommitted", value: "x" }).execute();
    await promise;
  });
  const to = await temporaryFile(t);
  await t.rejects(move({ from, to, lockTimeout: 200 }), {
    message: /^The source is in use: .+ Stop the server that writes to it\.$/,
  });
  t.notOk(existsSync(to.slice("sqlite:".length)));
  resolve();
  await writing;
});

t.test("while a source is locked, others read it but cannot write to it", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const source = await openFilled(t, url);
  const other = openDatabase(url, { lockTimeout: 200, statementTimeout: 3_000 });
  t.teardown(() => other.destroy());
  const tables = (await listTables(source)).map(({ name }) => name);
  const write = (name: string) => other.insertInto("secrets").values({ name, value: "x" }).execute();
  await source.transaction().execute(async (transaction) => {
    await engineOf(source).lockWrites(transaction, tables, 200);
    t.same((await other.selectFrom("accounts").select("id").execute()).length, 4);
    await t.rejects(write("during"), { message: /temporarily unavailable/ });
  });
  await write("after");
});

if (engine === "sqlite") {
  t.test("a database in memory is not moved", async (t) => {
    await t.rejects(move({ from: "sqlite::memory:", to: await temporaryFile(t) }), { message: /in memory/ });
  });
}
