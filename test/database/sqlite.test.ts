import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { Kysely, sql } from "kysely";
import t, { type Test } from "tap";
import { type Database, type DatabaseOptions, inSnapshot, openDatabase } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { Schema } from "../../src/database/schema/schema.ts";
import { configure } from "../../src/database/sqlite/driver/configure.ts";
import { SqliteFileDialect } from "../../src/database/sqlite/driver/dialect.ts";
import { StatementCache } from "../../src/database/sqlite/driver/statement-cache.ts";
import { addSecret, readPragma } from "../support/database-file.ts";
import { startProcess } from "../support/jobs.ts";

// Tests of SQLite only. They run on SQLite even when the other tests run on PostgreSQL.

/** A lock timeout that is not exceeded even on a loaded machine. */
const LONG_TIMEOUT_MS = 60_000;

interface File {
  readonly path: string;
  readonly database: Database;
}

/** A migrated database in a new folder. */
async function openFile(t: Test, options: DatabaseOptions = {}): Promise<File> {
  const path = `${t.testdir()}/new/data/triptych.db`;
  const url = `sqlite:${path}`;
  const database = openDatabase(url, options);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  return { path, database };
}

/** Defines a test of each place where a file can be written. */
function testBoth(title: string, run: (t: Test, options: DatabaseOptions) => Promise<void>): void {
  for (const writesInThread of [false, true])
    t.test(`${title}${writesInThread ? ", written by a thread" : ""}`, (t) => run(t, { writesInThread }));
}

/** A second connection to the file, which simulates another process. */
function openOther(t: Test, path: string): Sqlite.Database {
  const other = new Sqlite(path);
  t.teardown(() => other.close());
  return other;
}

testBoth(
  "reads do not wait for a transaction, whether built or in SQL, and see the last commit",
  async (t, options) => {
    const { database } = await openFile(t, options);
    const count = async () => {
      const built = await database
        .selectFrom("secrets")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .execute();
      const { rows } = await sql<{ count: number }>`select count(*) as count from secrets`.execute(database);
      const { rows: found } = await sql<{ id: number }>`
      select rowid as id from item_index where item_index match 'word'`.execute(database);
      return [built[0]?.count, rows[0]?.count, found.length];
    };
    await database.transaction().execute(async (transaction) => {
      await addSecret(transaction, "one");
      t.same(await count(), [0, 0, 0]);
    });
    t.same(await count(), [1, 1, 0]);
  },
);

testBoth(
  "a file is opened with WAL, full synchronisation, foreign keys and a short busy timeout",
  async (t, options) => {
    const { database } = await openFile(t, options);
    t.equal(await readPragma(database, "journal_mode"), "wal");
    t.equal(await readPragma(database, "synchronous"), 2, "FULL");
    t.equal(await readPragma(database, "foreign_keys"), 1);
    t.equal(await readPragma(database, "busy_timeout"), 2, "the rest of the lock timeout is spent on retries");
  },
);

testBoth("a new file and its folder are accessible to their owner alone", async (t, options) => {
  const { path, database } = await openFile(t, options);
  await addSecret(database, "written");
  t.equal((await stat(dirname(path))).mode & 0o777, 0o700);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) t.equal((await stat(file)).mode & 0o077, 0);
});

t.test("an existing file and folder keep their permissions", async (t) => {
  const folder = `${t.testdir()}/shared`;
  await mkdir(folder, { mode: 0o750 });
  await writeFile(`${folder}/triptych.db`, "", { mode: 0o640 });
  await openDatabase(`sqlite:${folder}/triptych.db`).destroy();
  t.equal((await stat(folder)).mode & 0o777, 0o750);
  t.equal((await stat(`${folder}/triptych.db`)).mode & 0o777, 0o640);
});

t.test("a database opened through a symbolic link accepts writes and passes the health check", async (t) => {
  const folder = t.testdir({ data: {}, "triptych.db": t.fixture("symlink", "data/real.db") });
  const database = openDatabase(`sqlite:${folder}/triptych.db`);
  t.teardown(() => database.destroy());
  await migrate(database, `sqlite:${folder}/triptych.db`);
  await addSecret(database, "a");
  await t.resolves(engineOf(database).ping(database));
  t.equal((await stat(`${folder}/data/real.db`)).mode & 0o777, 0o600);
  t.ok((await stat(`${folder}/data/real.db-wal`)).size > 0);
});

t.test("opening waits while another process initialises a new file", async (t) => {
  const url = `sqlite:${t.testdir()}/triptych.db`;
  const other = await startProcess(t, "lockNewFile", url);
  t.throws(() => openDatabase(url, { lockTimeout: 0 }), { code: "SQLITE_BUSY" });
  const outcome = other.go();
  const database = openDatabase(url, { lockTimeout: LONG_TIMEOUT_MS });
  t.teardown(() => database.destroy());
  t.equal(await readPragma(database, "journal_mode"), "wal");
  t.equal(await outcome, "done");
});

testBoth("a read during another process's write sees the last commit", async (t, options) => {
  const { path, database } = await openFile(t, { ...options, lockTimeout: 0 });
  await addSecret(database, "before");
  const other = openOther(t, path);
  other.exec("begin immediate; insert into secrets values ('during', 'x')");
  t.same(await database.selectFrom("secrets").select("name").execute(), [{ name: "before" }]);
  other.exec("commit");
  t.equal((await database.selectFrom("secrets").select("name").execute()).length, 2);
});

