import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { Kysely, sql } from "kysely";
import t, { type Test } from "tap";
import { type Database, inSnapshot, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { Schema } from "../../src/database/schema.ts";
import { configure } from "../../src/database/sqlite/connections.ts";
import { SqliteFileDialect } from "../../src/database/sqlite/dialect.ts";
import { withStatementCache } from "../../src/database/sqlite/statement-cache.ts";
import { startProcess } from "../support/jobs.ts";

// What concerns SQLite alone; it needs nothing installed, so it runs whatever engine the other tests run on.

interface File {
  readonly path: string;
  readonly database: Database;
}

/** A migrated database in a folder that did not exist before. */
async function openFile(t: Test, lockTimeout?: number): Promise<File> {
  const path = `${t.testdir()}/new/data/triptych.db`;
  const url = `sqlite:${path}`;
  const database = openDatabase(url, lockTimeout === undefined ? {} : { lockTimeout });
  t.teardown(() => database.destroy());
  await migrate(database, url);
  return { path, database };
}

/** Another connection, as another program would have it. */
function openOther(t: Test, path: string): Sqlite.Database {
  const other = new Sqlite(path);
  t.teardown(() => other.close());
  return other;
}

function addSecret(database: Database, name: string, value = "x"): Promise<unknown> {
  return database.insertInto("secrets").values({ name, value }).execute();
}

async function pragma(database: Database, name: string): Promise<unknown> {
  const { rows } = await sql`pragma ${sql.raw(name)}`.execute(database);
  return Object.values(Object(rows[0]))[0];
}

t.test(
  "a file is opened so that nothing acknowledged is lost, references hold, and locks are waited for",
  async (t) => {
    const { database } = await openFile(t);
    t.equal(await pragma(database, "journal_mode"), "wal");
    t.equal(await pragma(database, "synchronous"), 2, "FULL");
    t.equal(await pragma(database, "foreign_keys"), 1);
    t.equal(await pragma(database, "busy_timeout"), 10, "the rest of the lockTimeout holds nobody up");
  },
);

t.test("a new file and its folder are their owner's alone", async (t) => {
  const { path, database } = await openFile(t);
  await addSecret(database, "written");
  t.equal((await stat(dirname(path))).mode & 0o777, 0o700);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) t.equal((await stat(file)).mode & 0o077, 0);
});

t.test("an existing file and folder keep the rights that somebody gave them", async (t) => {
  const folder = `${t.testdir()}/shared`;
  await mkdir(folder, { mode: 0o750 });
  await writeFile(`${folder}/triptych.db`, "", { mode: 0o640 });
  await openDatabase(`sqlite:${folder}/triptych.db`).destroy();
  t.equal((await stat(folder)).mode & 0o777, 0o750);
  t.equal((await stat(`${folder}/triptych.db`)).mode & 0o777, 0o640);
});

t.test("a new file that another process is about to make is waited for", async (t) => {
  const url = `sqlite:${t.testdir()}/triptych.db`;
  const other = await startProcess(t, "hold", url);
  t.throws(() => openDatabase(url, { lockTimeout: 0 }), { code: "SQLITE_BUSY" });
  const outcome = other.go();
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  t.equal(await pragma(database, "journal_mode"), "wal");
  t.equal(await outcome, "held");
});

t.test("reading goes on while another process writes, and sees what is committed", async (t) => {
  const { path, database } = await openFile(t, 0);
  await addSecret(database, "before");
  const other = openOther(t, path);
  other.exec("begin immediate; insert into secrets values ('during', 'x')");
  t.same(await database.selectFrom("secrets").select("name").execute(), [{ name: "before" }]);
  other.exec("commit");
  t.equal((await database.selectFrom("secrets").select("name").execute()).length, 2);
});

t.test("reading waits for no transaction, and writers take turns", async (t) => {
  const { database } = await openFile(t);
  const names = async () =>
    (await database.selectFrom("secrets").select("name").orderBy("name").execute()).map(({ name }) => name);
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const long = database.transaction().execute(async (transaction) => {
    await addSecret(transaction, "a");
    await done;
    await addSecret(transaction, "b");
  });
  const single = addSecret(database, "c").then(names);
  await setImmediate();
  t.same(await names(), [], "what is not committed is not seen");
  finish();
  await long;
  t.same(await single, ["a", "b", "c"]);
});

t.test("what is read at one moment stays as it was while others write", async (t) => {
  const { database } = await openFile(t);
  const count = async (handle: Database) => (await handle.selectFrom("secrets").select("name").execute()).length;
  await inSnapshot(database, async (handle) => {
    t.equal(await count(handle), 0);
    await addSecret(database, "a");
    t.equal(await count(database), 1, "others see it");
    t.equal(await count(handle), 0);
    t.equal(await inSnapshot(handle, count), 0, "it is the same moment within");
    await t.rejects(addSecret(handle, "b"), { cause: { code: "SQLITE_READONLY" } });
  });
  t.equal(await inSnapshot(database, count), 1);
});

