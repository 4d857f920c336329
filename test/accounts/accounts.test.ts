import t from "tap";
import { failureOf } from "#contract/test/failures";
import * as accounts from "../../src/accounts/accounts.ts";
import * as tokenSecret from "../../src/accounts/token-secret.ts";
import { authenticate, issue } from "../../src/accounts/tokens.ts";
import type { Database } from "../../src/database/database.ts";
import { openTestDatabase } from "../support/databases.ts";

const NOW = Date.UTC(2026, 0, 1);
const clock = () => NOW;
const later = () => NOW + 1_000;
const ANN = { email: "ann@example.com", name: "Ann", password: "a long password" };
const BOB = { ...ANN, email: "bob@example.com" };

/** All columns of an account, including the password hash. */
function rowOf(database: Database, id: number) {
  return database.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

t.test(
  "create: of 20 parallel calls with the same address in different case, one succeeds and the others throw taken",
  async (t) => {
    const database = await openTestDatabase(t);
    const spelling = (number: number) => (number % 2 === 0 ? "Änn@Example.com" : "äNN@eXAMPLE.COM");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, number) => accounts.create(database, clock, { ...ANN, email: spelling(number) })),
    );
    const rejected = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    t.equal(rejected.length, 19);
    for (const reason of rejected) t.match(reason, { kind: "taken", message: "Email already exists" });
    t.equal((await database.selectFrom("accounts").select("id").execute()).length, 1);
  },
);

t.test("create, find, get, update, remove: return the account without its password hash", async (t) => {
  const database = await openTestDatabase(t);
  const created = await accounts.create(database, clock, { ...ANN, name: "  Ann  ", level: 3 });
  const { id } = created;
  t.match(created, { name: "Ann", active: 1, user_level: 3, locale: "en", registered_at: NOW, created_at: NOW });
  const returned = [
    created,
    await accounts.find(database, id),
    await accounts.get(database, id),
    await accounts.update(database, clock, id, { locale: "sv" }),
    await accounts.update(database, clock, id, { password: "another password" }),
    await accounts.remove(database, clock, id),
  ];
  for (const account of returned) t.notMatch(JSON.stringify(account), /argon2|password|credential/);
});

t.test("update: changes only the given fields, and an empty change writes nothing", async (t) => {
  const database = await openTestDatabase(t);
  const { id } = await accounts.create(database, clock, ANN);
  const before = await rowOf(database, id);
  t.match(await accounts.update(database, later, id, {}), { id, updated_at: NOW });
  t.same(await rowOf(database, id), before);

  await accounts.update(database, later, id, { email: "ANN@example.org", name: " Anna ", level: 3 });
  t.same(await rowOf(database, id), {
    ...before,
    email: "ANN@example.org",
    email_key: "ann@example.org",
    name: "Anna",
    user_level: 3,
    version: 2,
    credential_version: 2,
    updated_at: NOW + 1_000,
  });
});

t.test(
  "update: throws taken for the address of another account, but not for the account's own in different case",
  async (t) => {
    const database = await openTestDatabase(t);
    const ann = await accounts.create(database, clock, ANN);
    const bob = await accounts.create(database, clock, BOB);
    t.match(await failureOf(accounts.update(database, clock, bob.id, { email: "ANN@example.com" })), {
      kind: "taken",
      message: "Email already exists",
    });
    t.match(await accounts.update(database, clock, bob.id, { email: "BOB@example.com" }), { email: "BOB@example.com" });
    await accounts.remove(database, clock, ann.id);
    t.match(
      await accounts.update(database, clock, bob.id, { email: ANN.email }),
      { email: ANN.email },
      "the address of a deleted account can be used again",
    );
  },
);

t.test("remove: the account is no longer found, and its row is kept", async (t) => {
  const database = await openTestDatabase(t);
  const { id } = await accounts.create(database, clock, ANN);
  await accounts.remove(database, later, id);
  t.equal(await accounts.find(database, id), undefined);
  const calls = [
    () => accounts.get(database, id),
    () => accounts.update(database, clock, id, {}),
    () => accounts.update(database, clock, id, { name: "Eve" }),
    () => accounts.update(database, clock, id, { password: "another password" }),
    () => accounts.remove(database, clock, id),
  ];
  for (const call of calls) t.match(await failureOf(call()), { kind: "notFound" });
  t.match(await rowOf(database, id), { name: "Ann", deleted_at: NOW + 1_000, updated_at: NOW + 1_000 });
});

