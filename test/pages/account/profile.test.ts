import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import * as emailConfirmation from "../../../src/accounts/email-confirmation.ts";
import * as sessions from "../../../src/accounts/sessions.ts";
import { openApp } from "../../support/app.ts";
import { tokenIn } from "../../support/mails.ts";
import { createKey, createPerson, logIn } from "../../support/people.ts";
import { openSmtpServer } from "../../support/smtp.ts";

const PROFILE = "/account/profile";
const EMAIL = "/account/profile/email";
const PASSWORD = "/account/profile/password";
const CONFIRMATION = "/account/profile/confirmation";
const NEW_PASSWORD = "Ann's quite new password";

/** A server, and Ann, who is signed in. */
async function openWithAnn(t: Parameters<typeof openApp>[0], settings: Readonly<Record<string, string>> = {}) {
  const app = await openApp(t, settings);
  const ann = await createPerson(app, "Ann");
  const client = await signIn(app.base, ann);
  await client.get(PROFILE);
  const read = () => accounts.get(app.context.database, ann.id);
  return { app, ann, client, read };
}

t.test("the pages require signing in and a CSRF token", async (t) => {
  const { app, client, read } = await openWithAnn(t);
  const stranger = openPageClient(app.base);
  await stranger.get("/account/sign-in");
  for (const path of [PROFILE, EMAIL, PASSWORD, CONFIRMATION]) {
    const location = `/account/sign-in?next=${encodeURIComponent(path)}`;
    t.match(await stranger.get(path), { status: 303, location }, path);
    t.match(await stranger.post(path, { name: "Eve" }), { status: 303, location }, path);
    for (const _csrf of ["", "wrong"])
      t.match(await client.post(path, { name: "Eve", _csrf }), { status: 403, text: "This form has expired" }, path);
  }
  t.match(await read(), { name: "Ann", version: 1 });
});

t.test("name and language can be changed; other fields of the request are ignored", async (t) => {
  const { client, read } = await openWithAnn(t);
  const fields = { name: " Anna ", locale: "sv", user_level: "4", active: "0", email_address: "eve@example.com" };
  t.match(await client.post(PROFILE, fields), { status: 303, location: PROFILE, notice: "profile-saved" });
  t.match(await read(), { name: "Anna", locale: "sv", user_level: 1, active: 1, email: "ann@example.com" });
  const { text } = await client.get(PROFILE);
  t.match(text, "Your profile was changed.");
  t.match(text, '<input id="name" name="name" type="text" value="Anna"');
  t.match(text, '<option value="sv" selected>');
  const stored = await read();
  t.match(await client.post(PROFILE, fields), { status: 303, location: PROFILE, notice: "unchanged" });
  t.same(await read(), stored, "nothing is written");
});

t.test("the current password is no new one", async (t) => {
  const { ann, client, read } = await openWithAnn(t);
  const stored = await read();
  const { password } = ann;
  const change = { password, password_confirmation: password, current_password: password };
  const page = await client.post("/account/profile/password", change);
  t.match(page, { status: 200, text: "New password is already your password." });
  t.same(await read(), stored);
});

t.test("wrong names and languages are shown beside their fields, and what was typed is kept", async (t) => {
  const { client, read } = await openWithAnn(t);
  const page = await client.post(PROFILE, { name: " ", locale: "de" });
  t.equal(page.status, 200);
  t.match(page.text, 'id="name-error">Name is required.');
  t.match(page.text, 'id="locale-error">Language of the APIs must be equal to one of the allowed values.');
  const long = "x".repeat(256);
  t.match((await client.post(PROFILE, { name: long, locale: "sv" })).text, `value="${long}"`);
  t.equal((await client.post(PROFILE)).status, 200);
  t.match(await read(), { name: "Ann", locale: "en", version: 1 });
});

t.test("a server without mail changes the e-mail address at once, with the current password", async (t) => {
  const { app, ann, client, read } = await openWithAnn(t);
  t.match((await client.get(EMAIL)).text, "The new address takes effect at once");
  const change = { email_address: "anna@example.com", current_password: ann.password };
  const other = await signIn(app.base, ann);
  t.match(await client.post(EMAIL, change), { status: 303, location: "/account/sign-in", notice: "email-changed" });
  t.equal((await other.get(EMAIL)).status, 303, "all sessions have ended");
  t.match(await read(), { email: "anna@example.com" });
  t.ok(await logIn(app.send, { email: "anna@example.com", password: ann.password }));
  const again = await signIn(app.base, { ...ann, email: "anna@example.com" });
  t.match((await again.get(EMAIL)).text, '<bdi dir="auto">anna@example.com</bdi></p>', "nothing about confirmation");
});

