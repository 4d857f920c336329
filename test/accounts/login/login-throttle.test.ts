import { randomBytes } from "node:crypto";
import t from "tap";
import { networkOf } from "../../../src/limits/network.ts";
import { failureOf } from "../../support/failures.ts";
import { ANN, addAnnWithPlainPassword, createTestLoginService, NOBODY, REJECTING } from "./test-service.ts";

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
