import t, { type Test } from "tap";
import { failureOf } from "#contract/test/failures";
import * as accounts from "../../src/accounts/accounts.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import * as loginHistory from "../../src/accounts/login/login-history.ts";
import * as sessionList from "../../src/accounts/session-list.ts";
import * as sessions from "../../src/accounts/sessions.ts";
import { SessionUseRecorder } from "../../src/accounts/use-recorder.ts";
import { openTestDatabase } from "../support/databases.ts";

const START = Date.UTC(2026, 0, 1, 12);
const MINUTE_MS = 60_000;
const LAPTOP = { address: "192.0.2.1", userAgent: "Laptop", referer: "" };
const PHONE = { address: "2001:db8::1", userAgent: "Phone", referer: "" };

/** A database with the accounts of Ann and Bob, and functions that sign Ann in and list her browsers. */
async function openAccounts(t: Test) {
  const database = await openTestDatabase(t);
  let now = START;
  const clock = () => now;
  const create = async (name: string) => {
    const email = `${name}@example.com`;
    const { id } = await accounts.createWithHash(database, clock, { email, name }, "hash");
    return { id, credential_version: 1 };
  };
  const [ann, bob] = [await create("Ann"), await create("Bob")];
  const signIn = (client: typeof LAPTOP, isKept = false) => sessions.signIn(database, clock, ann, { client, isKept });
  /** The user of a session. */
  const userOf = async (token: string) => {
    const user = await sessions.find(database, clock, token);
    if (user === undefined) throw new Error("The session has ended.");
    return user;
  };
  const list = async (token: string) => sessionList.list(database, clock, await userOf(token));
  const advanceClock = (milliseconds: number) => {
    now += milliseconds;
  };
  return { database, clock, ann, bob, signIn, userOf, list, advanceClock };
}

t.test("list: shows each browser once, the most recently used first", async (t) => {
  const { database, clock, bob, signIn, list, advanceClock } = await openAccounts(t);
  const laptop = await signIn(LAPTOP, true);
  t.equal((await signIn(LAPTOP)).remember, undefined);
  await sessions.signIn(database, clock, bob, { client: PHONE, isKept: false });
  advanceClock(MINUTE_MS);
  const phone = await signIn(PHONE);
  const browsers = await list(phone.session);
  t.match(browsers, [
    { userAgent: "Phone", network: "2001:db8:0:0::/64", isKeptSignedIn: false, isCurrent: true },
    { userAgent: "Laptop", network: "192.0.2.1", isCurrent: false },
    { userAgent: "Laptop", network: "192.0.2.1", isCurrent: false },
  ]);
  t.match(browsers[0], {
    signedInAt: START + MINUTE_MS,
    lastUsedAt: START + MINUTE_MS,
    expiresAt: START + MINUTE_MS + sessions.SESSION_LIFETIME_MS,
  });
  const kept = browsers.find(({ isKeptSignedIn }) => isKeptSignedIn);
  t.match(kept, { signedInAt: START, expiresAt: START + sessions.REMEMBER_LIFETIME_MS });
  t.equal((await list(laptop.session)).find(({ isCurrent }) => isCurrent)?.id, kept?.id);
  t.equal(new Set(browsers.map(({ id }) => id)).size, 3);
});

t.test("list: leaves out what has expired or ended", async (t) => {
  const { database, clock, ann, signIn, list, advanceClock } = await openAccounts(t);
  await signIn(LAPTOP);
  const kept = await signIn(PHONE, true);
  advanceClock(sessions.SESSION_LIFETIME_MS);
  const resumed = await sessions.resume(database, clock, kept.remember ?? "", LAPTOP);
  t.match(await list(resumed?.token ?? ""), [
    { userAgent: "Laptop", signedInAt: START, isKeptSignedIn: true, isCurrent: true },
  ]);
  await accounts.update(database, clock, ann.id, { password: "another long password" });
  const user = { ...ann, credential_version: 2, browser_id: "" };
  t.same(await sessionList.list(database, clock, user), []);
});

