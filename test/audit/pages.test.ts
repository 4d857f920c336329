import t from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import { openPageClient, type PageClient, signIn } from "../../harness/page-client.ts";
import * as setup from "../../src/setup/setup.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { eventsOf, openAdministration } from "../support/audit.ts";
import { openMailingApp, pathIn } from "../support/mailing-app.ts";
import { tokenIn } from "../support/mails.ts";
import { createPerson, type Person } from "../support/people.ts";

const ADDRESS = "127.0.0.1";

/** The id of the only browser of a person. */
async function browserIdOf({ context: { database } }: TestApp, { id }: Person): Promise<string> {
  const { browser_id } = await database
    .selectFrom("sessions")
    .select("browser_id")
    .where("account_id", "=", id)
    .executeTakeFirstOrThrow();
  return browser_id;
}

t.test("the pages of users: with the browser of the administrator", async (t) => {
  const { app, ann, bob, browser } = await openAdministration(t);
  const by = { actor: "account", actorId: ann.id, credential: await browserIdOf(app, ann), address: ADDRESS };
  const path = `/account/users/${bob.id}`;
  const post = async (path: string, fields: Readonly<Record<string, string>>) => {
    await browser.get(path);
    const { status, text } = await browser.post(path, fields);
    t.ok(status === 303 || status === 200, text);
  };
  const eve = { name: "Eve", email_address: "eve@example.com", user_level: "1", locale: "en", active: "1" };
  const passwords = { password: "a long pass phrase", password_confirmation: "a long pass phrase" };
  const current_password = ann.password;
  const { version } = await app.context.database
    .selectFrom("accounts")
    .select("version")
    .where("id", "=", bob.id)
    .executeTakeFirstOrThrow();
  const demoted = { name: "Bob", email_address: bob.email, locale: "en", user_level: "2", active: "1" };

  t.match(await eventsOf(app, () => post("/account/users/new", { ...eve, ...passwords })), [
    { ...by, via: "/account/users/new", action: "account.create", personal: { name: "Eve" } },
  ]);
  t.match(await eventsOf(app, () => post(path, { ...demoted, version: String(version), current_password })), [
    { ...by, via: "/account/users/:id", action: "account.level.change", details: { level: { from: 1, to: 2 } } },
  ]);
  const link = await eventsOf(app, () => post(`${path}/reset-link`, { current_password }));
  t.match(link, [{ ...by, via: "/account/users/:id/reset-link", action: "account.reset-link", accountId: bob.id }]);
  t.match(await eventsOf(app, () => post(`${path}/delete`, {})), [
    { ...by, via: "/account/users/:id/delete", action: "account.delete", accountId: bob.id },
  ]);
});

t.test("the pages of the own account: keys, profile, sessions, deletion", async (t) => {
  const app = await openApp(t);
  const bob = await createPerson(app, "Bob");
  const other = await signIn(app.base, bob);
  const client = await signIn(app.base, bob);
  const post = async (browser: PageClient, path: string, fields: Readonly<Record<string, string>>) => {
    await browser.get(path.replace(/\/\d+\/revoke/, ""));
    const { status, text } = await browser.post(path, fields);
    t.ok(status === 303 || status === 200, text);
  };
  const by = { actor: "account", actorId: bob.id, accountId: bob.id };
  const created = await eventsOf(app, () => post(client, "/account/api-keys", { name: "Sync", expires: "7" }));
  t.match(created, [
    {
      ...by,
      via: "/account/api-keys",
      action: "key.create",
      targetKind: "key",
      targetId: "1",
      personal: { name: "Sync" },
    },
  ]);
  t.match(created[0]?.details, { prefix: /^trip_[0-9a-v]{8}$/, expires_at: app.context.clock() + 7 * 86_400_000 });
  t.match(await eventsOf(app, () => post(client, "/account/api-keys/1/revoke", {})), [
    {
      ...by,
      action: "key.revoke",
      targetId: "1",
      details: created[0]?.details.prefix && { prefix: created[0].details.prefix },
    },
  ]);
  t.match(await eventsOf(app, () => post(client, "/account/profile", { name: "Robert", locale: "en" })), [
    { ...by, action: "account.update", personal: { name: { from: "Bob", to: "Robert" } } },
  ]);
  const { database, clock } = app.context;
  const browsers = await database.selectFrom("sessions").select("browser_id").distinct().execute();
  const [own] = (await eventsOf(app, () => post(client, "/account/profile", { name: "Bob", locale: "en" }))).map(
    ({ credential }) => credential,
  );
  const otherId = browsers.find(({ browser_id }) => browser_id !== own)?.browser_id ?? "";
  t.match(await eventsOf(app, () => post(client, "/account/sessions", { browser: otherId })), [
    { ...by, action: "session.end", targetKind: "session", targetId: otherId, credential: own },
  ]);
  t.same(await eventsOf(app, () => other.post("/account/sign-out")), [], "it was signed out already");
  const signedOut = await eventsOf(app, async () => {
    await client.get("/account/profile");
    await client.post("/account/sign-out");
  });
  t.match(signedOut, [{ ...by, action: "session.end", targetId: own }]);
  t.equal(signedOut.length, 1);

  const current_password = bob.password;
  const newEmail = { email_address: "robert@example.com", current_password };
  const changing = await signIn(app.base, bob);
  t.match(await eventsOf(app, () => post(changing, "/account/profile/email", newEmail)), [
    { ...by, via: "/account/profile/email", action: "account.email.change" },
  ]);
  const again = await signIn(app.base, { ...bob, email: "robert@example.com" }, { keep: "1" });
  t.match(await eventsOf(app, () => post(again, "/account/sessions", { everywhere: "1" })), [
    { ...by, action: "session.end-all", targetKind: "account" },
  ]);
  const third = await signIn(app.base, { ...bob, email: "robert@example.com" }, { keep: "1" });
  const password = "Bob's new pass phrase";
  const replace = { current_password, password, password_confirmation: password };
  t.match(await eventsOf(app, () => post(third, "/account/profile/password", replace)), [
    { ...by, action: "account.password.change" },
  ]);
  const last = await signIn(app.base, { email: "robert@example.com", password }, { keep: "1" });
  const signedOutOnce = await eventsOf(app, async () => {
    await last.get("/account/profile");
    await last.post("/account/sign-out");
  });
  t.equal(signedOutOnce.length, 1, "a browser with a session and a remember token is one session");
  const deleting = await signIn(app.base, { email: "robert@example.com", password });
  const events = await eventsOf(app, () =>
    post(deleting, "/account/data/delete", { current_password: password, confirm: "1" }),
  );
  t.match(events, [{ ...by, via: "/account/data/delete", action: "account.delete", occurredAt: clock() }]);
});

