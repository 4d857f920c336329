import t, { type Test } from "tap";
import { failureOf } from "#contract/test/failures";
import { openRemembered, openSession } from "../../harness/sessions.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import { createLoginService, logIn } from "../../src/accounts/login/login-service.ts";
import * as sessions from "../../src/accounts/sessions.ts";
import * as passwordReset from "../../src/recovery/password-reset.ts";
import { FIXTURE_PASSWORD, FIXTURE_PASSWORD_HASH } from "../../src/testing/fixtures.ts";
import { openTestDatabase } from "../support/databases.ts";
import { ADDRESS, openMailService, tokenIn } from "../support/mails.ts";

const ANN = "Ann@example.com";
const MINUTE_MS = 60_000;
const NEW_PASSWORD = "a new long password";
const INVALID = { kind: "invalid", reason: "link-invalid" };

/** A database with the account of Ann, and functions that ask for and use links. */
async function openResets(t: Test, limitPerHour?: number) {
  const database = await openTestDatabase(t);
  const mail = openMailService(t, database, limitPerHour);
  const { id } = await accounts.createWithHash(
    database,
    mail.clock,
    { email: ANN, name: "Ann" },
    FIXTURE_PASSWORD_HASH,
  );
  const ask = async (email = ANN, address = ADDRESS) => {
    await passwordReset.request(database, mail.service, { email, address, language: "en" });
    await mail.settled();
  };
  const complete = (token: string, password = NEW_PASSWORD) =>
    passwordReset.complete(database, mail.clock, { token, password, address: ADDRESS });
  const logins = createLoginService({ clock: mail.clock, limitPerMinute: 1000 });
  const signIn = (password: string) =>
    logIn(database, logins, { email: ANN, password, client: { address: ADDRESS, userAgent: "", referer: "" } });
  return { database, id, ...mail, ask, complete, signIn };
}

t.test("request: mails a link that replaces the password once", async (t) => {
  const { mails, ask, complete, signIn } = await openResets(t);
  await ask("ANN@example.com");
  t.match(mails, [
    { to: ANN, subject: "Reset your password", text: "https://triptych.example/account/reset-password?token=" },
  ]);
  const token = tokenIn(mails[0]?.text);
  await complete(token);
  t.ok(await signIn(NEW_PASSWORD));
  t.match(await failureOf(signIn(FIXTURE_PASSWORD)), { kind: "unauthenticated" });
  t.match(await failureOf(complete(token, "another new password")), INVALID);
});

t.test("request: writes the mail in the language that was asked for", async (t) => {
  const { database, service, mails, settled } = await openResets(t);
  await passwordReset.request(database, service, { email: ANN, address: ADDRESS, language: "de" });
  await settled();
  t.match(mails, [{ subject: "Passwort zurücksetzen", text: "innerhalb von 30 Minuten" }]);
});

t.test("request: for unknown, inactive and deleted accounts it does the same, but sends no mail", async (t) => {
  const { database, clock, id, mails, ask } = await openResets(t);
  await ask("nobody@example.com");
  await accounts.update(database, clock, id, { active: false });
  await ask();
  await accounts.remove(database, clock, id);
  await ask();
  t.same(mails, []);
  t.same(await database.selectFrom("one_time_links").selectAll().execute(), []);
});