t.test("all errors of a change of address are shown at once; the password is not sent back", async (t) => {
  const { app, ann, client, read } = await openWithAnn(t);
  await createPerson(app, "Bob");
  const both = await client.post(EMAIL, { email_address: "anna@", current_password: "" });
  t.equal(both.status, 200);
  t.match(both.text, 'id="email_address-error">New e-mail address must be an e-mail address.');
  t.match(both.text, 'id="current_password-error">Current password is required.');
  t.match(both.text, 'value="anna@"');
  const submit = (email_address: string, current_password = ann.password) =>
    client.post(EMAIL, { email_address, current_password });
  t.match(await submit(ann.email), { status: 200, text: "New e-mail address is already your address." });
  t.match(await submit("BOB@example.com"), { status: 200, text: "New e-mail address belongs to another account." });
  const wrong = await submit("bob@example.com", "a wrong password");
  t.match(wrong, { status: 200, text: "Current password is wrong." });
  t.notMatch(wrong.text, "a wrong password");
  t.notMatch(wrong.text, "another account", "without the password, nobody learns which addresses have accounts");
  t.equal((await client.post(EMAIL)).status, 200);
  t.match(await read(), { email: ann.email, version: 1 });
});

t.test("guesses of the current password count as failed logins, on both pages", async (t) => {
  const { app, ann, client, read } = await openWithAnn(t);
  const submit = (path: string, current_password: string) =>
    client.post(path, {
      email_address: "anna@example.com",
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
      current_password,
    });
  for (const path of [EMAIL, PASSWORD, EMAIL, PASSWORD, EMAIL])
    t.equal((await submit(path, "a wrong password")).status, 200);
  for (const path of [EMAIL, PASSWORD]) {
    const throttled = await submit(path, ann.password);
    t.match(throttled, { status: 200, text: "Too many failed logins. Try again in " });
  }
  t.match(await read(), { version: 1 });
  app.advanceClock(60_000);
  t.equal((await submit(EMAIL, ann.password)).status, 303);
});

t.test("a server that sends mail changes the address when the link in the mail is opened", async (t) => {
  const smtp = await openSmtpServer(t);
  const { app, ann, client, read } = await openWithAnn(t, smtp.settings);
  const { database, clock, outbox } = app.context;
  client.jar.set("triptych_language", "de");
  t.match((await client.get(EMAIL)).text, "Wir schicken einen Link an die neue Adresse.");
  const change = { email_address: "anna@example.com", current_password: ann.password };
  t.match(await client.post(EMAIL, change), { status: 303, location: EMAIL, notice: "email-link-sent" });
  client.jar.delete("triptych_language");
  const { text } = await client.get(EMAIL);
  t.match(text, "We mail a link to the new address.");
  t.match(text, "We sent a link to the new address.");
  await outbox?.settled();
  t.match(await read(), { email: ann.email });
  t.same(
    smtp.mails.map(({ to }) => to),
    [["anna@example.com"]],
  );
  await emailConfirmation.confirm(database, clock, tokenIn(smtp.mails[0]?.text));
  t.equal((await client.get(EMAIL)).status, 303, "all sessions have ended");
  const again = await signIn(app.base, { ...ann, email: "anna@example.com" });
  t.match((await again.get(EMAIL)).text, '<bdi dir="auto">anna@example.com</bdi> (confirmed)');
  const sameAddress = { email_address: "ANNA@example.com", current_password: ann.password };
  t.match(await again.post(EMAIL, sameAddress), { location: EMAIL, notice: "email-changed" }, "only the case differs");
});