t.test("a transaction that fails lets the next writer in", async (t) => {
  const { database } = await openFile(t);
  const failing = database.transaction().execute(async (transaction) => {
    await addSecret(transaction, "a");
    throw new Error("no");
  });
  const next = addSecret(database, "b");
  await t.rejects(failing, { message: "no" });
  await next;
  t.same(await database.selectFrom("secrets").select("name").execute(), [{ name: "b" }]);
});

t.test("a transaction has the write lock from its beginning", async (t) => {
  const { path, database } = await openFile(t);
  const other = openOther(t, path);
  other.pragma("busy_timeout = 0");
  await database.transaction().execute(async (transaction) => {
    await transaction.selectFrom("secrets").selectAll().execute();
    t.throws(() => other.exec("begin immediate"), { code: "SQLITE_BUSY" });
  });
  t.doesNotThrow(() => other.exec("begin immediate"));
});

t.test(
  "while another process writes for too long the database is unavailable, and works again afterwards",
  async (t) => {
    const { path, database } = await openFile(t, 50);
    const other = openOther(t, path);
    other.exec("begin immediate");
    const unavailable = { name: "Failure", kind: "unavailable", retryAfter: 1, cause: { code: "SQLITE_BUSY" } };
    await t.rejects(addSecret(database, "a"), unavailable);
    await t.rejects(
      database.transaction().execute((transaction) => addSecret(transaction, "b")),
      unavailable,
    );
    other.exec("rollback");
    await t.resolves(database.transaction().execute((transaction) => addSecret(transaction, "c")));
  },
);

t.test("while another process writes this one waits for it, and goes on with other work", async (t) => {
  const { path, database } = await openFile(t);
  const other = openOther(t, path);
  other.exec("begin immediate");
  const writing = Promise.all([
    addSecret(database, "alone"),
    database.transaction().execute((transaction) => addSecret(transaction, "in a transaction")),
  ]);
  let longest = 0;
  for (let turn = 0; turn < 30; turn++) {
    const started = performance.now();
    await setImmediate();
    longest = Math.max(longest, performance.now() - started);
    await setTimeout(5);
  }
  t.ok(longest < 1_000, `nobody waited for more than ${Math.round(longest)} ms`);
  other.exec("commit");
  await writing;
  t.equal((await database.selectFrom("secrets").select("name").execute()).length, 2);
});

t.test("a full disk makes the database unavailable, and the transaction leaves nothing", async (t) => {
  const { database } = await openFile(t);
  await sql`pragma max_page_count = 50`.execute(database);
  const filling = database.transaction().execute(async (transaction) => {
    for (let number = 0; ; number++) await addSecret(transaction, `${number}`, "x".repeat(10_000));
  });
  await t.rejects(filling, { name: "Failure", kind: "unavailable", cause: { code: "SQLITE_FULL" } });
  t.same(await database.selectFrom("secrets").select("name").execute(), []);
  await t.resolves(database.transaction().execute((transaction) => addSecret(transaction, "small")));
});

t.test("a file that is no database is refused when it is opened, and stays", async (t) => {
  const path = `${t.testdir({ "notes.txt": "This is no database. ".repeat(100) })}/notes.txt`;
  t.throws(() => openDatabase(`sqlite:${path}`), { code: "SQLITE_NOTADB" });
  t.equal((await stat(path)).size, 2100);
});

t.test("a statement is prepared once, whatever its values, and is not planned for them", async (t) => {
  const connection = configure(new Sqlite(":memory:"));
  const database = new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer: connection }) });
  t.teardown(() => database.destroy());
  await migrate(database, "sqlite::memory:");

  const prepared: string[] = [];
  const prepare = connection.prepare.bind(connection);
  Object.assign(connection, { prepare: (text: string) => prepared.push(text) && prepare(text) });
  for (const name of ["a", "b", "c"]) {
    await addSecret(database, name);
    await database.transaction().execute((transaction) => addSecret(transaction, `${name} again`));
    await database.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirst();
  }
  t.same(prepared, [
    'insert into "secrets" ("name", "value") values (+?, +?)',
    'select "value" from "secrets" where "name" = +?',
  ]);
});

t.test("of prepared statements the one that was unused for longest makes room", async (t) => {
  const connection = new Sqlite(":memory:");
  const cache = withStatementCache(connection, 2);
  t.teardown(() => cache.close());
  const [one, two] = [cache.prepare("select 1"), cache.prepare("select 2")];
  t.equal(cache.prepare("select 1"), one);
  cache.prepare("select 3");
  t.equal(cache.prepare("select 1"), one, "it was used last");
  t.not(cache.prepare("select 2"), two);
});

t.test("a prepared statement sees columns that came after it was prepared", async (t) => {
  const { database, path } = await openFile(t);
  await addSecret(database, "a");
  const read = () => sql`select * from secrets`.execute(database);
  t.same((await read()).rows, [{ name: "a", value: "x" }]);
  openOther(t, path).exec("alter table secrets add column later integer");
  t.same((await read()).rows, [{ name: "a", value: "x", later: null }]);
});
