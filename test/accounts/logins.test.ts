import { randomBytes } from "node:crypto";
import t, { type Test } from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import { networkOf } from "../../src/accounts/login-throttle.ts";
import { type LoginDesk, logIn, openLoginDesk } from "../../src/accounts/logins.ts";
import { DUMMY_HASH, hasher, isOutdated } from "../../src/accounts/passwords.ts";
import type { Database } from "../../src/database/database.ts";
import { openTestDatabase } from "../support/databases.ts";
import { failureOf } from "../support/failures.ts";

const ANN = { email: "ann@example.com", name: "Ann", password: "a long password" };
/** Takes no password. */
const REFUSING = { hash: async () => "", verify: async () => false };
const NOBODY = "nobody@example.com";

/** A desk whose clock the test turns and whose hashes it counts; `open` is what "a long password" hashes to. */
async function openDesk(t: Test, parts: Partial<LoginDesk> = {}) {
  const database = await openTestDatabase(t);
  let now = Date.UTC(2026, 0, 1);
  const counts = { hash: 0, verify: 0 };
  const desk = openLoginDesk({
    signer: { sign: (claims) => JSON.stringify(claims), verify: (token) => JSON.parse(token) },
    clock: () => now,
    lifetime: 60,
    limitPerMinute: 1_000,
    hasher: {
      async hash(password) {
        counts.hash += 1;
        return hasher.hash(password);
      },
      async verify(hash, password) {
        counts.verify += 1;
        return hash.startsWith("plain:") ? hash === `plain:${password}` : hasher.verify(hash, password);
      },
    },
    ...parts,
  });
  const attempt = (email: string, password: string, address = "192.0.2.1") =>
    logIn(database, desk, { email, password, address, userAgent: "Tester", referer: "" });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { database, desk, counts, attempt, pass };
}

/** Gives an account a password that is not hashed, so that a test of many attempts is quick. */
async function withPlainPassword(database: Database): Promise<number> {
  const { id } = await accounts.create(database, () => 0, ANN);
  await database
    .updateTable("accounts")
    .set({ password_hash: `plain:${ANN.password}` })
    .execute();
  return id;
}

t.test("an unknown address costs a verification like a known one", async (t) => {
  const { attempt, counts, database } = await openDesk(t);
  await accounts.create(database, () => 0, ANN);
  await t.rejects(attempt(NOBODY, "whatever it is"), {
    kind: "unauthenticated",
    message: "Invalid Email or Password.",
  });
  t.equal(counts.verify, 1);
  await t.rejects(attempt(ANN.email, "whatever it is"), {
    kind: "unauthenticated",
    message: "Invalid Email or Password.",
  });
  t.equal(counts.verify, 2);
});

t.test("the first five failures are free; then the wait doubles with each and ends at 15 minutes", async (t) => {
  const { attempt, pass } = await openDesk(t, { hasher: REFUSING });
  for (let failures = 0; failures < 5; failures++) {
    t.match(await failureOf(attempt(NOBODY, "wrong")), { kind: "unauthenticated" });
  }
  const waits: number[] = [];
  for (let failures = 5; failures < 18; failures++) {
    const { kind, retryAfter = 0 } = await failureOf(attempt(NOBODY, "wrong"));
    t.equal(kind, "tooMany");
    waits.push(retryAfter);
    pass(retryAfter * 1000);
    t.match(await failureOf(attempt(NOBODY, "wrong")), { kind: "unauthenticated" }, "never for good");
  }
  t.same(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

t.test("an attempt while it has to wait makes the wait no longer", async (t) => {
  const { attempt, pass } = await openDesk(t, { hasher: REFUSING });
  for (let failures = 0; failures < 8; failures++) {
    pass(1_000_000);
    await failureOf(attempt(NOBODY, "wrong"));
  }
  for (let impatience = 0; impatience < 20; impatience++) await failureOf(attempt(NOBODY, "wrong"));
  pass(7_000);
  t.match(await failureOf(attempt(NOBODY, "wrong")), { retryAfter: 1 });
});

t.test("of a storm of guesses only a handful is tried", async (t) => {
  const { attempt, counts, database } = await openDesk(t);
  await withPlainPassword(database);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, guess) => attempt(ANN.email, `guess ${guess}`)),
  );
  t.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 0);
  t.ok(counts.verify >= 5 && counts.verify <= 8, `${counts.verify} were tried`);
});

t.test("more than 200 that wait are told to come back", async (t) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { attempt } = await openDesk(t, { hasher: { hash: async () => "", verify: () => held.then(() => false) } });
  const attempts = Array.from({ length: 300 }, (_, number) => attempt(`${number}@example.com`, "x"));
  const outcomes = Promise.allSettled(attempts);
  t.match(await failureOf(attempt("one@more.example", "x")), { kind: "unavailable", retryAfter: 1 });
  release();
  const kinds = (await outcomes).map((outcome) => (outcome.status === "rejected" ? outcome.reason.kind : "in"));
  t.ok(kinds.filter((kind) => kind === "unavailable").length >= 90);
  t.ok(kinds.filter((kind) => kind === "unauthenticated").length >= 200);
});

t.test("failures of yesterday are forgotten", async (t) => {
  const { attempt, database, pass } = await openDesk(t, {
    hasher: REFUSING,
  });
  for (let failures = 0; failures < 5; failures++) await failureOf(attempt(NOBODY, "wrong"));
  pass(24 * 3_600_000 + 1);
  t.match(await failureOf(attempt(NOBODY, "wrong")), { kind: "unauthenticated" });
  t.equal((await database.selectFrom("failed_logins").select("id").execute()).length, 1);
});

