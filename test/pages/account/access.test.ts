import t from "tap";
import { trackSecrets } from "../../../harness/canary.ts";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as passwordReset from "../../../src/recovery/password-reset.ts";
import { openLibrary } from "../../support/library.ts";
import { tokenIn } from "../../support/mails.ts";
import { createKey } from "../../support/people.ts";
import { invite } from "../../support/shared-pages.ts";
import { createWebhook } from "../../support/webhooks.ts";

const ACCESS = "/account/access";
const NEW_PASSWORD = "another long password";

t.test(
  "after a reset, the owner of a confirmed address sees what has access, and ends it with one button",
  async (t) => {
    const { app, ann, bob } = await openLibrary(t);
    const { database, clock } = app.context;
    await database.updateTable("accounts").set({ email_confirmed_at: clock() }).where("id", "=", ann.id).execute();
    const key = await createKey(app, ann.id, "<script>alert(1)</script>");
    await createWebhook(app, ann.id, "https://example.com/hook");
    const { _id: own } = await ann.addCollection("Recipes");
    const { token } = await invite(ann, own, "viewer");
    await bob.call("POST", `/collection/${own}/join`, { token });
    const { _id: others } = await bob.addCollection("Soups");
    await ann.call("POST", `/collection/${others}/join`, { token: (await invite(bob, others, "viewer")).token });
    await ann.addCollection("Blog", undefined, { public: true });
    const link = await passwordReset.createLink(database, { clock, baseUrl: app.base }, ann.id);
    trackSecrets(tokenIn(link));
    const browser = openPageClient(app.base);
    await browser.get(link.slice(app.base.length));
    const passwords = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    const reset = await browser.post("/account/reset-password", { token: tokenIn(link), ...passwords });
    t.match(reset, { status: 303, location: "/account/sign-in?next=%2Faccount%2Faccess", notice: "password-reset" });
    await browser.get(reset.location ?? "");
    const credentials = { email: ann.email, password: NEW_PASSWORD, next: ACCESS };
    t.match(await browser.post("/account/sign-in", credentials), { location: ACCESS });
    const page = await browser.get(ACCESS);
    for (const text of ["alert(1)", "https://example.com/hook", "Recipes", "Soups", "Blog"]) t.match(page.text, text);
    t.notMatch(page.text, "<script>alert");
    t.match(await browser.post(ACCESS), { status: 303, location: "/account/sign-in", notice: "access-ended" });
    t.equal((await app.send("GET", "/rest/v1/user", { headers: { authorization: `Bearer ${key}` } })).status, 401);
    const again = await signIn(app.base, { email: ann.email, password: NEW_PASSWORD });
    const after = await again.get(ACCESS);
    for (const text of ["alert(1)", "https://example.com/hook", "Recipes", "Soups"]) t.notMatch(after.text, text);
    t.match(after.text, "Blog", "public collections stay public");
  },
);

t.test("the page requires signing in, and the button a CSRF token", async (t) => {
  const { app, ann } = await openLibrary(t);
  const stranger = openPageClient(app.base);
  t.match(await stranger.get(ACCESS), { status: 303, location: "/account/sign-in?next=%2Faccount%2Faccess" });
  const key = await createKey(app, ann.id);
  const browser = await signIn(app.base, ann);
  for (const _csrf of ["", "wrong"]) t.equal((await browser.post(ACCESS, { _csrf })).status, 403);
  t.equal((await app.send("GET", "/rest/v1/user", { headers: { authorization: `Bearer ${key}` } })).status, 200);
});