t.test("request: returns before it looks the account up", async (t) => {
  const { database, service, settled } = await openResets(t);
  let selects = 0;
  const observed = database.withPlugin({
    transformQuery: ({ node }) => {
      selects += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const counter = { hit: async () => ({ count: 1, remainingMs: 0 }) };
  await passwordReset.request(observed, { ...service, counter }, { email: ANN, address: ADDRESS, language: "en" });
  t.equal(selects, 0);
  await settled();
  t.not(selects, 0);
});

t.test("request: throws tooMany beyond the limit of a network, and of an address, known or not", async (t) => {
  for (const email of [ANN, "nobody@example.com"]) {
    const { ask, advanceClock } = await openResets(t, 7);
    for (let count = 0; count < 5; count++) await ask(email);
    t.match(await failureOf(ask(email.toUpperCase())), {
      kind: "tooMany",
      message: /mails to this address/,
      retryAfter: 3600,
    });
    await ask("other@example.com");
    t.match(await failureOf(ask("another@example.com")), { kind: "tooMany", message: /mails for your network/ });
    await ask("another@example.com", "198.51.100.1");
    advanceClock(60 * MINUTE_MS);
    await ask(email);
  }
});

t.test("request: throws forbidden if the server sends no mail", async (t) => {
  const { database, service } = await openResets(t);
  const request = { email: ANN, address: ADDRESS, language: "en" } as const;
  t.match(await failureOf(passwordReset.request(database, { ...service, outbox: undefined }, request)), {
    kind: "forbidden",
    message: /Ask an administrator/,
  });
});

t.test("request: stores only the hash of the token, and at most one link of an account", async (t) => {
  const { database, mails, ask, complete } = await openResets(t);
  await ask();
  await ask();
  const [first, second] = mails.map(({ text }) => tokenIn(text));
  const rows = await database.selectFrom("one_time_links").selectAll().execute();
  t.equal(rows.length, 1);
  for (const token of [first, second]) t.notOk(JSON.stringify(rows).includes(token ?? ""));
  t.match(await failureOf(complete(first ?? "")), INVALID, "a later link replaces an earlier one");
  await complete(second ?? "");
});

t.test("complete: a link is valid for 30 minutes, and not if it was created while the clock was ahead", async (t) => {
  const { database, clock, mails, ask, complete, advanceClock } = await openResets(t);
  await ask();
  const token = tokenIn(mails[0]?.text);
  advanceClock(30 * MINUTE_MS - 1);
  await passwordReset.getLink(database, clock, token);
  advanceClock(1);
  t.match(await failureOf(passwordReset.getLink(database, clock, token)), INVALID);
  t.match(await failureOf(complete(token)), INVALID);
  await ask();
  // Longer than the links of new accounts are valid.
  advanceClock(-3 * 24 * 60 * MINUTE_MS);
  t.match(await failureOf(complete(tokenIn(mails[1]?.text))), INVALID);
  t.match(await failureOf(complete("unknown")), INVALID);
});

t.test("complete: ends sessions; API keys only if the address was not confirmed", async (t) => {
  const { database, clock, id, mails, ask, complete } = await openResets(t);
  const account = { id, credential_version: 1 };
  const [session, remembered] = [
    await openSession(database, clock, account),
    await openRemembered(database, clock, account),
  ];
  await apiKeys.create(database, clock, id, { name: "Script", expiresAt: null });
  await database.updateTable("accounts").set({ email_confirmed_at: clock() }).where("id", "=", id).execute();
  await ask();
  t.same(await complete(tokenIn(mails[0]?.text)), { accountId: id, evicted: undefined });
  t.equal(await sessions.find(database, clock, session), undefined);
  const client = { address: ADDRESS, userAgent: "", referer: "" };
  t.equal(await sessions.resume(database, clock, remembered, client), undefined);
  t.equal((await apiKeys.list(database, id)).length, 1);
  await database.updateTable("accounts").set({ email_confirmed_at: null }).where("id", "=", id).execute();
  await ask();
  t.match(await complete(tokenIn(mails[1]?.text)), { evicted: { keys: 1, webhooks: 0, shared: 0, joined: 0 } });
  t.same(await apiKeys.list(database, id), []);
});

t.test("complete: a new password, deactivation and removal of the account make its link invalid", async (t) => {
  const changes = [{ password: "yet another password" }, { active: false }, { email: "ann@new.example" }];
  for (const change of changes) {
    const { database, clock, id, mails, ask, complete } = await openResets(t);
    await database.updateTable("accounts").set({ email_confirmed_at: clock() }).where("id", "=", id).execute();
    await ask();
    await accounts.update(database, clock, id, change);
    await accounts.update(database, clock, id, { active: true });
    t.match(await failureOf(complete(tokenIn(mails[0]?.text))), INVALID);
  }
  const { database, clock, id, mails, ask, complete } = await openResets(t);
  await ask();
  await accounts.remove(database, clock, id);
  t.match(await failureOf(complete(tokenIn(mails[0]?.text))), INVALID);
});

t.test(
  "complete: who registered the address of somebody else cannot make the links of its owner invalid",
  async (t) => {
    const { database, service, clock, id, mails, ask, complete, signIn } = await openResets(t);
    await ask();
    await accounts.update(database, clock, id, { password: "the password of a stranger" });
    await complete(tokenIn(mails[0]?.text));
    t.ok(await signIn(NEW_PASSWORD));
    await database.updateTable("accounts").set({ email_confirmed_at: null }).where("id", "=", id).execute();
    const link = await passwordReset.createLink(database, service, id);
    await accounts.update(database, clock, id, { password: "the password of a stranger" });
    await complete(tokenIn(link));
    for (const change of [{ active: false }, { email: "stranger@example.com" }]) {
      await database.updateTable("accounts").set({ email_confirmed_at: null }).where("id", "=", id).execute();
      await ask();
      await accounts.update(database, clock, id, change);
      await accounts.update(database, clock, id, { active: true });
      t.match(await failureOf(complete(tokenIn(mails.at(-1)?.text))), INVALID);
    }
  },
);

t.test("complete: rejects a password that is easy to guess, and the link stays valid", async (t) => {
  const { mails, ask, complete } = await openResets(t);
  await ask();
  const token = tokenIn(mails[0]?.text);
  t.match(await failureOf(complete(token, "password")), { kind: "invalid", details: [{ path: "/password" }] });
  t.match(await failureOf(complete(token, "ann@example.com")), { kind: "invalid", details: [{ path: "/password" }] });
  await complete(token);
});

t.test("complete: of several calls with one link, one succeeds", async (t) => {
  const { mails, ask, complete } = await openResets(t);
  await ask();
  const token = tokenIn(mails[0]?.text);
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map((number) => complete(token, `a new long password ${number}`)),
  );
  t.same(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected", "rejected"]);
});

t.test("complete: clears the failed logins, so that the owner can log in at once", async (t) => {
  const { database, mails, clock, ask, complete, signIn } = await openResets(t);
  const failure = { email_key: "ann@example.com", network: "198.51.100.1", failed_at: clock() };
  await database
    .insertInto("failed_logins")
    .values(Array.from({ length: 20 }, () => failure))
    .execute();
  t.match(await failureOf(signIn(FIXTURE_PASSWORD)), { kind: "tooMany" });
  await ask();
  await complete(tokenIn(mails[0]?.text));
  t.ok(await signIn(NEW_PASSWORD));
});

t.test("createLink: creates a link for an active account, without mail", async (t) => {
  const { database, service, clock, id, mails, complete, signIn } = await openResets(t);
  const link = await passwordReset.createLink(database, service, id);
  t.match(link, /^https:\/\/triptych\.example\/account\/reset-password\?token=/);
  t.same(mails, []);
  await complete(tokenIn(link));
  t.ok(await signIn(NEW_PASSWORD));
  t.match(await failureOf(passwordReset.createLink(database, service, 4711)), { kind: "notFound" });
  await accounts.update(database, clock, id, { active: false });
  t.match(await failureOf(passwordReset.createLink(database, service, id)), { kind: "conflict" });
});

t.test("createLink: deletes expired links of other accounts", async (t) => {
  const { database, service, clock, id, advanceClock } = await openResets(t);
  const bob = await accounts.createWithHash(database, clock, { email: "bob@example.com", name: "Bob" }, "");
  await passwordReset.createLink(database, service, bob.id);
  advanceClock(30 * MINUTE_MS);
  await passwordReset.createLink(database, service, id);
  t.match(await database.selectFrom("one_time_links").select("account_id").execute(), [{ account_id: id }]);
});
