import { sql } from "kysely";
import t from "tap";
import { openMaintenance } from "../../src/database/archive/engine.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { connectSession } from "../../src/database/postgres/archive/connection.ts";
import { tryLockOut } from "../../src/database/postgres/presence.ts";
import { Presence } from "../../src/database/presence.ts";
import { backUp, fileSource, filledDatabase, folderTarget, pathOf, restore } from "../support/backups.ts";
import { directUrlOf, isPooled, temporaryDatabaseUrl } from "../support/databases.ts";

// npm run test:pooler runs these tests, through PgBouncer in transaction mode.

if (isPooled) {
  /** Uses all connections that PgBouncer has to the server. */
  async function useAllConnections(database: Database): Promise<void> {
    await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.01)`.execute(database)));
  }

  async function lockOut(url: string): Promise<boolean> {
    await using client = await connectSession(directUrlOf(url));
    return await tryLockOut(client);
  }

  t.test("a restore sees a server behind the pooler, until it is closed", async (t) => {
    const url = await temporaryDatabaseUrl(t);
    const database = openDatabase(url);
    t.teardown(() => database.destroy());
    await migrate(database, url);
    const presence = await Presence.open(database);
    t.equal(await lockOut(url), false);
    await presence.close();
    await useAllConnections(database);
    t.equal(await lockOut(url), true, "though the pooler keeps its connections");
  });

  t.test("backups are made through the pooler, one at a time; a restore needs the address of PostgreSQL", async (t) => {
    const url = await filledDatabase(t);
    const first = await openMaintenance(url);
    await t.rejects(openMaintenance(url), { message: /Another backup or restore/ });
    await first[Symbol.asyncDispose]();
    const target = await folderTarget(t);
    const made = await backUp(url, target);
    await t.rejects(restore(url, fileSource(pathOf(made))), { message: /pooler.+Set DATABASE_URL to the address/ });
    await restore(directUrlOf(url), fileSource(pathOf(made)));
  });

  t.test("named prepared statements are given up if the pooler does not support them", async (t) => {
    const url = await temporaryDatabaseUrl(t);
    const database = openDatabase(url, { preparesStatements: true });
    t.teardown(() => database.destroy());
    await migrate(database, url);
    await database.insertInto("secrets").values({ name: "a", value: "b" }).execute();
    for (let round = 0; round < 5; round++) {
      const reads = Array.from({ length: 10 }, () => database.selectFrom("secrets").selectAll().execute());
      for (const rows of await Promise.all(reads)) t.same(rows, [{ name: "a", value: "b" }]);
    }
  });
}
