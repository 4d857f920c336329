import { setTimeout } from "node:timers/promises";
import * as argon2 from "@node-rs/argon2";
import t from "tap";
import { failureOf } from "#contract/test/failures";
import * as accounts from "../../src/accounts/accounts.ts";
import { logIn, MAX_CONCURRENT_LOGINS } from "../../src/accounts/login/login-service.ts";
import { INTERNAL } from "../../src/accounts/login/password-queue.ts";
import { DUMMY_HASH, hasher, isOutdated } from "../../src/accounts/login/passwords.ts";
import { createBatcher } from "../../src/accounts/login/result-batcher.ts";
import { ACCEPTING, ANN, addAnnWithPlainPassword, createTestLoginService, NOBODY } from "./test-login-service.ts";

t.test("logIn: verifies a password even if the e-mail address is unknown", async (t) => {
  const { attempt, counts, database } = await createTestLoginService(t);
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

t.test("logIn: throws unavailable when 100 logins of the network are already queued", async (t) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { attempt } = await createTestLoginService(t, {
    hasher: { hash: async () => "", verify: () => held.then(() => false) },
  });
  const attempts = Array.from({ length: 300 }, (_, number) => attempt(`${number}@example.com`, "x"));
  const outcomes = Promise.allSettled(attempts);
  t.match(await failureOf(attempt("another@example.com", "x")), { kind: "unavailable", retryAfter: 5 });
  const fromOtherNetwork = attempt("another@example.com", "x", "192.0.2.2");
  release();
  t.match(await failureOf(fromOtherNetwork), { kind: "unauthenticated" }, "other networks are served");
  const kinds = (await outcomes).map((outcome) => (outcome.status === "rejected" ? outcome.reason.kind : "logged in"));
  const served = MAX_CONCURRENT_LOGINS + 100;
  t.equal(kinds.filter((kind) => kind === "unauthenticated").length, served, "100 were queued");
  t.equal(kinds.filter((kind) => kind === "unavailable").length, attempts.length - served);
});

t.test("the dummy hash has the parameters of new hashes, and hashes with lower parameters are outdated", async (t) => {
  const parametersOf = (hash: string) => hash.split("$").slice(0, 4).join("$");
  t.equal(parametersOf(DUMMY_HASH), parametersOf(await hasher.hash("a long password", INTERNAL)));
  t.equal(isOutdated(DUMMY_HASH), false);
  t.equal(isOutdated(DUMMY_HASH.replace("m=19456", "m=65536")), false, "higher parameters are not outdated");
  for (const lower of ["m=19455", "m=9216"]) t.equal(isOutdated(DUMMY_HASH.replace("m=19456", lower)), true);
  t.equal(isOutdated(DUMMY_HASH.replace("t=2", "t=1")), true);
  t.equal(isOutdated(DUMMY_HASH.replace("argon2id", "argon2i")), true);
});

t.test("logIn: replaces a hash with outdated parameters", async (t) => {
  const { attempt, database, counts } = await createTestLoginService(t);
  const { id } = await accounts.create(database, () => 0, ANN);
  const hashOf = () =>
    database
      .selectFrom("accounts")
      .select(["password_hash", "credential_version"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  await database
    .updateTable("accounts")
    .set({ password_hash: await argon2.hash(ANN.password, { memoryCost: 4096, timeCost: 1, parallelism: 1 }) })
    .execute();
  t.equal(isOutdated((await hashOf()).password_hash), true);
  t.match((await hashOf()).password_hash, "$argon2id$v=19$m=4096,t=1,p=1$");
  const { credential_version } = await hashOf();

  await attempt(ANN.email, ANN.password);
  t.equal(counts.hash, 1);
  t.equal(isOutdated((await hashOf()).password_hash), false);
  t.equal((await hashOf()).credential_version, credential_version, "tokens stay valid");
  await attempt(ANN.email, ANN.password);
  t.equal(counts.hash, 1, "only once");
});

t.test("logIn: accepts and replaces a hash that was made before passwords were normalised", async (t) => {
  const { attempt, database, counts } = await createTestLoginService(t);
  await accounts.create(database, () => 0, ANN);
  // "ﬁ" is one character, a ligature, which NFKC replaces with "fi".
  const password = "a ﬁne long password";
  await database
    .updateTable("accounts")
    .set({ password_hash: await hasher.hash(password, INTERNAL) })
    .execute();
  await attempt(ANN.email, password);
  t.equal(counts.hash, 1);
  await attempt(ANN.email, "a fine long password");
  t.equal(counts.hash, 1, "only once");
});

t.test("logIn: verifies a wrong password as many times for an unknown e-mail address as for a known one", async (t) => {
  const { attempt, database, counts } = await createTestLoginService(t);
  await accounts.create(database, () => 0, ANN);
  for (const email of [ANN.email, NOBODY]) {
    counts.verify = 0;
    await failureOf(attempt(email, "a wrong ﬁne password"));
    t.equal(counts.verify, 2, `${email}: once normalised, once as sent`);
  }
});

t.test("logIn: remembers the 100 networks from which the owner last logged in", async (t) => {
  const { attempt, database, advanceClock } = await createTestLoginService(t, { hasher: ACCEPTING });
  await addAnnWithPlainPassword(database);
  for (let host = 0; host < 103; host++) {
    await attempt(ANN.email, ANN.password, `192.0.2.${host}`);
    advanceClock(1);
  }
  const networks = await database.selectFrom("known_networks").select("network").execute();
  t.equal(networks.length, 100);
  t.notOk(networks.some(({ network }) => network === "192.0.2.2"));
});

t.test("logIn: does not overwrite a hash that was replaced during the login", async (t) => {
  const { database, service, attempt } = await createTestLoginService(t);
  await addAnnWithPlainPassword(database);
  const hashes = () => database.selectFrom("accounts").select("password_hash").execute();
  // Ann's plain password counts as an outdated hash, so the login makes a new one.
  Object.assign(service.hasher, {
    async hash() {
      await database.updateTable("accounts").set({ password_hash: "theirs" }).execute();
      return "ours";
    },
  });
  await attempt(ANN.email, ANN.password);
  t.strictSame(await hashes(), [{ password_hash: "theirs" }]);
});

t.test(
  "logIn: fails if the account is deactivated, deleted or given another password during verification",
  async (t) => {
    for (const change of ["deactivated", "deleted", "given another password"]) {
      const { database, service, attempt } = await createTestLoginService(t);
      const id = await addAnnWithPlainPassword(database);
      const { verify } = service.hasher;
      Object.assign(service.hasher, {
        async verify(hash: string, password: string, network: string) {
          if (change === "deactivated") await accounts.update(database, () => 0, id, { active: false });
          if (change === "deleted") await accounts.remove(database, () => 0, id);
          if (change === "given another password")
            await accounts.update(database, () => 0, id, { password: "another password" });
          return verify(hash, password, network);
        },
      });
      t.match(await failureOf(attempt(ANN.email, ANN.password)), { kind: "unauthenticated" }, change);
      t.same(await database.selectFrom("logins").select("id").execute(), []);
    }
  },
);

t.test("logIn: while many logins run, delays recording successful ones, then records them together", async (t) => {
  const { database, service, attempt } = await createTestLoginService(t);
  await addAnnWithPlainPassword(database);
  const countLogins = async () => (await database.selectFrom("logins").select("id").execute()).length;
  const recordedBefore: number[] = [];
  // So that slow connections do not make the first logins end before the others begin.
  const { promise: manyRun, resolve } = Promise.withResolvers<void>();
  let last: Promise<unknown> = manyRun;
  let running = 0;
  Object.assign(service, {
    batch: createBatcher(2, 60 * 60 * 1000),
    hasher: {
      ...service.hasher,
      /** Verifies one password after the other; notes how many logins are recorded before each ends. */
      verify() {
        running += 1;
        if (running === MAX_CONCURRENT_LOGINS) resolve();
        last = last.then(() => setTimeout(5)).then(async () => recordedBefore.push(await countLogins()));
        return last.then(() => true);
      },
    },
  });
  await Promise.all(Array.from({ length: 8 }, () => attempt(ANN.email, ANN.password)));
  t.same(recordedBefore.slice(0, 3), [0, 0, 0], "records none while more than two are running");
  t.equal(await countLogins(), 8);
});

t.test("logIn: truncates address, user agent and referer to 255 characters", async (t) => {
  const { database, service } = await createTestLoginService(t);
  await addAnnWithPlainPassword(database);
  await logIn(database, service, {
    ...ANN,
    client: { address: "z".repeat(9_000), userAgent: "x".repeat(9_000), referer: "y".repeat(9_000) },
  });
  t.strictSame(await database.selectFrom("logins").select(["ip_address", "user_agent", "referer"]).execute(), [
    { ip_address: "z".repeat(255), user_agent: "x".repeat(255), referer: "y".repeat(255) },
  ]);
});