t.test("SessionUseRecorder: stores when and from where a session was last used, once a minute", async (t) => {
  const { database, clock, signIn, userOf, list, advanceClock } = await openAccounts(t);
  const { session } = await signIn(LAPTOP);
  const recorder = new SessionUseRecorder(database);
  const use = async (client: typeof LAPTOP) => {
    recorder.record(session, await userOf(session), client, clock());
    await recorder.close();
  };
  advanceClock(5 * MINUTE_MS + 30_000);
  await use(PHONE);
  const used = {
    userAgent: "Phone",
    network: "2001:db8:0:0::/64",
    lastUsedAt: START + 5 * MINUTE_MS,
    signedInAt: START,
  };
  t.match(await list(session), [used]);
  advanceClock(10_000);
  await use(LAPTOP);
  t.match(await list(session), [used], "the same minute");
  advanceClock(MINUTE_MS);
  await use({ ...LAPTOP, userAgent: "x".repeat(300) });
  t.match(await list(session), [{ userAgent: "x".repeat(255), lastUsedAt: START + 6 * MINUTE_MS }]);
});

t.test("end: signs one browser out, with its remember token", async (t) => {
  const { database, clock, ann, bob, signIn, list } = await openAccounts(t);
  const [laptop, phone] = [await signIn(LAPTOP, true), await signIn(PHONE)];
  const id = (await list(phone.session)).find(({ isKeptSignedIn }) => isKeptSignedIn)?.id ?? "";
  t.match(await failureOf(sessionList.end(database, bob.id, id)), { kind: "notFound" }, "not one's own");
  await sessionList.end(database, ann.id, id);
  t.equal(await sessions.find(database, clock, laptop.session), undefined);
  t.equal(await sessions.resume(database, clock, laptop.remember ?? "", LAPTOP), undefined);
  t.match(await list(phone.session), [{ userAgent: "Phone" }]);
  t.match(await failureOf(sessionList.end(database, ann.id, id)), { kind: "notFound" });
});

t.test("endAll: ends all sessions of the account, but no API keys and no sessions of others", async (t) => {
  const { database, clock, ann, bob, signIn } = await openAccounts(t);
  const laptop = await signIn(LAPTOP, true);
  const { session: ofBob } = await sessions.signIn(database, clock, bob, { client: PHONE, isKept: false });
  await apiKeys.create(database, clock, ann.id, { name: "Script", expiresAt: null });
  await sessionList.endAll(database, clock, ann.id);
  t.equal(await sessions.find(database, clock, laptop.session), undefined);
  t.equal(await sessions.resume(database, clock, laptop.remember ?? "", LAPTOP), undefined);
  t.ok(await sessions.find(database, clock, ofBob));
  t.equal((await apiKeys.list(database, ann.id)).length, 1);
  t.match(await failureOf(sessionList.endAll(database, clock, 4711)), { kind: "notFound" });
});

t.test("loginHistory.page: pages through the logins, newest first", async (t) => {
  const { database, ann, bob } = await openAccounts(t);
  const record = (accountId: number, now: number) =>
    loginHistory.record(database, { accountId, credentialVersion: 1, client: LAPTOP, viaRemember: false, now });
  for (let number = 1; number <= 5; number++) {
    await record(ann.id, number);
    await record(bob.id, number);
  }
  const first = await loginHistory.page(database, ann.id, { before: undefined, limit: 3 });
  t.match(first, { logins: [{ created_at: 5 }, { created_at: 4 }, { created_at: 3 }], hasMore: true });
  const second = await loginHistory.page(database, ann.id, { before: first.logins.at(-1)?.id, limit: 3 });
  t.match(second, { hasMore: false });
  t.same(
    second.logins.map(({ created_at }) => created_at),
    [2, 1],
  );
  t.equal((await loginHistory.page(database, ann.id, { before: undefined, limit: 5 })).hasMore, false);
});
