import { sql } from "kysely";
import t from "tap";
import type { Database } from "../../src/database/database.ts";
import { deleteExpired, hasExpired, RULES } from "../../src/retention/expired-rows.ts";
import { insertAccount } from "../support/accounts.ts";
import { engine, openTestDatabase } from "../support/databases.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 1);
const clock = () => NOW;
const TIMES = { loginHistoryDays: 365 };

/** Inserts a login at a time. */
async function addLogin(database: Database, accountId: number, time: number): Promise<void> {
  const login = { ip_address: "192.0.2.1", user_agent: "", referer: "", via_remember: 0 } as const;
  await database
    .insertInto("logins")
    .values({ ...login, account_id: accountId, created_at: time })
    .execute();
}

t.test("logins are kept for the chosen number of days", async (t) => {
  const database = await openTestDatabase(t);
  const id = await insertAccount(database);
  for (const days of [0, 364, 365, 366, 4000]) await addLogin(database, id, NOW - days * DAY);
  t.notOk(await deleteExpired(database, clock, TIMES));
  const rows = await database.selectFrom("logins").select("created_at").orderBy("created_at", "desc").execute();
  t.same(
    rows.map(({ created_at }) => (NOW - created_at) / DAY),
    [0, 364],
  );
});

t.test("revoked keys are kept as long as logins, and others for ever", async (t) => {
  const database = await openTestDatabase(t);
  const id = await insertAccount(database);
  const key = { account_id: id, prefix: "trip_", key_hash: "", created_at: 0, expires_at: 1, last_used_at: null };
  for (const [name, revoked_at] of [
    ["old", NOW - 365 * DAY],
    ["new", NOW - 364 * DAY],
    ["used", null],
  ] as const) {
    await database
      .insertInto("api_keys")
      .values({ ...key, name, revoked_at })
      .execute();
  }
  await deleteExpired(database, clock, TIMES);
  const rows = await database.selectFrom("api_keys").select("name").orderBy("id").execute();
  t.same(rows, [{ name: "new" }, { name: "used" }]);
});

t.test("what expires at a time is deleted then, and not before", async (t) => {
  const database = await openTestDatabase(t);
  const account_id = await insertAccount(database);
  for (const [name, expires_at] of [
    ["over", NOW],
    ["valid", NOW + 1],
  ] as const) {
    const link = { token_hash: name, account_id, credential_version: 1, expires_at };
    const session = { kept: 0, browser_id: name, network: "", user_agent: "" } as const;
    await database
      .insertInto("sessions")
      .values({ ...link, ...session })
      .execute();
    const purpose = name === "over" ? "reset" : "confirm";
    await database
      .insertInto("one_time_links")
      .values({ ...link, purpose, email: null })
      .execute();
    await database.insertInto("setup_links").values({ token_hash: name, expires_at }).execute();
    const draft = { id: name, account_id, path: "/products/new", content: "{}", created_at: NOW, expires_at };
    await database.insertInto("form_drafts").values(draft).execute();
  }
  t.ok(await hasExpired(database, clock, TIMES));
  await deleteExpired(database, clock, TIMES);
  for (const table of ["sessions", "one_time_links", "setup_links"] as const) {
    t.same(await database.selectFrom(table).select("token_hash").execute(), [{ token_hash: "valid" }], table);
  }
  t.same(await database.selectFrom("form_drafts").select("id").execute(), [{ id: "valid" }]);
  t.notOk(await hasExpired(database, clock, TIMES));
});

t.test("failed logins are kept for a day, known networks for 31", async (t) => {
  const database = await openTestDatabase(t);
  const account_id = await insertAccount(database);
  for (const [network, age] of [
    ["old", 0],
    ["new", 1],
  ] as const) {
    const failure = { email_key: "ann@example.com", network, failed_at: NOW - DAY + age };
    await database.insertInto("failed_logins").values(failure).execute();
    await database
      .insertInto("known_networks")
      .values({ account_id, network, used_at: NOW - 31 * DAY + age })
      .execute();
  }
  await deleteExpired(database, clock, TIMES);
  t.same(await database.selectFrom("failed_logins").select("network").execute(), [{ network: "new" }]);
  t.same(await database.selectFrom("known_networks").select("network").execute(), [{ network: "new" }]);
});

t.test("a call deletes 100 rows of a table at most, and says whether there may be more", async (t) => {
  const database = await openTestDatabase(t);
  const id = await insertAccount(database);
  for (let count = 0; count < 150; count++) await addLogin(database, id, 1);
  t.ok(await deleteExpired(database, clock, TIMES));
  t.equal((await database.selectFrom("logins").select("id").execute()).length, 50);
  t.notOk(await deleteExpired(database, clock, TIMES));
  t.same(await database.selectFrom("logins").select("id").execute(), []);
});

if (engine === "sqlite") {
  t.test("expired rows are found by an index in every large table", async (t) => {
    const database = await openTestDatabase(t);
    for (const { table, time } of RULES.filter(({ table }) => table !== "setup_links")) {
      const { rows } = await sql<{ detail: string }>`explain query plan select 1 from ${sql.table(table)}
        where ${sql.ref(time)} <= ${1} order by ${sql.ref(time)} limit 100`.execute(database);
      t.match(rows[0]?.detail, /^SEARCH .* USING .*INDEX/, table);
    }
  });
}