testBoth("reads do not wait for transactions, and writers are serialised", async (t, options) => {
  const { database } = await openFile(t, options);
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
  t.same(await names(), [], "uncommitted rows are not visible");
  finish();
  await long;
  t.same(await single, ["a", "b", "c"]);
});

testBoth("a snapshot does not see later writes", async (t, options) => {
  const { database } = await openFile(t, options);
  const count = async (handle: Database) => (await handle.selectFrom("secrets").select("name").execute()).length;
  await inSnapshot(database, async (handle) => {
    t.equal(await count(handle), 0);
    await addSecret(database, "a");
    t.equal(await count(database), 1, "visible outside the snapshot");
    t.equal(await count(handle), 0);
    t.equal(await inSnapshot(handle, count), 0, "a nested snapshot reuses the outer snapshot");
    await t.rejects(addSecret(handle, "b"), { cause: { code: "SQLITE_READONLY" } });
  });
  t.equal(await inSnapshot(database, count), 1);
});

testBoth("a failing transaction releases the writing connection", async (t, options) => {
  const { database } = await openFile(t, options);
  const failing = database.transaction().execute(async (transaction) => {
    await addSecret(transaction, "a");
    throw new Error("no");
  });
  const next = addSecret(database, "b");
  await t.rejects(failing, { message: "no" });
  await next;
  t.same(await database.selectFrom("secrets").select("name").execute(), [{ name: "b" }]);
});

testBoth("a transaction takes the write lock when it begins", async (t, options) => {
  const { path, database } = await openFile(t, options);
  const other = openOther(t, path);
  other.pragma("busy_timeout = 0");
  await database.transaction().execute(async (transaction) => {
    await transaction.selectFrom("secrets").selectAll().execute();
    t.throws(() => other.exec("begin immediate"), { code: "SQLITE_BUSY" });
  });
  t.doesNotThrow(() => other.exec("begin immediate"));
});

testBoth(
  "a lock held longer than the lock timeout is reported as unavailable, and writes succeed afterwards",
  async (t, options) => {
    const { path, database } = await openFile(t, { ...options, lockTimeout: 50 });
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

testBoth("waiting for another process's lock does not block the event loop", async (t, options) => {
  const { path, database } = await openFile(t, { ...options, lockTimeout: LONG_TIMEOUT_MS });
  const other = openOther(t, path);
  other.exec("begin immediate");
  const writing = Promise.all([
    addSecret(database, "alone"),
    database.transaction().execute((transaction) => addSecret(transaction, "in a transaction")),
  ]);
  // If waiting blocked the event loop, `other` would not commit, and both writes would time out.
  for (let turn = 0; turn < 30; turn++) await setTimeout(5);
  other.exec("commit");
  await t.resolves(writing);
  t.equal((await database.selectFrom("secrets").select("name").execute()).length, 2);
});

testBoth("a full disk is reported as unavailable, and the transaction is rolled back", async (t, options) => {
  const { database } = await openFile(t, options);
  await sql`pragma max_page_count = 50`.execute(database);
  const filling = database.transaction().execute(async (transaction) => {
    for (let number = 0; ; number++) await addSecret(transaction, `${number}`, "x".repeat(10_000));
  });
  await t.rejects(filling, { name: "Failure", kind: "unavailable", cause: { code: "SQLITE_FULL" } });
  t.same(await database.selectFrom("secrets").select("name").execute(), []);
  await t.resolves(database.transaction().execute((transaction) => addSecret(transaction, "small")));
});

t.test("opening a file that is not a database throws and does not change it", async (t) => {
  const path = `${t.testdir({ "notes.txt": "This is not a database. ".repeat(100) })}/notes.txt`;
  t.throws(() => openDatabase(`sqlite:${path}`), { code: "SQLITE_NOTADB" });
  t.equal((await stat(path)).size, 2400);
});

t.test("a statement is prepared once for all values, and its parameters are written as `+?`", async (t) => {
  const connection = configure(new Sqlite(":memory:"));
  const database = new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer: connection }) });
  t.teardown(() => database.destroy());
  await migrate(database, "sqlite::memory:");

  // Prepares what begins a transaction: migrations have more statements than are kept.
  await database.transaction().execute((transaction) => transaction.deleteFrom("secrets").execute());
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

t.test("the statement cache evicts the least recently used statement", async (t) => {
  const connection = new Sqlite(":memory:");
  t.teardown(() => connection.close());
  const cache = new StatementCache(connection, 2);
  const [one, two] = [cache.prepare("select 1"), cache.prepare("select 2")];
  t.equal(cache.prepare("select 1"), one);
  cache.prepare("select 3");
  t.equal(cache.prepare("select 1"), one, "recently used");
  t.not(cache.prepare("select 2"), two);
});

testBoth("a cached statement returns columns that were added later", async (t, options) => {
  const { database, path } = await openFile(t, options);
  await addSecret(database, "a");
  const read = () => sql`select * from secrets`.execute(database);
  t.same((await read()).rows, [{ name: "a", value: "x" }]);
  openOther(t, path).exec("alter table secrets add column later integer");
  t.same((await read()).rows, [{ name: "a", value: "x", later: null }]);
});
