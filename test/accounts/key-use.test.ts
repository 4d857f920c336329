import { sql } from "kysely";
import t, { type Test } from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { openApp } from "../support/app.ts";
import { engine, migratedDatabaseUrl, openTestDatabase } from "../support/databases.ts";
import { createKey, createPerson } from "../support/people.ts";

/** A server with Ann and her API key. `read` reads her account with the key; `lastUse` is the recorded time. */
async function openWithKey(t: Test, database: Database) {
  const app = await openApp(t, {}, { database });
  const { id } = await createPerson(app, "Ann");
  const key = await createKey(app, id);
  const read = async () => (await app.send("GET", `/api/v1/users/${id}.json`, { key })).status;
  const lastUse = async () =>
    (await database.selectFrom("api_keys").select("last_used_at").executeTakeFirst())?.last_used_at;
  return { ...app, read, lastUse };
}

/** Makes recording the use of a key fail, as on a full disk. */
async function rejectWrites(database: Database): Promise<void> {
  const statement =
    engine === "sqlite"
      ? sql`create trigger full_disk before update on api_keys begin select raise(abort, 'disk is full'); end`
      : sql`alter table api_keys add constraint full_disk check (last_used_at is null)`;
  await statement.execute(database);
}

t.test(
  "a request with an API key succeeds if its use cannot be recorded; the failure is logged once a minute",
  async (t) => {
    const database = await openTestDatabase(t);
    const { read, lastUse, log, advanceClock } = await openWithKey(t, database);
    await rejectWrites(database);
    const warnings = () => log.filter((line) => line.includes("recording the use of keys failed")).length;
    for (let minutes = 1; minutes <= 2; minutes++) {
      for (let times = 0; times < 3; times++) t.equal(await read(), 200);
      t.equal(warnings(), minutes);
      advanceClock(60_000);
    }
    t.equal(await lastUse(), null);
  },
);

t.test("a request with an API key does not wait for a write of another connection", async (t) => {
  const url = await migratedDatabaseUrl(t);
  const [database, other] = [openDatabase(url), openDatabase(url)];
  await migrate(database, url);
  const { read } = await openWithKey(t, database);
  t.teardown(() => Promise.all([database.destroy(), other.destroy()]));
  await other.transaction().execute(async (transaction) => {
    await transaction.updateTable("api_keys").set({ name: "locked" }).execute();
    t.equal(await read(), 200);
  });
});
