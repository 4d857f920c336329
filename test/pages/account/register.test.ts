import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { openApp } from "../../support/app.ts";
import { openMailingApp } from "../../support/mailing-app.ts";
import { createPerson } from "../../support/people.ts";

const REGISTER = "/account/register";
const EVE = {
  name: "Eve",
  email: "eve@example.com",
  password: "Eve's long password",
  password_confirmation: "Eve's long password",
};

t.test("somebody registers, is signed in, and gets a mail that confirms the address", async (t) => {
  const app = await openMailingApp(t);
  const client = openPageClient(app.base);
  t.match((await client.get("/account/sign-in")).text, `<a href="${REGISTER}">Create an account</a>`);
  client.jar.set("triptych_language", "de");
  t.match(await client.get(REGISTER), { status: 200, text: "<h1>Konto anlegen</h1>" });
  t.match(await client.post(REGISTER, EVE), { status: 303, location: "/bookmarks", notice: "registered" });
  t.match((await client.get("/bookmarks")).text, "Ihr Konto wurde angelegt.");
  t.match((await client.get(REGISTER)).location, "/bookmarks", "already signed in");
  const account = await accounts.findByEmail(app.context.database, EVE.email);
  t.match(account, { name: "Eve", user_level: 1, active: 1 });
  t.match((await app.mailsTo(EVE.email))[0]?.text, "/account/confirm-email?token=");
  const logins = await app.context.database.selectFrom("logins").select("account_id").execute();
  t.same(logins, [{ account_id: account?.id }]);
});

t.test("the registration of a signed-out browser replaces a session that was planted", async (t) => {
  const app = await openApp(t);
  const client = openPageClient(app.base);
  client.jar.set("triptych_session", "planted");
  await client.get(REGISTER);
  await client.post(REGISTER, EVE);
  t.not(client.jar.get("triptych_session"), "planted");
  t.equal((await client.get("/account/api-keys")).status, 200);
});

t.test("all errors are shown at once; values are kept, except passwords", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const client = openPageClient(app.base);
  await client.get(REGISTER);
  const hostile = '"><img src=x onerror=alert(1)>';
  const page = await client.post(REGISTER, {
    name: hostile,
    email: hostile,
    password: "short",
    password_confirmation: "",
  });
  t.match(page, { status: 200, text: 'id="email-error">E-mail address must be an e-mail address.' });
  t.match(page.text, 'id="password-error">Password must have at least 8 characters.');
  t.match(page.text, 'id="password_confirmation-error">Confirm password is required.');
  t.match(page.text, 'value="&#34;&#62;&#60;img src&#61;x onerror&#61;alert(1)&#62;"');
  t.notMatch(page.text, "<img");
  t.notMatch(page.text, 'value="short"');
  const taken = await client.post(REGISTER, { ...EVE, email: "ANN@example.com" });
  t.match(taken, { status: 200, text: 'id="email-error">E-mail address belongs to another account.' });
  const common = { ...EVE, password: "password123", password_confirmation: "password123" };
  t.match(await client.post(REGISTER, common), { status: 200, text: "10,000 most common passwords" });
  t.match(await client.post(REGISTER), { status: 200, text: "Name is required." });
  t.equal(await accounts.findByEmail(app.context.database, EVE.email), undefined);
});

t.test("the fields have the bounds of the contract", async (t) => {
  const { base } = await openApp(t);
  const { text } = await openPageClient(base).get(REGISTER);
  t.match(text, /id="name"[^>]* required[^>]* maxlength="255"/);
  t.match(text, /id="email"[^>]* type="email"[^>]* required/);
  t.match(text, /id="password"[^>]* required minlength="8" maxlength="128"/);
  t.match(text, /id="password_confirmation"[^>]* required minlength="8" maxlength="128"/);
});

t.test("a network can register a limited number of accounts", async (t) => {
  const app = await openApp(t, { REGISTRATIONS_PER_HOUR: "1" });
  const client = openPageClient(app.base);
  await client.get(REGISTER);
  await client.post(REGISTER, EVE);
  const other = openPageClient(app.base);
  await other.get(REGISTER);
  const page = await other.post(REGISTER, { ...EVE, email: "eve2@example.com" });
  t.match(page, { status: 200, text: "Too many registrations from your network. Try again in " });
});

t.test("closed registration: no link, no page, no account", async (t) => {
  const app = await openApp(t, { REGISTRATION: "closed" });
  const client = openPageClient(app.base);
  t.notMatch((await client.get("/account/sign-in")).text, REGISTER);
  t.match(await client.get(REGISTER), { status: 403, text: "Registration is closed on this server." });
  t.equal((await client.post(REGISTER, EVE)).status, 403);
  t.equal(await accounts.findByEmail(app.context.database, EVE.email), undefined);
});

t.test("a form without a valid CSRF token creates no account", async (t) => {
  const app = await openApp(t);
  const client = openPageClient(app.base);
  t.equal((await client.post(REGISTER, EVE)).status, 403, "none");
  await client.get(REGISTER);
  for (const _csrf of ["", "x"]) t.equal((await client.post(REGISTER, { ...EVE, _csrf })).status, 403);
  t.equal(await accounts.findByEmail(app.context.database, EVE.email), undefined);
});

t.test("somebody whose sign-in is throttled has an account all the same", async (t) => {
  const app = await openApp(t);
  const client = openPageClient(app.base);
  for (let failures = 0; failures < 5; failures++)
    await app.send("POST", "/api/user/login", { body: { email: EVE.email, password: "wrong password" } });
  await client.get(REGISTER);
  t.match(await client.post(REGISTER, EVE), { status: 303, location: "/account/sign-in", notice: "registered" });
  app.advanceClock(60 * 60 * 1000);
  t.ok(await signIn(app.base, EVE));
});