t.test("mailed links: a new password, and a confirmed e-mail address", async (t) => {
  const app = await openMailingApp(t);
  const bob = await createPerson(app, "Bob");
  const browser = openPageClient(app.base);
  await browser.get("/account/forgotten-password");
  await browser.post("/account/forgotten-password", { email_address: bob.email });
  const link = pathIn((await app.mailsTo(bob.email))[0]?.text);
  trackSecrets(tokenIn(link));
  const password = "Bob's new pass phrase";
  const events = await eventsOf(app, async () => {
    await browser.get(link);
    await browser.post("/account/reset-password", {
      token: tokenIn(link),
      password,
      password_confirmation: password,
    });
  });
  const about = { actor: "anonymous", actorId: null, accountId: bob.id, address: ADDRESS };
  t.match(events, [{ ...about, action: "account.password.change", details: { with: "mailed link" } }]);
  t.equal(events.length, 1);

  const client = await signIn(app.base, { email: bob.email, password });
  const requested = await eventsOf(app, async () => {
    await client.get("/account/profile/email");
    await client.post("/account/profile/email", { email_address: "robert@example.com", current_password: password });
  });
  t.same(requested, [], "nothing changes before the link is opened");
  const confirmation = pathIn((await app.mailsTo("robert@example.com"))[0]?.text);
  trackSecrets(tokenIn(confirmation));
  const confirmed = await eventsOf(app, async () => {
    await client.get(confirmation);
    await client.post("/account/confirm-email", { token: tokenIn(confirmation) });
  });
  t.match(confirmed, [
    {
      actorId: bob.id,
      action: "account.email.change",
      personal: { email: { from: bob.email, to: "robert@example.com" } },
    },
  ]);
});

t.test("registering on the page, and the setup of the first administrator", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  const token = tokenIn(await setup.createLink(database, { clock, baseUrl: app.base }));
  trackSecrets(token);
  const password = "a long pass phrase";
  const ada = { name: "Ada", email_address: "ada@example.com", password, password_confirmation: password };
  const browser = openPageClient(app.base);
  const events = await eventsOf(app, async () => {
    await browser.get("/setup");
    await browser.post("/setup", { ...ada, token, open: "1" });
  });
  t.match(events, [
    {
      actor: "anonymous",
      via: "/setup",
      action: "settings.registration",
      accountId: null,
      targetKind: "setting",
      targetId: "registration",
      details: { value: { from: null, to: "open" } },
    },
    { actor: "anonymous", via: "/setup", action: "account.create", accountId: 1, details: { level: 4 } },
  ]);
  const other = openPageClient(app.base);
  const registered = await eventsOf(app, async () => {
    await other.get("/account/register");
    await other.post("/account/register", {
      name: "Bob",
      email: "bob@example.com",
      password,
      password_confirmation: password,
    });
  });
  t.match(registered, [{ actor: "anonymous", via: "/account/register", action: "account.create", accountId: 2 }]);
});
