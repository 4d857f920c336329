import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import t, { type Test } from "tap";
import * as listing from "../../src/accounts/listing.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { type Migration, migrations } from "../../src/database/migrations/migrations.ts";
import { backUp } from "../../src/database/sqlite/backup.ts";
import * as products from "../../src/products/products.ts";
import { engine, temporaryDatabaseUrl } from "../support/databases.ts";
import { runInParallel } from "../support/jobs.ts";

/** The names of all migrations in `src/`, in the order in which they run. */
const RELEASED = Object.keys(migrations);

/** A migration after the released ones: adds a column to a table that may have rows, and creates a table. */
const later: Migration = {
  async up(database) {
    await sql`alter table accounts add column nickname text not null default 'none'`.execute(database);
    await sql`create table later (id integer)`.execute(database);
  },
};

/** A migration that fails after several changes. */
const broken: Migration = {
  async up(database) {
    await later.up(database);
    await sql`delete from secrets`.execute(database);
    await sql`select * from nowhere`.execute(database);
  },
};

/** Opens a database without tables. */
async function openNew(t: Test): Promise<{ database: Database; url: string }> {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  return { database, url };
}

/** Opens a migrated database with a row in it. */
async function openReleased(t: Test): Promise<{ database: Database; url: string }> {
  const { database, url } = await openNew(t);
  await migrate(database, url);
  await database.insertInto("secrets").values({ name: "old", value: "kept" }).execute();
  return { database, url };
}

async function rowsOf(database: Database): Promise<unknown> {
  return database.selectFrom("secrets").selectAll().execute();
}

