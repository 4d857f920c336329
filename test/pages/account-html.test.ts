import t from "tap";
import { getWithNotice, openPageClient, type PageClient, signIn } from "../../harness/page-client.ts";
import * as links from "../../src/accounts/links/one-time-links.ts";
import * as passwordReset from "../../src/recovery/password-reset.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import { openApp } from "../support/app.ts";
import { tokenIn } from "../support/mails.ts";
import { createPerson, logIn, setLevel } from "../support/people.ts";
import { hasReviewedContent, hasReviewedHtml } from "../support/reviewed-html.ts";
import { openSmtpServer } from "../support/smtp.ts";
import { openReceiver } from "../support/webhook-receiver.ts";
import { createWebhook } from "../support/webhooks.ts";

const KEYS = "/account/api-keys";
const WEBHOOKS = "/account/webhooks";
const AUDIT = "/account/audit";
const USERS = "/account/users";
const PROFILE = "/account/profile";
const SESSIONS = "/account/sessions";
const DAY = 24 * 60 * 60 * 1000;

/** Sends a form whose response leads to a page, and gets this page. */
async function postAndGet(client: PageClient, path: string, fields: Readonly<Record<string, string>>) {
  const { location } = await client.post(path, fields);
  return client.get(location ?? path);
}

t.test("the HTML of the sign-in page, empty and after a wrong password", async (t) => {
  const app = await openApp(t);
  const client = openPageClient(app.base);
  hasReviewedHtml(t, "sign-in", (await client.get("/account/sign-in")).text);
  const wrong = { email: "ann@example.com", password: "not Ann's password" };
  hasReviewedContent(t, "sign-in-wrong-password", (await client.post("/account/sign-in", wrong)).text);
});

t.test("the HTML of the page of API keys", async (t) => {
  const app = await openApp(t, { BASE_URL: "https://triptych.example" });
  const ann = await signIn(app.base, await createPerson(app, "Ann"), { keep: "1" });
  hasReviewedHtml(t, "keys-none", (await ann.get(KEYS)).text);
  hasReviewedContent(t, "keys-created", (await postAndGet(ann, KEYS, { name: "Nightly sync", expires: "7" })).text);
  await ann.post(KEYS, { name: "Phone", expires: "" });
  hasReviewedContent(t, "keys-invalid", (await ann.post(KEYS, { name: "", expires: "30" })).text);
  const { text } = await ann.post(KEYS, { name: "Laptop", expires: "8" });
  t.match(text, '<p class="error" id="expires-error">Expires must be one of the choices.</p>');
  hasReviewedContent(t, "keys-revoke", (await ann.get(`${KEYS}/1/revoke`)).text);
  app.advanceClock(8 * DAY);
  hasReviewedContent(t, "keys-expired", (await getWithNotice(ann, KEYS, "revoked")).text);
});

