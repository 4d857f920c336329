import { setTimeout } from "node:timers/promises";
import t from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import { createBatcher } from "../../src/accounts/login-batcher.ts";
import { logIn } from "../../src/accounts/logins.ts";
import { DUMMY_HASH, hasher, isOutdated } from "../../src/accounts/passwords.ts";
import { failureOf } from "../support/failures.ts";
import { ANN, createTestLoginService, NOBODY, withPlainPassword } from "./login-service.ts";

t.test("an unknown address costs a verification like a known one", async (t) => {
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

t.test("more than 200 that wait are told to come back", async (t) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { attempt } = await createTestLoginService(t, {
    hasher: { hash: async () => "", verify: () => held.then(() => false) },
  });
  const attempts = Array.from({ length: 300 }, (_, number) => attempt(`${number}@example.com`, "x"));
  const outcomes = Promise.allSettled(attempts);
  t.match(await failureOf(attempt("one@more.example", "x")), { kind: "unavailable", retryAfter: 1 });
  release();
  const kinds = (await outcomes).map((outcome) => (outcome.status === "rejected" ? outcome.reason.kind : "in"));
  t.ok(kinds.filter((kind) => kind === "unavailable").length >= 90);
  t.ok(kinds.filter((kind) => kind === "unauthenticated").length >= 200);
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
  const { attempt, database, counts } = await createTestLoginService(t);
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
  const { database, desk, attempt } = await createTestLoginService(t);
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
    const { database, desk, attempt } = await createTestLoginService(t);
    const id = await withPlainPassword(database);
    const { verify } = desk.hasher;
    Object.assign(desk.hasher, {
      async verify(hash: string, password: string) {
        if (change === "deactivated") await accounts.update(database, () => 0, id, { active: false });
        if (change === "deleted") await accounts.remove(database, () => 0, id);
        if (change === "given another password")
          await accounts.update(database, () => 0, id, { password: "another password" });
        return verify(hash, password);
      },
    });
    t.match(await failureOf(attempt(ANN.email, ANN.password)), { kind: "unauthenticated" }, change);
    t.same(await database.selectFrom("logins").select("id").execute(), []);
  }
});

t.test("where logins queue, those whose passwords are right are written down together", async (t) => {
  const { database, desk, attempt } = await createTestLoginService(t);
  await withPlainPassword(database);
  const countLogins = async () => (await database.selectFrom("logins").select("id").execute()).length;
  const written: number[] = [];
  let last: Promise<unknown> = Promise.resolve();
  Object.assign(desk, {
    together: createBatcher(2, 60 * 60 * 1000),
    hasher: {
      ...desk.hasher,
      verify() {
        last = last.then(() => setTimeout(5)).then(async () => written.push(await countLogins()));
        return last.then(() => true);
      },
    },
  });
  await Promise.all(Array.from({ length: 8 }, () => attempt(ANN.email, ANN.password)));
  t.same(written.slice(0, 6), [0, 0, 0, 0, 0, 0], "until two are left nobody goes on");
  t.equal(await countLogins(), 8);
});

t.test("what a client says of itself is kept to 255 characters", async (t) => {
  const { database, desk } = await createTestLoginService(t);
  await withPlainPassword(database);
  await logIn(database, desk, {
    ...ANN,
    origin: { address: "z".repeat(9_000), userAgent: "x".repeat(9_000), referer: "y".repeat(9_000) },
  });
  t.strictSame(await database.selectFrom("logins").select(["ip_address", "user_agent", "referer"]).execute(), [
    { ip_address: "z".repeat(255), user_agent: "x".repeat(255), referer: "y".repeat(255) },
  ]);
});
