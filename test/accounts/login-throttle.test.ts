import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import t from "tap";
import { networkOf } from "#contract/request/network";
import { failureOf } from "#contract/test/failures";
import * as throttle from "../../src/accounts/login/login-throttle.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { engine, migratedDatabaseUrl, openTestDatabase } from "../support/databases.ts";
import { failLogin } from "../support/failed-logins.ts";
import { ANN, addAnnWithPlainPassword, createTestLoginService, NOBODY, REJECTING } from "./test-login-service.ts";

t.test(
  "logIn: the fifth failure causes a wait of a second; each further one doubles it, up to 15 minutes",
  async (t) => {
    const { attempt, advanceClock } = await createTestLoginService(t, { hasher: REJECTING });
    for (let failures = 0; failures < 5; failures++) {
      t.match(await failureOf(attempt(NOBODY, "wrong")), { kind: "unauthenticated" });
    }
    const waits: number[] = [];
    for (let failures = 5; failures < 18; failures++) {
      const { kind, retryAfter = 0 } = await failureOf(attempt(NOBODY, "wrong"));
      t.equal(kind, "tooMany");
      waits.push(retryAfter);
      advanceClock(retryAfter * 1000);
      t.match(await failureOf(attempt(NOBODY, "wrong")), { kind: "unauthenticated" }, "verified after the wait");
    }
    t.same(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  },
);

t.test("logIn: an attempt during the wait does not extend it", async (t) => {
  const { attempt, advanceClock } = await createTestLoginService(t, { hasher: REJECTING });
  for (let failures = 0; failures < 8; failures++) {
    advanceClock(1_000_000);
    await failureOf(attempt(NOBODY, "wrong"));
  }
  for (let times = 0; times < 20; times++) await failureOf(attempt(NOBODY, "wrong"));
  // The wait after eight failures is 8 seconds.
  advanceClock(7_000);
  t.match(await failureOf(attempt(NOBODY, "wrong")), { retryAfter: 1 });
});

t.test("logIn: of 50 parallel guesses at most 8 are verified", async (t) => {
  const { attempt, counts, database } = await createTestLoginService(t);
  await addAnnWithPlainPassword(database);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, guess) => attempt(ANN.email, `guess ${guess}`)),
  );
  t.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 0);
  t.ok(counts.verify >= 5 && counts.verify <= 8, `${counts.verify} were verified`);
});

t.test(
  "admit: counts failures that other processes stored while it waited for the lock of the file",
  { skip: engine !== "sqlite" && "only SQLite locks the file" },
  async (t) => {
    const url = await migratedDatabaseUrl(t);
    const [other, database] = [openDatabase(url), openDatabase(url)];
    t.teardown(() => Promise.all([other.destroy(), database.destroy()]));
    await migrate(other, url);
    const attempt = { emailKey: NOBODY, network: "192.0.2.1", fromKnown: false };
    const failure = { email_key: NOBODY, network: attempt.network };
    let outcome: Promise<unknown> = Promise.resolve();
    await other.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("failed_logins")
        .values({ ...failure, failed_at: Date.now() })
        .execute();
      outcome = failureOf(throttle.admit(database, Date.now, attempt, 1_000));
      await setTimeout(50);
      const failures = Array.from({ length: 4 }, () => ({ ...failure, failed_at: Date.now() }));
      await transaction.insertInto("failed_logins").values(failures).execute();
    });
    t.match(await outcome, { kind: "tooMany" });
  },
);

t.test(
  "succeed: if the failures can't be deleted, the attempt at least no longer counts as one",
  { skip: engine !== "sqlite" && "the trigger is in the SQL of SQLite" },
  async (t) => {
    const database = await openTestDatabase(t);
    const attempt = { emailKey: NOBODY, network: "192.0.2.1", fromKnown: false };
    await failLogin(database, attempt);
    const admitted = await throttle.admit(database, Date.now, attempt, 1_000);
    await sql`create trigger broken before delete on failed_logins when old.pending = 0
      begin select raise(abort, 'broken'); end`.execute(database);
    await t.rejects(throttle.succeed(database, admitted), { message: "broken" });
    t.strictSame(await database.selectFrom("failed_logins").select("pending").execute(), [{ pending: 0 }]);
  },
);

t.test("logIn: failures older than a day no longer count, and are deleted", async (t) => {
  const { attempt, database, advanceClock } = await createTestLoginService(t, {
    hasher: REJECTING,
  });
  for (let failures = 0; failures < 5; failures++) await failureOf(attempt(NOBODY, "wrong"));
  advanceClock(24 * 3_600_000 + 1);
  t.match(await failureOf(attempt(NOBODY, "wrong")), { kind: "unauthenticated" });
  t.equal((await database.selectFrom("failed_logins").select("id").execute()).length, 1);
});

t.test("logIn: a failed login deletes at most 100 failures older than a day", async (t) => {
  const { attempt, database } = await createTestLoginService(t, { hasher: REJECTING });
  const old = Array.from({ length: 250 }, (_, failed_at) => ({ email_key: "x", network: "x", failed_at }));
  await database.insertInto("failed_logins").values(old).execute();
  const remaining: number[] = [];
  for (let failures = 0; failures < 3; failures++) {
    await failureOf(attempt(`${failures}@example.com`, "wrong"));
    const rows = await database.selectFrom("failed_logins").select("failed_at").where("email_key", "=", "x").execute();
    remaining.push(rows.length);
  }
  t.same(remaining, [150, 50, 0]);
});

t.test("logIn: throttles by client address, even if a proxy forwards a very long one", async (t) => {
  const { attempt } = await createTestLoginService(t, { limitPerMinute: 1, hasher: REJECTING });
  const nonsense = randomBytes(4_000).toString("hex");
  t.match(await failureOf(attempt("1@example.com", "x", nonsense)), { kind: "unauthenticated" });
  t.match(await failureOf(attempt("2@example.com", "x", nonsense)), { kind: "tooMany" });
});

t.test("networkOf, logIn: IPv6 addresses are throttled by /64, IPv4 addresses individually", async (t) => {
  const networks: [address: string, network: string][] = [
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1%eth0", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:1:192.0.2.1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["no address", "no address"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ];
  for (const [address, network] of networks) t.equal(networkOf(address), network, address);
  const { attempt } = await createTestLoginService(t, {
    limitPerMinute: 2,
    hasher: REJECTING,
  });
  for (const host of ["1", "2"])
    t.match(await failureOf(attempt(`${host}@example.com`, "x", `2001:db8:1:2::${host}`)), { kind: "unauthenticated" });
  t.match(await failureOf(attempt(NOBODY, "x", "2001:db8:1:2:ffff::3")), { kind: "tooMany", retryAfter: 60 });
  t.match(await failureOf(attempt(NOBODY, "x", "2001:db8:1:3::3")), { kind: "unauthenticated" });
});
