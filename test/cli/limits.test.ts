import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { counterOf } from "../../src/accounts/links/mail-service.ts";
import * as throttle from "../../src/accounts/login/login-throttle.ts";
import { WINDOW_MS } from "../../src/limits/request-counter.ts";
import { openAdministration } from "../support/command-runner.ts";
import { engine } from "../support/databases.ts";
import { failLogin } from "../support/failed-logins.ts";
import { createPerson, registrationOf } from "../support/people.ts";

/** The counts that `limit show` prints, by counter. */
function countsIn(json: string): Record<string, number> {
  const rows: { counter: string; count: number }[] = JSON.parse(json);
  return Object.fromEntries(rows.map(({ counter, count }) => [counter, count]));
}

/** Only servers that share a database count requests to the collections API in it. */
const COLLECTIONS = engine === "sqlite" ? {} : { "collections API": 0 };

t.test("limit show and limit reset: of a client, by the network it is counted by", async (t) => {
  const app = await openAdministration(t);
  const { database } = app.context;
  const ends_at = Date.now() + WINDOW_MS;
  const row = (network: string, count: number) => ({ network, count, ends_at });
  const others = [row("192.0.2.7", 5), row("mails:192.0.2.7", 6), row("mails:to:hash", 7)];
  const own = [row("2001:db8:0:0::/64", 600), row("registrations:2001:db8:0:0::/64", 3)];
  await database
    .insertInto("request_counts")
    .values([...own, row("mails:2001:db8:0:0::/64", 2), ...others])
    .execute();
  const failure = { network: "2001:db8:0:0::/64", emailKey: "ann@example.com", fromKnown: false };
  await failLogin(database, failure);

  const client = ["--ip", "2001:db8::1:2:3:4"];
  const shown = await app.succeed("limit", "show", ...client, "--json");
  t.same(countsIn(shown), { "users API": 600, ...COLLECTIONS, registrations: 3, mails: 2, "failed logins": 1 });
  t.match(JSON.parse(shown)[0], { limit: "600 an hour", ends_at: new Date(ends_at).toISOString() });
  t.match(await app.succeed("limit", "show", ...client), /^registrations\t3\t20 an hour\t20.+Z$/m);

  t.equal(await app.succeed("limit", "reset", ...client, "--yes"), "The counters of 2001:db8:0:0::/64 are reset.\n");
  const after = countsIn(await app.succeed("limit", "show", ...client, "--json"));
  t.same(after, { "users API": 0, ...COLLECTIONS, registrations: 0, mails: 0, "failed logins": 0 });
  const left = await database.selectFrom("request_counts").select(["network", "count", "ends_at"]).execute();
  t.same(
    left.sort((one, other) => one.count - other.count),
    others,
    "the counters of others are as before",
  );
  t.equal(
    await throttle.countFailures(database, Date.now, failure.emailKey),
    1,
    "the failure still counts for the account",
  );
});

t.test("limit show and limit reset: of an account", async (t) => {
  const app = await openAdministration(t);
  const { database } = app.context;
  const { email } = await createPerson(app, "Ann");
  const ends_at = Date.now() + WINDOW_MS;
  const rows = [email, "bob@example.com"].map((address) => ({ network: counterOf(address), count: 5, ends_at }));
  await database.insertInto("request_counts").values(rows).execute();
  for (const emailKey of [email, email, "bob@example.com"])
    await failLogin(database, { emailKey, network: "192.0.2.1", fromKnown: false });
  const show = async () => countsIn(await app.succeed("limit", "show", "--email", email, "--json"));
  t.same(await show(), { ...COLLECTIONS, mails: 5, "failed logins": 2 });
  await app.succeed("limit", "reset", "--email", "ANN@example.com", "--yes");
  t.same(await show(), { ...COLLECTIONS, mails: 0, "failed logins": 0 });
  t.equal(await throttle.countFailures(database, Date.now, "bob@example.com"), 1);
  const [left, ...more] = await database.selectFrom("request_counts").selectAll().execute();
  t.match(left, { network: counterOf("bob@example.com"), count: 5 });
  t.same(more, []);
});

t.test("limit show: a window that is over counts as nothing", async (t) => {
  const app = await openAdministration(t);
  const row = { network: "192.0.2.7", count: 9, ends_at: Date.now() - 1 };
  await app.context.database.insertInto("request_counts").values(row).execute();
  t.equal(countsIn(await app.succeed("limit", "show", "--ip", "192.0.2.7", "--json"))["users API"], 0);
});

t.test("limit reset: a running server accepts the requests of a client that was beyond the limit", async (t) => {
  const app = await openAdministration(t, { REGISTRATIONS_PER_HOUR: "2" });
  let number = 0;
  const register = async () => {
    number += 1;
    return (await app.send("POST", "/api/user/register", { body: registrationOf(`Person${number}`) })).status;
  };
  t.same([await register(), await register(), await register()], [201, 201, 429]);
  const read = async () => countsIn(await app.succeed("limit", "show", "--ip", "127.0.0.1", "--json")).registrations;
  t.equal(await until(read, 3), 3, "saved");
  await app.succeed("limit", "reset", "--ip", "127.0.0.1", "--yes");
  t.equal(await until(register, 201), 201);
});

/** Repeats a call until it resolves with a value, at most 200 times. Resolves with what it last resolved with. */
async function until<T>(call: () => Promise<T>, expected: T): Promise<T> {
  for (let attempt = 1; attempt < 200; attempt++) {
    const value = await call();
    if (value === expected) return value;
    await pause(50);
  }
  return call();
}
