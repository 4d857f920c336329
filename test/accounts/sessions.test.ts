import { hash } from "node:crypto";
import { sql } from "kysely";
import t, { type Test } from "tap";
import { openRemembered, openSession } from "../../harness/sessions.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import * as sessions from "../../src/accounts/sessions.ts";
import { engine, openTestDatabase } from "../support/databases.ts";

const NOW = Date.UTC(2026, 0, 1);
const clock = () => NOW;
const ORIGIN = { address: "192.0.2.1", userAgent: "Tester", referer: "" };

/** A database with one account, Ann. */
async function openAccounts(t: Test) {
  const database = await openTestDatabase(t);
  const { id } = await accounts.create(database, clock, {
    email: "ann@example.com",
    name: "Ann",
    password: "a long password",
  });
  return { database, ann: { id, credential_version: 1 } };
}

t.test("find: returns the account of a session until it is closed or expires", async (t) => {
  const { database, ann } = await openAccounts(t);
  const [one, other] = [await openSession(database, clock, ann), await openSession(database, clock, ann)];
  t.match(one, /^[\w-]{43}$/, "256 bits in base64url");
  t.not(one, other);
  t.match(await sessions.find(database, clock, one), { id: ann.id, name: "Ann", user_level: 1 });
  await sessions.close(database, one);
  t.equal(await sessions.find(database, clock, one), undefined);
  t.ok(await sessions.find(database, () => NOW + sessions.SESSION_LIFETIME_MS - 1, other), "other sessions stay open");
  t.equal(await sessions.find(database, () => NOW + sessions.SESSION_LIFETIME_MS, other), undefined);
  for (const wrong of ["", "x", one.toLowerCase()]) t.equal(await sessions.find(database, clock, wrong), undefined);
});

t.test("find, resume: find accepts only session tokens, and resume only remember tokens", async (t) => {
  const { database, ann } = await openAccounts(t);
  const [session, remembered] = [await openSession(database, clock, ann), await openRemembered(database, clock, ann)];
  t.equal(await sessions.find(database, clock, remembered), undefined);
  t.equal(await sessions.resume(database, clock, session, ORIGIN), undefined);
  const resumed = await sessions.resume(database, clock, remembered, ORIGIN);
  t.match(resumed, { user: { id: ann.id } });
  t.match(await sessions.find(database, clock, resumed?.token ?? ""), { id: ann.id });
  t.match(await database.selectFrom("logins").selectAll().execute(), [
    { account_id: ann.id, via_remember: 1, ip_address: "192.0.2.1", user_agent: "Tester", created_at: NOW },
  ]);
  t.equal(await sessions.resume(database, () => NOW + sessions.REMEMBER_LIFETIME_MS, remembered, ORIGIN), undefined);
  t.equal(
    (await database.selectFrom("logins").select("id").execute()).length,
    1,
    "a failed resume is not recorded as a login",
  );
});

t.test("find, resume: a new password, deactivation and removal of the account invalidate its tokens", async (t) => {
  const changes = {
    "another password": { password: "another long password" },
    deactivation: { active: false },
  };
  for (const [name, change] of Object.entries(changes)) {
    const { database, ann } = await openAccounts(t);
    const [session, remembered] = [await openSession(database, clock, ann), await openRemembered(database, clock, ann)];
    await accounts.update(database, clock, ann.id, change);
    await accounts.update(database, clock, ann.id, { active: true });
    t.equal(await sessions.find(database, clock, session), undefined, name);
    t.equal(await sessions.resume(database, clock, remembered, ORIGIN), undefined, name);
  }
  const { database, ann } = await openAccounts(t);
  const session = await openSession(database, clock, ann);
  await accounts.update(database, clock, ann.id, { name: "Anna", level: 2 });
  t.match(
    await sessions.find(database, clock, session),
    { name: "Anna", user_level: 2 },
    "other changes do not invalidate tokens",
  );
  await accounts.remove(database, clock, ann.id);
  t.equal(await sessions.find(database, clock, session), undefined);
});

