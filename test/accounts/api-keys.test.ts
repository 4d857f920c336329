import { hash } from "node:crypto";
import { CompiledQuery } from "kysely";
import t from "tap";
import { failureOf } from "#contract/test/failures";
import * as accounts from "../../src/accounts/accounts.ts";
import { isKey, newKey, prefixOf } from "../../src/accounts/api-key.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import { KeyUseRecorder } from "../../src/accounts/use-recorder.ts";
import { openDatabase } from "../../src/database/database.ts";
import { openTestDatabase } from "../support/databases.ts";

const NOW = Date.UTC(2026, 0, 1, 12);
const MINUTE = 60_000;
const clock = () => NOW;
const ANN = { email: "ann@example.com", name: "Ann", password: "a long password" };
const BOB = { ...ANN, email: "bob@example.com" };

/** A database with one account, Ann, and functions that create API keys for her and authenticate them. */
async function openAccounts(test: Parameters<typeof openTestDatabase>[0]) {
  const database = await openTestDatabase(test);
  const { id } = await accounts.create(database, clock, ANN);
  const create = (name = "key", expiresAt: number | null = null) =>
    apiKeys.create(database, clock, id, { name, expiresAt });
  /** Authenticates a key at the time `now`, and waits until its use is recorded. */
  const authenticateAt = async (now: number, key: string) => {
    const uses = new KeyUseRecorder(database, (error) => test.fail(String(error)));
    const principal = await apiKeys.authenticate(database, { clock: () => now, uses }, key);
    await uses.close();
    return principal;
  };
  return { database, id, create, authenticateAt, authenticate: (key: string) => authenticateAt(NOW, key) };
}

t.test("isKey: recognises keys by format and checksum", async (t) => {
  const keys = Array.from({ length: 1_000 }, newKey);
  t.equal(new Set(keys).size, 1_000);
  for (const key of keys) if (!/^trip_[0-9a-v]{39}$/.test(key) || !isKey(key)) t.fail(key);
  const [key = ""] = keys;
  for (let index = 0; index < key.length; index++) {
    const other = key[index] === "0" ? "1" : "0";
    t.notOk(isKey(key.slice(0, index) + other + key.slice(index + 1)), `a different character at ${index}`);
  }
  for (const wrong of ["", "trip_", key.toUpperCase(), ` ${key}`, `${key}\n`, key.slice(0, -1), `${key}0`])
    t.notOk(isKey(wrong));
});

t.test("authenticate: rejects malformed keys without a query", async (t) => {
  const unreachable = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
  t.teardown(() => unreachable.destroy());
  const service = { clock, uses: new KeyUseRecorder(unreachable, () => {}) };
  for (const key of ["", "junk", `${newKey()}x`, "'; --"])
    t.match(await failureOf(apiKeys.authenticate(unreachable, service, key)), { kind: "unauthenticated" });
  t.match(await failureOf(apiKeys.authenticate(unreachable, service, newKey())), { kind: "unavailable" });
});

t.test("create: stores only the prefix and the hash of a key", async (t) => {
  const { database, create } = await openAccounts(t);
  const key = await create();
  const [row] = await database.selectFrom("api_keys").selectAll().execute();
  t.match(row, { prefix: key.slice(0, 13), key_hash: /^[0-9a-f]{64}$/ });
  t.equal(row?.key_hash, hash("sha256", key, "hex"));
  t.notMatch(JSON.stringify(row), key.slice(13));
});

t.test("authenticate: returns the account and its current level", async (t) => {
  const { database, id, create, authenticate } = await openAccounts(t);
  const key = await create();
  const keyPrefix = key.slice(0, 13);
  t.strictSame(await authenticate(key), { accountId: id, level: 1, credentialVersion: 1, keyPrefix, scopes: null });
  await accounts.update(database, clock, id, { level: 3 });
  t.strictSame(await authenticate(key), { accountId: id, level: 3, credentialVersion: 1, keyPrefix, scopes: null });
});

t.test("authenticate: distinguishes keys with the same prefix", async (t) => {
  const { database, id, create, authenticate } = await openAccounts(t);
  const bob = await accounts.create(database, clock, BOB);
  const [mine, theirs] = [
    await create(),
    await apiKeys.create(database, clock, bob.id, { name: "x", expiresAt: null }),
  ];
  await database
    .updateTable("api_keys")
    .set({ prefix: prefixOf(mine) })
    .execute();
  t.match(await authenticate(mine), { accountId: id });
  t.match(await failureOf(authenticate(theirs)), { kind: "unauthenticated" });
});