t.test("the HTML of the page of reminders", async (t) => {
  const { settings } = await openSmtpServer(t);
  const app = await openApp(t, settings);
  const ann = await signIn(app.base, await createPerson(app, "Ann"));
  hasReviewedContent(t, "reminders", (await ann.get("/account/reminders")).text);
  await ann.post("/account/reminders/calendar");
  const { text } = await ann.get("/account/reminders");
  hasReviewedContent(t, "reminders-calendar", text.replace(/\/feeds\/[\w-]{22}\//, "/feeds/SECRET/"));
});

t.test("the HTML of the pages of webhooks", async (t) => {
  const app = await openApp(t, { WEBHOOK_PRIVATE_NETWORKS: "allow" });
  const person = await createPerson(app, "Ann");
  const ann = await signIn(app.base, person);
  hasReviewedHtml(t, "webhooks-none", (await ann.get(WEBHOOKS)).text);
  hasReviewedContent(t, "webhooks-invalid", (await ann.post(WEBHOOKS, { url: "ftp://example.com" })).text);
  const receiver = await openReceiver(t, (_event, response, number) => {
    response.writeHead(number === 1 ? 204 : 500).end();
  });
  const { database, clock, minuteCounter: counter, webhooks: worker } = app.context;
  const { id } = await createWebhook(app, person.id, receiver.url);
  // The port is random, and so is a part of the delay before the next attempt.
  const hideRandom = (text: string) =>
    text.replaceAll(receiver.url, "https://example.com/hook").replaceAll(/T12:00:0[5-9]\.\d+Z/g, "T12:00:05.000Z");
  hasReviewedContent(t, "webhook", hideRandom((await ann.get(`${WEBHOOKS}/${id}`)).text));
  for (const count of [1, 2]) {
    await webhooks.test(database, { clock, counter }, person.id, id);
    await receiver.received(count);
    await worker.settled();
  }
  hasReviewedContent(
    t,
    "webhook-deliveries",
    hideRandom((await getWithNotice(ann, `${WEBHOOKS}/${id}`, "webhook-tested")).text),
  );
  await ann.post(`${WEBHOOKS}/${id}/disable`);
  t.match((await ann.get(`${WEBHOOKS}/${id}`)).text, "The webhook is disabled.");
  hasReviewedContent(t, "webhook-disabled", hideRandom((await ann.get(`${WEBHOOKS}/${id}`)).text));
  hasReviewedContent(t, "webhooks", hideRandom((await ann.get(WEBHOOKS)).text));
  hasReviewedContent(t, "webhook-delete", hideRandom((await ann.get(`${WEBHOOKS}/${id}/delete`)).text));
});

t.test("the HTML of the pages of users", async (t) => {
  const app = await openApp(t);
  const [person, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
  await setLevel(app, person.id, 4);
  await logIn(app.send, bob);
  const ann = await signIn(app.base, person);
  hasReviewedHtml(t, "users", (await ann.get(USERS)).text);
  hasReviewedContent(t, "users-found-none", (await ann.get(`${USERS}?q=nobody&level=2&active=0`)).text);
  hasReviewedContent(t, "user-new", (await ann.get(`${USERS}/new`)).text);
  const invalid = { name: "", email_address: bob.email, user_level: "3", locale: "sv", password: "short" };
  hasReviewedContent(t, "user-new-invalid", (await ann.post(`${USERS}/new`, invalid)).text);
  hasReviewedContent(t, "user", (await ann.get(`${USERS}/${bob.id}`)).text);
  hasReviewedContent(t, "user-invalid", (await ann.post(`${USERS}/${bob.id}`, { ...invalid, version: "1" })).text);
  t.match((await ann.post(`${USERS}/${bob.id}`)).text, '<input type="hidden" name="version" value="">');
  hasReviewedContent(t, "user-delete", (await ann.get(`${USERS}/${bob.id}/delete`)).text);
});

t.test("the HTML of the audit log", async (t) => {
  const app = await openApp(t);
  const [person, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
  await setLevel(app, person.id, 4);
  const ann = await signIn(app.base, person);
  const change = { email_address: "robert@example.com", name: "Bob", user_level: "2", locale: "en", active: "1" };
  await ann.get(`${USERS}/${bob.id}`);
  await ann.post(`${USERS}/${bob.id}`, { ...change, version: "1", current_password: person.password });
  const found = await ann.get(`${AUDIT}?account=robert%40example.com&from=2026-01-01&to=2026-01-01`);
  hasReviewedContent(t, "audit", found.text);
  hasReviewedContent(t, "audit-none", (await ann.get(`${AUDIT}?account=0&action=key.create`)).text);
});

t.test("the HTML of the pages of the own account", async (t) => {
  const app = await openApp(t);
  const person = await createPerson(app, "Ann");
  await logIn(app.send, person);
  const client = await signIn(app.base, person);
  hasReviewedHtml(t, "profile", (await client.get(PROFILE)).text);
  hasReviewedContent(t, "profile-invalid", (await client.post(PROFILE, { name: "", locale: "de" })).text);
  hasReviewedContent(t, "profile-email", (await client.get(`${PROFILE}/email`)).text);
  const invalid = { email_address: "ann@", current_password: "" };
  hasReviewedContent(t, "profile-email-invalid", (await client.post(`${PROFILE}/email`, invalid)).text);
  hasReviewedContent(t, "profile-password", (await client.get(`${PROFILE}/password`)).text);
  hasReviewedContent(t, "sessions", (await client.get(SESSIONS)).text);
  hasReviewedContent(t, "access", (await client.get("/account/access")).text);
  hasReviewedContent(t, "data", (await client.get("/account/data")).text);
  hasReviewedContent(t, "data-delete-invalid", (await client.post("/account/data/delete")).text);
});

t.test("the HTML of the page of the e-mail address on a server that sends mail", async (t) => {
  const app = await openApp(t, (await openSmtpServer(t)).settings);
  const client = await signIn(app.base, await createPerson(app, "Ann"));
  hasReviewedContent(t, "profile-email-mailed", (await client.get(`${PROFILE}/email`)).text);
});

t.test("the HTML of the pages for new accounts and forgotten passwords", async (t) => {
  const app = await openApp(t, { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "triptych@example.com" });
  const { database, clock } = app.context;
  const client = openPageClient(app.base);
  hasReviewedContent(t, "setup", (await client.get("/setup")).text);
  hasReviewedContent(t, "setup-invalid", (await client.post("/setup", { name: "Ada", open: "1" })).text);
  hasReviewedContent(t, "register", (await client.get("/account/register")).text);
  hasReviewedContent(t, "register-invalid", (await client.post("/account/register", { name: "Eve" })).text);
  hasReviewedContent(t, "forgotten-password", (await client.get("/account/forgotten-password")).text);
  hasReviewedContent(
    t,
    "forgotten-password-sent",
    (await getWithNotice(client, "/account/forgotten-password", "reset-requested")).text,
  );
  const { base } = await openApp(t);
  const noMail = await openPageClient(base).get("/account/forgotten-password");
  hasReviewedContent(t, "forgotten-password-no-mail", noMail.text);
  hasReviewedContent(t, "link-invalid", (await client.get("/account/reset-password?token=x")).text);

  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  hasReviewedContent(t, "setup-done", (await client.get("/setup")).text);
  const baseUrl = "http://triptych.test";
  const reset = tokenIn(await passwordReset.createLink(database, { clock, baseUrl }, ann.id));
  const token = await links.create(database, clock(), { accountId: ann.id, purpose: "confirm", email: ann.email });
  const withoutTokens = (text: string) => text.replaceAll(reset, "…").replaceAll(token ?? "", "…");
  const resetPage = await client.get(`/account/reset-password?token=${reset}`);
  hasReviewedContent(t, "reset-password", withoutTokens(resetPage.text));
  const confirmPage = await client.get(`/account/confirm-email?token=${token}`);
  hasReviewedContent(t, "confirm-email", withoutTokens(confirmPage.text));
});

t.test("the HTML of the page with a reset link", async (t) => {
  const app = await openApp(t);
  const person = await createPerson(app, "Ann");
  await setLevel(app, person.id, 4);
  const ann = await signIn(app.base, person);
  const path = `${USERS}/${person.id}/reset-link`;
  hasReviewedContent(t, "reset-link", (await ann.get(path)).text);
  hasReviewedContent(t, "reset-link-invalid", (await ann.post(path, { current_password: "wrong" })).text);
  await ann.post(path, { current_password: person.password });
  const { text } = await ann.get(path);
  hasReviewedContent(t, "reset-link-created", text.replace(/(token&#61;)[\w-]+/, "$1…"));
});