t.test("update, remove: throw changed and write nothing if the account does not have the given version", async (t) => {
  const database = await openTestDatabase(t);
  const { id } = await accounts.create(database, clock, ANN);
  const before = await rowOf(database, id);
  t.equal(before.version, 1);
  for (const ifVersion of [0, 2, Number.NaN]) {
    const failures = [
      await failureOf(accounts.update(database, later, id, { name: "Anna" }, { ifVersion })),
      await failureOf(accounts.update(database, later, id, {}, { ifVersion })),
      await failureOf(accounts.remove(database, later, id, { ifVersion })),
    ];
    for (const failure of failures) t.match(failure, { kind: "changed" });
  }
  t.same(await rowOf(database, id), before);
  t.match(await accounts.update(database, later, id, {}, { ifVersion: 1 }), { version: 1 });
  t.match(await accounts.update(database, later, id, { name: "Anna" }, { ifVersion: 1 }), { name: "Anna", version: 2 });
  t.match(await accounts.remove(database, later, id, { ifVersion: 2 }), { id });
  t.match(await failureOf(accounts.remove(database, later, id, { ifVersion: 3 })), { kind: "notFound" });
});

t.test(
  "update, remove: only a new password or address, deactivation and removal raise the credential version",
  async (t) => {
    const database = await openTestDatabase(t);
    const { id } = await accounts.create(database, clock, ANN);
    const version = async () => (await rowOf(database, id)).credential_version;
    await accounts.update(database, clock, id, {
      email: ANN.email.toUpperCase(),
      name: "A",
      locale: "sv",
      level: 2,
      active: true,
    });
    t.equal(await version(), 1);
    await accounts.update(database, clock, id, { password: "another password" });
    t.equal(await version(), 2);
    await accounts.update(database, clock, id, { active: false });
    t.equal(await version(), 3);
    await accounts.update(database, clock, id, { email: "ann@example.org" });
    t.equal(await version(), 4);
    await accounts.remove(database, clock, id);
    t.equal(await version(), 5);
  },
);

t.test("tokenSecret.getOrCreate: 20 parallel calls return the same secret of 256 bits", async (t) => {
  const database = await openTestDatabase(t);
  const secrets = await Promise.all(Array.from({ length: 20 }, () => tokenSecret.getOrCreate(database)));
  t.equal(new Set(secrets).size, 1);
  t.equal(Buffer.from(secrets[0] ?? "", "base64url").length, 32);
  t.not(
    await tokenSecret.getOrCreate(await openTestDatabase(t)),
    secrets[0],
    "another database has a different secret",
  );
});

t.test("authenticate: throws unauthenticated for signed tokens with missing or malformed claims", async (t) => {
  const database = await openTestDatabase(t);
  const { id } = await accounts.create(database, clock, ANN);
  const signer = { sign: (claims: object) => JSON.stringify(claims), verify: (token: string) => JSON.parse(token) };
  const service = { signer, formerKey: async () => undefined, clock, lifetime: 60 };
  const claims = JSON.parse(issue(service, { id, credential_version: 1 }));
  t.same(await authenticate(database, service, JSON.stringify(claims)), {
    accountId: id,
    level: 1,
    credentialVersion: 1,
    scopes: null,
  });
  const invalidClaims = [
    { sub: id },
    { sub: "" },
    { sub: "-1" },
    { sub: "1e3" },
    { sub: "9".repeat(16) },
    { sub: String(id + 1) },
    { exp: undefined },
    { exp: String(claims.exp) },
    { exp: NOW / 1000 },
    { ver: undefined },
    { ver: "1" },
    { ver: 2 },
  ];
  for (const invalid of invalidClaims) {
    t.match(
      await failureOf(authenticate(database, service, JSON.stringify({ ...claims, ...invalid }))),
      { kind: "unauthenticated", message: "Token is not valid" },
      JSON.stringify(invalid),
    );
  }
  for (const token of ["null", "[]", "7", "{"])
    t.match(await failureOf(authenticate(database, service, token)), { kind: "unauthenticated" }, token);
});