t.test("a failure forgets no more than 100 old ones, so that it is answered soon after a storm too", async (t) => {
  const { attempt, database } = await openDesk(t, { hasher: REFUSING });
  const old = Array.from({ length: 250 }, (_, failed_at) => ({ email_key: "x", network: "x", failed_at }));
  await database.insertInto("failed_logins").values(old).execute();
  const left: number[] = [];
  for (let failures = 0; failures < 3; failures++) {
    await failureOf(attempt(`${failures}@example.com`, "wrong"));
    const rows = await database.selectFrom("failed_logins").select("failed_at").where("email_key", "=", "x").execute();
    left.push(rows.length);
  }
  t.same(left, [150, 50, 0]);
});

t.test("the hash of nobody's password takes what every new hash takes", async (t) => {
  const head = (hash: string) => hash.split("$").slice(0, 4).join("$");
  t.equal(head(DUMMY_HASH), head(await hasher.hash("a long password")));
  t.equal(isOutdated(DUMMY_HASH), false);
  t.equal(isOutdated(DUMMY_HASH.replace("m=19456", "m=65536")), false, "more is not less");
  for (const less of ["m=19455", "m=9216"]) t.equal(isOutdated(DUMMY_HASH.replace("m=19456", less)), true);
  t.equal(isOutdated(DUMMY_HASH.replace("t=2", "t=1")), true);
  t.equal(isOutdated(DUMMY_HASH.replace("argon2id", "argon2i")), true);
});

t.test("a hash of weaker parameters is made anew at the next login", async (t) => {
  const { attempt, database, counts } = await openDesk(t);
  const { id } = await accounts.create(database, () => 0, ANN);
  const weak = "$argon2id$v=19$m=4096,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$";
  const hashOf = () =>
    database
      .selectFrom("accounts")
      .select(["password_hash", "credential_version"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const { hash } = await import("@node-rs/argon2");
  await database
    .updateTable("accounts")
    .set({ password_hash: await hash(ANN.password, { memoryCost: 4096, timeCost: 1, parallelism: 1 }) })
    .execute();
  t.equal(isOutdated((await hashOf()).password_hash), true);
  t.match((await hashOf()).password_hash, weak.slice(0, 30));
  const { credential_version } = await hashOf();

  await attempt(ANN.email, ANN.password);
  t.equal(counts.hash, 1);
  t.equal(isOutdated((await hashOf()).password_hash), false);
  t.equal((await hashOf()).credential_version, credential_version, "and no token dies of it");
  await attempt(ANN.email, ANN.password);
  t.equal(counts.hash, 1, "once");
});

t.test("a hash that somebody else has made anew meanwhile stays", async (t) => {
  const { database, desk, attempt } = await openDesk(t);
  await withPlainPassword(database);
  const hashes = () => database.selectFrom("accounts").select("password_hash").execute();
  Object.assign(desk.hasher, {
    async hash() {
      await database.updateTable("accounts").set({ password_hash: "theirs" }).execute();
      return "ours";
    },
  });
  await attempt(ANN.email, ANN.password);
  t.strictSame(await hashes(), [{ password_hash: "theirs" }]);
});

t.test("an account that changes while its password is verified does not let in", async (t) => {
  for (const change of ["deactivated", "deleted", "given another password"]) {
    const { database, desk, attempt } = await openDesk(t);
    const id = await withPlainPassword(database);
    const { verify } = desk.hasher;
    Object.assign(desk.hasher, {
      async verify(hash: string, password: string) {
        if (change === "deactivated") await accounts.update(database, () => 0, id, { active: false });
        if (change === "deleted") await accounts.remove(database, () => 0, id);
        if (change === "given another password") await accounts.setPassword(database, () => 0, id, "another password");
        return verify(hash, password);
      },
    });
    t.match(await failureOf(attempt(ANN.email, ANN.password)), { kind: "unauthenticated" }, change);
    t.same(await database.selectFrom("logins").select("id").execute(), []);
  }
});

t.test("what a client says of itself is kept to 1,024 characters", async (t) => {
  const { database, desk } = await openDesk(t);
  await withPlainPassword(database);
  await logIn(database, desk, {
    ...ANN,
    address: "z".repeat(9_000),
    userAgent: "x".repeat(9_000),
    referer: "y".repeat(9_000),
  });
  t.strictSame(await database.selectFrom("logins").select(["ip_address", "user_agent", "referer"]).execute(), [
    { ip_address: "z".repeat(1_024), user_agent: "x".repeat(1_024), referer: "y".repeat(1_024) },
  ]);
});

t.test("what a proxy hands on as an address is counted, however long it is", async (t) => {
  const { attempt } = await openDesk(t, { limitPerMinute: 1, hasher: REFUSING });
  const nonsense = randomBytes(4_000).toString("hex");
  t.match(await failureOf(attempt("1@example.com", "x", nonsense)), { kind: "unauthenticated" });
  t.match(await failureOf(attempt("2@example.com", "x", nonsense)), { kind: "tooMany" });
});

t.test("an IPv6 address counts with its /64, an IPv4 address alone", async (t) => {
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
  const { attempt } = await openDesk(t, {
    limitPerMinute: 2,
    hasher: REFUSING,
  });
  for (const host of ["1", "2"])
    t.match(await failureOf(attempt(`${host}@example.com`, "x", `2001:db8:1:2::${host}`)), { kind: "unauthenticated" });
  t.match(await failureOf(attempt(NOBODY, "x", "2001:db8:1:2:ffff::3")), { kind: "tooMany", retryAfter: 60 });
  t.match(await failureOf(attempt(NOBODY, "x", "2001:db8:1:3::3")), { kind: "unauthenticated" });
});
