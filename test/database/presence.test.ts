import { sql } from "kysely";
import t, { type Test } from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { connectSession } from "../../src/database/postgres/archive/connection.ts";
import { tryLockOut } from "../../src/database/postgres/archive/presence.ts";
import { Presence } from "../../src/database/presence.ts";
import { engine, openTestDatabase, temporaryDatabaseUrl } from "../support/databases.ts";

// On SQLite, an open file tells a restore that a server runs.

async function leasesOf(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("leases").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

/** A migrated database, and a function that a restore calls: whether no server uses the database. */
async function openForRestore(t: Test) {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  async function lockOut() {
    const client = await connectSession(url);
    const isFree = await tryLockOut(client);
    return { isFree, release: () => client.end() };
  }
  return { database, lockOut };
}

if (engine === "sqlite") {
  t.test("nothing is written on SQLite", async (t) => {
    const database = await openTestDatabase(t);
    const presence = await Presence.open(database);
    t.same(await leasesOf(database), []);
    await presence.close();
  });
} else {
  t.test("a restore sees each running server, until the last one is closed", async (t) => {
    const { database, lockOut } = await openForRestore(t);
    const [one, other] = [await Presence.open(database), await Presence.open(database)];
    t.equal((await leasesOf(database)).length, 2);
    await one.close();
    const { isFree, release } = await lockOut();
    t.equal(isFree, false);
    await release();
    await other.close();
    t.same(await leasesOf(database), []);
    const later = await lockOut();
    t.equal(later.isFree, true);
    await later.release();
  });

  t.test(
    "a server that was killed no longer counts once its lease has expired, and the next one removes it",
    async (t) => {
      const { database, lockOut } = await openForRestore(t);
      const killed = await Presence.open(database);
      t.teardown(() => killed.close());
      const [lease = ""] = await leasesOf(database);
      await sql`update leases set expires_at = extract(epoch from clock_timestamp()) * 1000 - 1`.execute(database);
      const { isFree, release } = await lockOut();
      t.equal(isFree, true);
      await release();
      await database.insertInto("leases").values({ name: "server backup", holder: "x", expires_at: 0 }).execute();
      const next = await Presence.open(database);
      const names = await leasesOf(database);
      t.notOk(names.includes(lease));
      t.ok(names.includes("server backup"), "leases of tasks stay");
      await next.close();
    },
  );

  t.test("no server starts or migrates during a restore", async (t) => {
    const { database, lockOut } = await openForRestore(t);
    const { release } = await lockOut();
    await t.rejects(Presence.open(database), { message: /being replaced by a restore/ });
    await t.rejects(migrate(database, "postgres:"), { message: /being replaced by a restore/ });
    t.same(await leasesOf(database), []);
    await release();
    await (await Presence.open(database)).close();
  });
}