t.test("authenticate: accepts a key until the last millisecond before its expiry", async (t) => {
  const { create, authenticateAt } = await openAccounts(t);
  const key = await create("short", NOW + 10);
  t.ok(await authenticateAt(NOW + 9, key));
  t.match(await failureOf(authenticateAt(NOW + 10, key)), { kind: "unauthenticated" });
});

t.test("authenticate: records the minute of the last use, and writes at most once a minute", async (t) => {
  const { database, create, authenticateAt } = await openAccounts(t);
  const key = await create();
  const lastUse = async () =>
    (await database.selectFrom("api_keys").select("last_used_at").executeTakeFirst())?.last_used_at;
  t.equal(await lastUse(), null);
  await authenticateAt(NOW + 59_999, key);
  t.equal(await lastUse(), NOW);
  await database.executeQuery(CompiledQuery.raw("update api_keys set last_used_at = last_used_at + 1"));
  await authenticateAt(NOW + 59_999, key);
  t.equal(await lastUse(), NOW + 1, "nothing was written in the same minute");
  await authenticateAt(NOW + MINUTE, key);
  t.equal(await lastUse(), NOW + MINUTE);
  await authenticateAt(NOW, key);
  t.equal(await lastUse(), NOW + MINUTE, "keeps a time up to a minute ahead: another server's clock may be ahead");
});

t.test("authenticate: replaces a last use over a minute in the future, which a wrong clock recorded", async (t) => {
  const { database, create, authenticateAt } = await openAccounts(t);
  const key = await create();
  await authenticateAt(NOW + 400 * 24 * 60 * MINUTE, key);
  await authenticateAt(NOW, key);
  const row = await database.selectFrom("api_keys").select("last_used_at").executeTakeFirst();
  t.equal(row?.last_used_at, NOW);
});

t.test("create: throws taken if another key of the account has the same name", async (t) => {
  const { database, id, create } = await openAccounts(t);
  const bob = await accounts.create(database, clock, BOB);
  await create(" sync ");
  t.match(await failureOf(create("sync")), { kind: "taken" });
  await apiKeys.create(database, clock, bob.id, { name: "sync", expiresAt: null });
  const [key] = await apiKeys.list(database, id);
  await apiKeys.revoke(database, clock, id, key?.id ?? 0);
  await create("sync");
  t.equal((await apiKeys.list(database, id)).length, 1, "the name of a revoked key is free");
});

t.test("create: throws invalid for an invalid name or expiry", async (t) => {
  const { create } = await openAccounts(t);
  for (const name of ["", " ", "x".repeat(101), "a\0b"])
    t.match(await failureOf(create(name)), { kind: "invalid", details: [{ path: "/name" }] });
  for (const expiresAt of [NOW, NOW - 1, 0])
    t.match(await failureOf(create("x", expiresAt)), { kind: "invalid", details: [{ path: "/expires" }] });
  await create("👩‍👩‍👧 שלום");
  await create("😀".repeat(100));
  t.match(await failureOf(create("😀".repeat(101))), { kind: "invalid" });
});

t.test("create: throws notFound for an unknown and for a deleted account", async (t) => {
  const { database, id, create } = await openAccounts(t);
  const other = apiKeys.create(database, clock, id + 1, { name: "x", expiresAt: null });
  t.match(await failureOf(other), { kind: "notFound" });
  await accounts.remove(database, clock, id);
  t.match(await failureOf(create()), { kind: "notFound" });
});

t.test("create: throws conflict beyond 100 keys, also for parallel calls", async (t) => {
  const { database, id, create } = await openAccounts(t);
  const outcomes = await Promise.allSettled(Array.from({ length: 110 }, (_, number) => create(`key ${number}`)));
  const rejected = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  t.equal(rejected.length, 10);
  for (const reason of rejected) t.match(reason, { kind: "conflict" });
  t.equal((await apiKeys.list(database, id)).length, 100);
});

t.test("revoke: only the owner can revoke a key, and only once", async (t) => {
  const { database, id, create, authenticate } = await openAccounts(t);
  const bob = await accounts.create(database, clock, BOB);
  const key = await create();
  const [row] = await apiKeys.list(database, id);
  const keyId = row?.id ?? 0;
  t.match(await failureOf(apiKeys.revoke(database, clock, bob.id, keyId)), { kind: "notFound" });
  t.match(await failureOf(apiKeys.get(database, bob.id, keyId)), { kind: "notFound" });
  t.ok(await authenticate(key));
  t.match(await apiKeys.revoke(database, clock, id, keyId), { id: keyId });
  t.match(await failureOf(authenticate(key)), { kind: "unauthenticated" });
  t.match(await failureOf(apiKeys.revoke(database, clock, id, keyId)), { kind: "notFound" });
});
