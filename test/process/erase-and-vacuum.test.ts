import { stat } from "node:fs/promises";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import t, { type Test } from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { RetentionWorker } from "../../src/retention/worker.ts";
import { insertAccount } from "../support/accounts.ts";
import { engine, migratedDatabaseUrl } from "../support/databases.ts";
import { runCommand, startServer } from "../support/process.ts";

const MIB = 1024 * 1024;

interface Opened {
  readonly settings: { readonly DATABASE_URL: string };
  readonly database: Database;
  readonly path: string;
}

/** A migrated database. With `isOld`, an SQLite file from before free space was given back. */
async function openMigrated(t: Test, { isOld = false } = {}): Promise<Opened> {
  const url = await migratedDatabaseUrl(t);
  const path = url.replace(/^sqlite:/, "");
  if (isOld) new Sqlite(path).exec("pragma journal_mode = wal; create table old (id integer)").close();
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  return { settings: { DATABASE_URL: url }, database, path };
}

/** Stores an item of 1 MiB for each of these; a file would be the same to the database. */
async function fill(database: Database, id: number, megabytes: number): Promise<void> {
  const bytes = Buffer.alloc(MIB, 1);
  await database.insertInto("libraries").values({ account_id: id, version: 1, items_changed_at: 0 }).execute();
  for (let number = 0; number < megabytes; number++) {
    await database
      .insertInto("pictures")
      .values({ id: `${id}-${number}`, account_id: id, color: "", bytes })
      .execute();
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}

t.test("user erase: shows what goes, and erases an account that is in use", async (t) => {
  const { settings, database } = await openMigrated(t);
  const id = await insertAccount(database, { email: "ann@example.com", name: "Ann" });
  await fill(database, id, 2);
  const { code, stdout } = await runCommand(["user", "erase", "--email", "Ann@example.com", "--yes"], settings);
  t.match(stdout, "Account 1, ann@example.com, is in use. To be erased:");
  t.match(stdout, "0 collections, 0 items, 0 files, 0 stored exports: 2.0 MiB");
  t.match(stdout, "Account 1 is erased.");
  t.equal(code, 0);
  t.match(await database.selectFrom("accounts").selectAll().execute(), [{ id, email: "", name: "" }]);
  t.same(await database.selectFrom("pictures").select("id").execute(), []);

  const again = await runCommand(["user", "erase", "--id", String(id), "--yes"], settings);
  t.match(again, { code: 0, stdout: /^Account 1, is deleted\./ });
});

t.test("user erase: without a terminal and --yes, and for an unknown account, erases nothing", async (t) => {
  const { settings, database } = await openMigrated(t);
  await insertAccount(database, { email: "ann@example.com" });
  const erase = (...args: string[]) => runCommand(["user", "erase", ...args], settings);
  t.match(await erase("--email", "ann@example.com"), { code: 2, stderr: /Use --yes/ });
  t.match(await erase("--email", "bob@example.com", "--yes"), { code: 1, stderr: /no such account: bob@example.com/ });
  t.match(await erase("--id", "7", "--yes"), { code: 1, stderr: /no such account: 7/ });
  t.match(await erase("--yes"), { code: 2, stderr: /either --email or --id/ });
  t.match(await database.selectFrom("accounts").select("email").execute(), [{ email: "ann@example.com" }]);
});

t.test("user erase: the last active administrator stays", async (t) => {
  const { settings, database } = await openMigrated(t);
  await insertAccount(database, { email: "ann@example.com", user_level: 4 });
  const { code, stderr } = await runCommand(["user", "erase", "--email", "ann@example.com", "--yes"], settings);
  t.match({ code, stderr }, { code: 1, stderr: /last active administrator/ });
});

if (engine === "sqlite") {
  t.test("a new database file shrinks after an account is erased, in steps", async (t) => {
    const { database, path } = await openMigrated(t);
    const id = await insertAccount(database, { deleted_at: 1 });
    await fill(database, id, 30);
    await sql`pragma wal_checkpoint(truncate)`.execute(database);
    t.ok((await sizeOf(path)) > 30 * MIB);
    const worker = new RetentionWorker(database, Date.now, {
      eraseAfterDays: 30,
      loginHistoryDays: 365,
      auditDays: undefined,
    });
    t.teardown(() => worker.close());
    // The timers of the worker do not keep the process running.
    const keepAlive = setInterval(() => {}, 1_000);
    t.teardown(() => clearInterval(keepAlive));
    await worker.run();
    await sql`pragma wal_checkpoint(truncate)`.execute(database);
    t.ok((await sizeOf(path)) < 8 * MIB, `${await sizeOf(path)} bytes are left`);
    t.same((await sql`pragma integrity_check`.execute(database)).rows, [{ integrity_check: "ok" }]);
  });

  t.test("vacuum: an old file gets smaller, and from then on gives free space back itself", async (t) => {
    const { settings, database, path } = await openMigrated(t, { isOld: true });
    const id = await insertAccount(database, { deleted_at: 1 });
    await fill(database, id, 20);
    await database.deleteFrom("pictures").execute();
    await database.destroy();
    const { code, stdout, stderr } = await runCommand(["vacuum", "--yes"], settings);
    t.match({ code, stderr }, { code: 0, stderr: "" });
    t.match(
      stdout,
      /^The file has 2\d\.\d MiB, of which at least 20\.\d MiB are free\.\nThe file has [01]\.\d MiB now\.\n$/,
    );
    t.ok((await sizeOf(path)) < 2 * MIB);
    const file = new Sqlite(path);
    t.teardown(() => file.close());
    t.equal(file.pragma("auto_vacuum", { simple: true }), 2);
    t.equal(file.pragma("integrity_check", { simple: true }), "ok");
  });

  t.test("vacuum: refuses while a server is running, which goes on", async (t) => {
    const { settings, database } = await openMigrated(t);
    await database.destroy();
    const server = await startServer(t, settings);
    const { code, stderr } = await runCommand(["vacuum", "--yes"], settings);
    t.match(
      { code, stderr },
      { code: 1, stderr: /Another process has .* open\. Stop the server first\. Nothing was changed\./ },
    );
    t.equal((await fetch(`${server.base}/health/ready`)).status, 200);
  });

  t.test("vacuum: asks first, and needs --yes without a terminal", async (t) => {
    const { settings, database } = await openMigrated(t);
    await database.destroy();
    t.match(await runCommand(["vacuum"], settings), { code: 2, stderr: /Use --yes/ });
  });
} else {
  t.test("vacuum: vacuums the tables of PostgreSQL", async (t) => {
    const { settings } = await openMigrated(t);
    t.match(await runCommand(["vacuum"], settings), { code: 0, stdout: "The tables were vacuumed.\n" });
  });
}
