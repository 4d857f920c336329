import t from "tap";
import { trackSecrets } from "../../../harness/canary.ts";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import * as emailConfirmation from "../../../src/accounts/email-confirmation.ts";
import { openMailingApp, pathIn } from "../../support/mailing-app.ts";
import { tokenIn } from "../../support/mails.ts";
import { createPerson } from "../../support/people.ts";

const CONFIRM = "/account/confirm-email";
const DAY = 24 * 60 * 60 * 1000;

/** Ann, and the link that confirms an address of hers. */
async function openConfirmation(t: Parameters<typeof openMailingApp>[0], email: string) {
  const app = await openMailingApp(t);
  const { database, clock, config, outbox, mailCounter } = app.context;
  const ann = await createPerson(app, "Ann");
  const service = { clock, outbox, counter: mailCounter, limitPerHour: 10, baseUrl: config.baseUrl };
  await emailConfirmation.request(database, service, ann.id, { email, address: "127.0.0.1", language: "en" });
  const path = pathIn((await app.mailsTo(email))[0]?.text);
  const token = tokenIn(path);
  trackSecrets(token);
  const current = () => accounts.get(database, ann.id);
  return { app, ann, path, token, current, client: openPageClient(app.base) };
}

t.test("the mailed link opens the page, whose button confirms the address once", async (t) => {
  const { app, ann, path, token, current, client } = await openConfirmation(t, "new@example.com");
  const page = await client.get(path);
  t.match(page, { status: 200, text: "<h1>Confirm your e-mail address</h1>" });
  t.match(page.text, "new@example.com");
  t.match(await current(), { email: ann.email, email_confirmed_at: null }, "opening the page confirms nothing");
  t.match(await client.post(CONFIRM, { token }), {
    status: 303,
    location: "/account/sign-in",
    notice: "email-confirmed",
  });
  t.match((await client.get("/account/sign-in")).text, "Your e-mail address is confirmed.");
  t.match(await current(), { email: "new@example.com", email_confirmed_at: Number });
  t.match(await client.post(CONFIRM, { token }), { status: 400, text: "<h1>This link is not valid any more</h1>" });
  t.match(await app.mailsTo(ann.email), [{ text: /has another e-mail address from now on/ }]);
});

t.test("somebody who is signed in returns to the account", async (t) => {
  const { app, ann, path, token } = await openConfirmation(t, "ann@example.com");
  const client = await signIn(app.base, ann);
  await client.get(path);
  t.match(await client.post(CONFIRM, { token }), {
    status: 303,
    location: "/account/api-keys",
    notice: "email-confirmed",
  });
});

t.test("somebody who changes the address signs in again", async (t) => {
  const { app, ann, path, token } = await openConfirmation(t, "new@example.com");
  const client = await signIn(app.base, ann);
  await client.get(path);
  t.match(await client.post(CONFIRM, { token }), {
    status: 303,
    location: "/account/sign-in",
    notice: "email-confirmed",
  });
  t.equal((await client.get("/account/api-keys")).status, 303);
});

t.test("an address that another account has in the meantime is not confirmed", async (t) => {
  const { app, ann, path, token, current, client } = await openConfirmation(t, "bob@example.com");
  await createPerson(app, "Bob");
  await client.get(path);
  t.match(await client.post(CONFIRM, { token }), { status: 200, text: "Email already exists" });
  t.match(await current(), { email: ann.email });
});

t.test("unknown, hostile and expired tokens get the same page", async (t) => {
  const { app, path, token, client } = await openConfirmation(t, "new@example.com");
  await client.get(path);
  app.advanceClock(DAY);
  for (const bad of ["", "<script>alert(1)</script>", token]) {
    const pages = [
      await client.get(`${CONFIRM}?token=${encodeURIComponent(bad)}`),
      await client.post(CONFIRM, { token: bad }),
    ];
    for (const page of pages) {
      t.match(page, { status: 400, text: "older than 24 hours" });
      t.notMatch(page.text, "<script>alert");
    }
  }
});

t.test("a hostile address is escaped", async (t) => {
  const { app, path, client } = await openConfirmation(t, "new@example.com");
  const email = "<b>\u202e</b>@example.com";
  await app.context.database.updateTable("one_time_links").set({ email }).execute();
  const { text } = await client.get(path);
  t.notMatch(text, "<b>");
  t.match(text, "&#60;b&#62;");
  t.match(text, 'dir="auto"');
});

t.test("the page does not leak the token, and needs a CSRF token", async (t) => {
  const { path, token, current, client, app } = await openConfirmation(t, "new@example.com");
  t.equal((await client.post(CONFIRM, { token })).status, 403, "none");
  const page = await client.get(path);
  t.equal(page.headers.get("referrer-policy"), "strict-origin");
  t.equal(page.headers.get("cache-control"), "no-store");
  for (const _csrf of ["", "x"]) t.equal((await client.post(CONFIRM, { token, _csrf })).status, 403);
  t.match(await current(), { email_confirmed_at: null });
  t.notMatch(app.log.join("\n"), token);
});