t.test("another link to an address that is not confirmed can be asked for, in the language of the page", async (t) => {
  const smtp = await openSmtpServer(t);
  const { app, ann, client } = await openWithAnn(t, smtp.settings);
  const { database, clock, outbox } = app.context;
  t.match((await client.get(EMAIL)).text, "Your address is not confirmed");
  t.match(await client.get(CONFIRMATION), { status: 303, location: EMAIL }, "after signing in again");
  client.jar.set("triptych_language", "de");
  t.match(await client.post(CONFIRMATION), { status: 303, location: EMAIL, notice: "confirmation-sent" });
  await outbox?.settled();
  t.match(smtp.mails, [{ to: [ann.email] }]);
  t.match(smtp.mails[0]?.text, /\b(Konto|Adresse)\b/);
  for (let count = 1; count < 5; count++) {
    await client.post(CONFIRMATION);
    // Two mails are sent at a time, and only the link that was made last is valid.
    await outbox?.settled();
  }
  t.match(await client.post(CONFIRMATION), { status: 200, text: "Zu viele E-Mails an diese Adresse." });
  t.equal(smtp.mails.length, 5);
  await emailConfirmation.confirm(database, clock, tokenIn(smtp.mails[4]?.text));
  t.notMatch((await client.get(EMAIL)).text, CONFIRMATION);
});

t.test("a server without mail sends no link", async (t) => {
  const { client } = await openWithAnn(t);
  t.notMatch((await client.get(EMAIL)).text, CONFIRMATION);
  t.match(await client.post(CONFIRMATION), { status: 403, text: "This server sends no mail." });
});

t.test("a new password ends all sessions and tokens, and keeps API keys", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const { database, clock } = app.context;
  const key = await createKey(app, ann.id);
  const other = await signIn(app.base, ann, { keep: "1" });
  const change = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD, current_password: ann.password };
  const session = client.jar.get("triptych_session") ?? "";
  t.match(await client.post(PASSWORD, change), {
    status: 303,
    location: "/account/sign-in?next=%2Faccount%2Faccess",
    notice: "password-changed",
  });
  t.equal(client.jar.get("triptych_session"), undefined);
  t.equal(await sessions.find(database, clock, session), undefined);
  t.match((await client.get("/account/sign-in")).text, "Sign in with the new one.");
  for (const browser of [client, other]) t.match(await browser.get(PROFILE), { status: 303, location: /sign-in/ });
  const status = async (credential: string) =>
    (await app.send("GET", "/rest/v1/user", { headers: { authorization: `Bearer ${credential}` } })).status;
  t.same([await status(ann.token), await status(key)], [401, 200]);
  await signIn(app.base, { email: ann.email, password: NEW_PASSWORD });
});

t.test("all errors of a new password are shown at once, and none is sent back", async (t) => {
  const { ann, client, read } = await openWithAnn(t);
  const page = await client.post(PASSWORD, { password: "short", password_confirmation: "other" });
  t.equal(page.status, 200);
  t.match(page.text, 'id="current_password-error">Current password is required.');
  t.match(page.text, 'id="password-error">New password must have at least 8 characters.');
  t.match(page.text, 'id="password_confirmation-error">');
  t.notMatch(page.text, /value="(short|other)"/);
  t.match(page.text, '<p class="hint" id="password-hint">8 to 128 characters</p>');
  const submit = (password: string, current_password = ann.password) =>
    client.post(PASSWORD, { password, password_confirmation: password, current_password });
  t.match(await submit("password123"), { status: 200, text: "New password must not be one of the 10,000 most common" });
  t.match(await submit(NEW_PASSWORD, "a wrong password"), { status: 200, text: "Current password is wrong." });
  t.equal((await client.post(PASSWORD)).status, 200);
  t.match(await read(), { version: 1 });
});

t.test("names, addresses and typed values are escaped", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const script = (place: string) => `<script>alert("${place}")</script>`;
  const escaped = (place: string) => `&#60;script&#62;alert(&#34;${place}&#34;)&#60;/script&#62;`;
  const columns = { name: script("name"), email: script("email") };
  await app.context.database.updateTable("accounts").set(columns).where("id", "=", ann.id).execute();
  const pages = [
    await client.get(PROFILE),
    await client.get(EMAIL),
    await client.post(PROFILE, { name: `\0${script("typed")}`, locale: script("locale") }),
    await client.post(EMAIL, { email_address: script("typed") }),
    await client.post(PASSWORD, { password: script("password") }),
  ];
  for (const { text } of pages) t.notMatch(text, "<script>alert");
  t.match(pages[0]?.text, escaped("name"));
  for (const index of [0, 1]) t.match(pages[index]?.text, escaped("email"));
  for (const index of [2, 3]) t.match(pages[index]?.text, escaped("typed"));
});