/** Whether a table exists. */
async function hasTable(database: Database, name: string): Promise<boolean> {
  const { rows } =
    engine === "sqlite"
      ? await sql`select 1 from sqlite_master where name = ${name}`.execute(database)
      : await sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`.execute(
          database,
        );
  return rows.length > 0;
}

t.test("an empty database gets all migrations in order, without a backup", async (t) => {
  const { database, url } = await openNew(t);
  t.same(await migrate(database, url), { applied: RELEASED, backup: undefined });
  t.same(RELEASED, RELEASED.toSorted(), "their names sort in the order in which they run");
});

t.test("an up-to-date database is not changed", async (t) => {
  const { database, url } = await openReleased(t);
  t.same(await migrate(database, url), { applied: [], backup: undefined });
});

t.test("rows survive later migrations of their table", async (t) => {
  const { database, url } = await openNew(t);
  const [first = ""] = RELEASED;
  await migrate(database, url, Object.fromEntries(Object.entries(migrations).slice(0, 1)));
  await sql`insert into accounts (email, email_key, name, locale, password_hash, registered_at, created_at, updated_at)
    values ('Ann@example.com', 'ann@example.com', 'Ann', 'en', 'hash', 1, 2, 1790000000000)`.execute(database);

  const { applied } = await migrate(database, url, { ...migrations, "9999-later": later });
  t.same(applied, [...RELEASED.filter((name) => name !== first), "9999-later"]);
  const { rows } = await sql`select id, email, updated_at, deleted_at, nickname from accounts`.execute(database);
  t.same(rows, [{ id: 1, email: "Ann@example.com", updated_at: 1790000000000, deleted_at: null, nickname: "none" }]);
});

t.test("0003-administration initialises the number of accounts without the deleted ones", async (t) => {
  const { database, url } = await openNew(t);
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0003"));
  await migrate(database, url, before);
  for (let number = 0; number < 5; number++) {
    await sql`insert into accounts
      (email, email_key, name, locale, password_hash, registered_at, created_at, updated_at, deleted_at)
      values ('a', ${`a${number}`}, 'Ann', 'en', 'x', 1, 1, 1, ${number < 2 ? 1 : null})`.execute(database);
  }
  t.same((await migrate(database, url)).applied, RELEASED.slice(2));
  t.equal(await listing.countAll(database), 3);
  t.same(
    (await listing.page(database, { limit: 20, page: 1 })).accounts.map(({ id }) => id),
    [3, 4, 5],
  );
});

t.test("products from before 0005-product-versions keep their fields and start at version 1", async (t) => {
  const { database, url } = await openNew(t);
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0005"));
  await migrate(database, url, before);
  await sql`insert into products (id, name, description, price, in_stock, search_text)
    values ('a', 'Lamp', 'Brass', 1, 1, 'lamp')`.execute(database);
  t.same((await migrate(database, url)).applied, RELEASED.slice(4));
  t.same(await products.getVersioned(database, "a"), {
    product: { id: "a", name: "Lamp", description: "Brass", price: 1, in_stock: 1 },
    version: 1,
  });
});

t.test("failed logins from before 0007-known-networks count as failures of unknown networks", async (t) => {
  const { database, url } = await openNew(t);
  await migrate(database, url, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0007")));
  await sql`insert into failed_logins (email_key, network, failed_at) values ('a@example.com', '192.0.2.1', 1)`.execute(
    database,
  );
  await migrate(database, url);
  t.match(await database.selectFrom("failed_logins").selectAll().execute(), [{ failed_at: 1, from_known: 0 }]);
});

t.test("the error names the failing migration, which changes nothing and releases its lock", async (t) => {
  const { database, url } = await openReleased(t);
  const failing = migrate(database, url, { ...migrations, "9998-later": later, "9999-broken": broken });
  await t.rejects(failing, { message: /^Migration 9999-broken failed and the database was not changed: .+/ });
  t.same(await rowsOf(database), [{ name: "old", value: "kept" }]);
  t.notOk(await hasTable(database, "later"));

  const other = openDatabase(url);
  t.teardown(() => other.destroy());
  t.same((await migrate(other, url, { ...migrations, "9999-later": later })).applied, ["9999-later"]);
});

t.test("after the first migration failed, migrating again succeeds", async (t) => {
  const { database, url } = await openNew(t);
  await t.rejects(migrate(database, url, { "0001-broken": broken }), /0001-broken failed/);
  t.same((await migrate(database, url)).applied, RELEASED);
});

t.test("a database that a newer version migrated is rejected and not changed", async (t) => {
  const { database, url } = await openReleased(t);
  await migrate(database, url, { ...migrations, "9999-later": later });
  await t.rejects(migrate(database, url), {
    message:
      "The database was migrated by a newer version of Triptych. This version does not know 9999-later. Start the newer version.",
  });
  await t.rejects(
    migrate(database, url, { "0001-other": later }),
    /does not know/,
    "even if this version knows none of the applied migrations",
  );
  t.same(await rowsOf(database), [{ name: "old", value: "kept" }]);
});

t.test("of several processes that start at once, one creates the tables and the others wait", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const outcomes = await runInParallel(t, 4, "migrate", url);
  t.same(outcomes.sort(), [[], [], [], [...RELEASED, "9999-slow"]]);
});

t.test("of several processes that start at once, one runs the pending migration and the others wait", async (t) => {
  const { database, url } = await openReleased(t);
  const outcomes = await runInParallel(t, 4, "migrate", url);
  t.same(outcomes.sort(), [[], [], [], ["9999-slow"]]);
  t.same((await sql`select * from slow`.execute(database)).rows, [{ id: 1 }]);
  if (engine === "sqlite") t.equal((await backupsOf(url)).length, 1, "only one process made a backup");
});

/** The names of the backups beside a database file. */
async function backupsOf(url: string): Promise<string[]> {
  const file = fileIn(url);
  return (await readdir(dirname(file))).filter((name) => name.startsWith(`${basename(file)}.before-`));
}

function fileIn(url: string): string {
  return url.slice("sqlite:".length);
}

if (engine === "sqlite") {
  t.test("a database file is backed up before it is migrated", async (t) => {
    const { database, url } = await openReleased(t);
    const { applied, backup = "" } = await migrate(database, url, { ...migrations, "9999-later": later });
    t.same(applied, ["9999-later"]);
    t.match(backup, /triptych\.db\.before-9999-later\.\d{17}\.db$/);
    t.same(await backupsOf(url), [basename(backup)], "there is no other backup");
    t.equal((await stat(backup)).mode & 0o777, 0o600, "only its owner can read it");

    const opened = new Sqlite(backup);
    t.equal(opened.pragma("integrity_check", { simple: true }), "ok");
    t.same(opened.prepare("select * from secrets").all(), [{ name: "old", value: "kept" }]);
    t.notOk(
      opened.prepare("select 1 from sqlite_master where name = 'later'").get(),
      "it has the state before the migration",
    );
    opened.close();
    t.same(
      (await migrate(openBackup(t, backup), `sqlite:${backup}`)).applied,
      [],
      "the version before the migration accepts it",
    );
  });

  t.test("a failing migration removes its backup", async (t) => {
    const { database, url } = await openReleased(t);
    await t.rejects(migrate(database, url, { ...migrations, "9999-broken": broken }));
    t.same(await backupsOf(url), []);
  });

  t.test("a migration does not run when the backup can't be created", async (t) => {
    const { database, url } = await openReleased(t);
    await t.rejects(migrate(database, url, { ...migrations, "9999/no-such-folder": later }), { code: "ENOENT" });
    t.notOk(await hasTable(database, "later"));
  });

  t.test("a backup that fails midway is removed", async (t) => {
    const file = join(t.testdir({ "triptych.db": "This is not a database." }), "triptych.db");
    await t.rejects(backUp(file, "9999-later"), {
      message: "The backup before the migration failed, so the database was not changed.",
    });
    t.same(await backupsOf(`sqlite:${file}`), []);
  });
}

function openBackup(t: Test, file: string): Database {
  const database = openDatabase(`sqlite:${file}`);
  t.teardown(() => database.destroy());
  return database;
}