t.test("find, resume: a token issued while the clock was ahead is not valid afterwards", async (t) => {
  const { database, ann } = await openAccounts(t);
  const ahead = () => NOW + 400 * 24 * 60 * 60 * 1000;
  const [before, meanwhile, remembered] = [
    await openSession(database, clock, ann),
    await openSession(database, ahead, ann),
    await openRemembered(database, ahead, ann),
  ];
  t.equal(await sessions.find(database, clock, meanwhile), undefined);
  t.equal(await sessions.resume(database, clock, remembered, ORIGIN), undefined);
  t.ok(await sessions.find(database, () => ahead() - 60_000, meanwhile), "the clock may be set back by a minute");
  t.equal(await sessions.find(database, clock, before), undefined, "deleted as expired while the clock was ahead");
});

if (engine === "sqlite") {
  t.test("resume: while the database can't write, finds the account but opens no session", async (t) => {
    const { database, ann } = await openAccounts(t);
    const remembered = await openRemembered(database, clock, ann);
    await sql`pragma query_only = on`.execute(database);
    t.match(await sessions.resume(database, clock, remembered, ORIGIN), { user: { id: ann.id }, token: undefined });
    t.equal(await sessions.resume(database, clock, "another token", ORIGIN), undefined);
    await sql`pragma query_only = off`.execute(database);
    t.ok((await sessions.resume(database, clock, remembered, ORIGIN))?.token);
  });
}

t.test("resume: stores the network of the owner as known", async (t) => {
  const { database, ann } = await openAccounts(t);
  await sessions.resume(database, clock, await openRemembered(database, clock, ann), ORIGIN);
  t.same(await database.selectFrom("known_networks").selectAll().execute(), [
    { account_id: ann.id, network: "192.0.2.1", used_at: NOW },
  ]);
});

t.test("open: deletes expired sessions", async (t) => {
  const { database, ann } = await openAccounts(t);
  for (let times = 0; times < 3; times++) await openSession(database, clock, ann);
  await openRemembered(database, clock, ann);
  await openSession(database, () => NOW + sessions.SESSION_LIFETIME_MS, ann);
  t.equal(
    (await database.selectFrom("sessions").select("token_hash").execute()).length,
    2,
    "the remember token and the last session",
  );
});

t.test("signIn: stores only the hashes of the tokens", async (t) => {
  const { database, ann } = await openAccounts(t);
  const { session, remember = "" } = await sessions.signIn(database, clock, ann, { client: ORIGIN, isKept: true });
  const tokens = [session, remember];
  const rows = await database.selectFrom("sessions").selectAll().orderBy("kept").execute();
  t.strictSame(
    rows.map(({ token_hash, kept, expires_at }) => ({ token_hash, kept, lifetime: expires_at - NOW })),
    tokens.map((token, kept) => ({
      token_hash: hash("sha256", token, "hex"),
      kept,
      lifetime: kept === 1 ? sessions.REMEMBER_LIFETIME_MS : sessions.SESSION_LIFETIME_MS,
    })),
  );
  for (const token of tokens) t.notOk(JSON.stringify(rows).includes(token));
});

t.test("resume: works until the token is closed or expires, or the account is removed", async (t) => {
  const { database, ann } = await openAccounts(t);
  const [one, other] = [await openRemembered(database, clock, ann), await openRemembered(database, clock, ann)];
  await sessions.close(database, one);
  t.equal(await sessions.resume(database, clock, one, ORIGIN), undefined);
  const lastMillisecond = () => NOW + sessions.REMEMBER_LIFETIME_MS - 1;
  const resumed = await sessions.resume(database, lastMillisecond, other, ORIGIN);
  t.match(resumed, { user: { id: ann.id } }, "the other token works until the last millisecond");
  await accounts.remove(database, clock, ann.id);
  t.equal(await sessions.resume(database, clock, other, ORIGIN), undefined);
  t.equal(await sessions.find(database, lastMillisecond, resumed?.token ?? ""), undefined);
  t.equal((await database.selectFrom("logins").select("id").execute()).length, 1);
});
