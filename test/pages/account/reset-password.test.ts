import t, { type Test } from "tap";
import { trackSecrets } from "../../../harness/canary.ts";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as passwordReset from "../../../src/recovery/password-reset.ts";
import { openApp } from "../../support/app.ts";
import { openMailingApp, pathIn } from "../../support/mailing-app.ts";
import { tokenIn } from "../../support/mails.ts";
import { createPerson, logIn } from "../../support/people.ts";

const RESET = "/account/reset-password";
const MINUTE = 60_000;
const NEW = "another long password";

/** Ann, who is signed in, and a link that an administrator created for her. */
async function openReset(t: Test) {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  const link = await passwordReset.createLink(
    app.context.database,
    { clock: app.context.clock, baseUrl: app.base },
    ann.id,
  );
  const token = tokenIn(link);
  trackSecrets(token);
  return { app, ann, path: link.slice(app.base.length), token, client: openPageClient(app.base) };
}

t.test("the mailed link opens the page, which replaces the password once and ends all sessions", async (t) => {
  const app = await openMailingApp(t);
  const ann = await createPerson(app, "Ann");
  const session = await signIn(app.base, ann, { keep: "1" });
  const client = openPageClient(app.base);
  await client.get("/account/forgotten-password");
  await client.post("/account/forgotten-password", { email_address: ann.email });
  const path = pathIn((await app.mailsTo(ann.email))[0]?.text);
  const token = tokenIn(path);
  trackSecrets(token);
  t.match(await client.get(path), { status: 200, text: "<h1>Choose a new password</h1>" });
  t.match(await client.get(path), { status: 200 }, "opening the page does not use the link");
  const passwords = { password: NEW, password_confirmation: NEW };
  t.match(await client.post(RESET, { token, ...passwords }), {
    status: 303,
    location: "/account/sign-in",
    notice: "password-reset",
  });
  t.match((await client.get("/account/sign-in")).text, "Your password was changed.");
  t.equal((await session.get("/account/api-keys")).status, 303, "the old session ended");
  t.ok(await logIn(app.send, { email: ann.email, password: NEW }));
  await t.rejects(logIn(app.send, ann), "the old password is invalid");
  const again = await client.post(RESET, { token, password: "yet another password", password_confirmation: "x" });
  t.match(again, { status: 400, text: "<h1>This link is not valid any more</h1>" });
  t.match(again.text, 'href="/account/forgotten-password">Ask for a new link<');
});

t.test("errors are shown all at once, and the link stays valid", async (t) => {
  const { ann, app, client, path, token } = await openReset(t);
  await client.get(path);
  const short = await client.post(RESET, { token, password: "short", password_confirmation: "other" });
  t.match(short, {
    status: 200,
    text: '<p class="error" id="password-error">Password must have at least 8 characters.',
  });
  t.match(short.text, 'id="password_confirmation-error">Confirm password must match the password.');
  t.notMatch(short.text, 'value="short"');
  t.match(short.text, `name="token" value="${token}"`);
  const own = { token, password: ann.email, password_confirmation: ann.email };
  t.match(await client.post(RESET, own), { status: 200, text: "must not be the account" });
  t.match(await client.post(RESET, { token }), { status: 200, text: "Password is required." });
  t.equal((await client.post(RESET, { token, password: NEW, password_confirmation: NEW })).status, 303);
  t.ok(await logIn(app.send, { email: ann.email, password: NEW }));
});

t.test("unknown, hostile, missing and expired tokens get the same page", async (t) => {
  const { app, client, path, token } = await openReset(t);
  await client.get(path);
  app.advanceClock(30 * MINUTE);
  const passwords = { password: NEW, password_confirmation: NEW };
  for (const bad of ["", "x", "<script>alert(1)</script>", token, "x".repeat(10_000)]) {
    const pages = [
      await client.get(`${RESET}?token=${encodeURIComponent(bad)}`),
      await client.post(RESET, { token: bad, ...passwords }),
    ];
    for (const page of pages) {
      t.match(page, { status: 400, text: "or it has expired" });
      t.notMatch(page.text, "<script>alert");
    }
  }
  t.equal((await client.get(RESET)).status, 400);
});

t.test("the page does not leak the token", async (t) => {
  const { client, path, token, app } = await openReset(t);
  for (const headers of [{}, { "sec-fetch-site": "cross-site" }]) {
    const page = await client.get(path, headers);
    t.equal(page.headers.get("referrer-policy"), "strict-origin");
    t.equal(page.headers.get("cache-control"), "no-store");
    t.match(page.headers.get("content-security-policy"), "default-src 'none'");
    t.notMatch(page.text, /(?:href|src)="(?:https?:)?\/\//, "nothing of other servers");
  }
  t.equal((await client.get("/account/sign-in")).headers.get("referrer-policy"), "same-origin");
  t.notMatch(app.log.join("\n"), token);
});

t.test("a form without a valid CSRF token changes nothing", async (t) => {
  const { app, ann, client, path, token } = await openReset(t);
  const fields = { token, password: NEW, password_confirmation: NEW };
  t.equal((await client.post(RESET, fields)).status, 403, "none");
  await client.get(path);
  for (const _csrf of ["", "x"]) t.equal((await client.post(RESET, { ...fields, _csrf })).status, 403);
  t.ok(await logIn(app.send, ann));
});
