import t, { type Test } from "tap";
import { trackSecrets } from "../../../harness/canary.ts";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { openApp } from "../../support/app.ts";
import { pathIn } from "../../support/mailing-app.ts";
import { tokenIn } from "../../support/mails.ts";
import { createPerson, logIn, setLevel } from "../../support/people.ts";

/** Signs in Ann, an administrator, and registers Bob, a member. */
async function openUsers(t: Test) {
  const app = await openApp(t);
  const [ann, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
  await setLevel(app, ann.id, 4);
  const path = `/account/users/${bob.id}/reset-link`;
  const links = () => app.context.database.selectFrom("one_time_links").selectAll().execute();
  return { app, ann, bob, path, links, client: await signIn(app.base, ann) };
}

t.test(
  "an administrator creates a link, which is shown until it is copied, and with which the owner signs in again",
  async (t) => {
    const { app, ann, bob, path, client } = await openUsers(t);
    t.match((await client.get(`/account/users/${bob.id}`)).text, `href="${path}">Create a reset link<`);
    t.match(await client.get(path), { status: 200, text: "<h1>Create a reset link</h1>" });
    t.match(await client.post(path, { current_password: ann.password }), { status: 303, location: path });
    const page = await client.get(path);
    t.equal(page.headers.get("cache-control"), "no-store");
    const link = pathIn(/<code id="link">([^<]+)</.exec(page.text)?.[1]);
    const token = tokenIn(link);
    trackSecrets(token);
    t.match((await client.get(path)).text, token, "a reload still shows it");
    const [, secret = ""] = /name="secret" value="([^"]*)"/.exec(page.text) ?? [];
    const user = `/account/users/${bob.id}`;
    t.match(await client.post(`/account/copied?back=${user}`, { secret }), { location: user });
    t.notMatch((await client.get(path)).text, token);
    const owner = openPageClient(app.base);
    t.equal((await owner.get(link)).status, 200);
    const password = "Bob's new long password";
    await owner.post("/account/reset-password", { token, password, password_confirmation: password });
    t.ok(await logIn(app.send, { email: bob.email, password }));
    t.match(await accounts.get(app.context.database, bob.id), { email_confirmed_at: null }, "it was not mailed");
  },
);

t.test("it needs the administrator's own password", async (t) => {
  const { path, links, client } = await openUsers(t);
  await client.get(path);
  t.match(await client.post(path), { status: 200, text: "Your own password is required." });
  t.match(await client.post(path, { current_password: "not Ann's password" }), {
    status: 200,
    text: "Your own password is wrong.",
  });
  t.same(await links(), []);
});

t.test("only administrators may create links", async (t) => {
  const { app, bob, path, links } = await openUsers(t);
  const member = await signIn(app.base, bob);
  await member.get("/account/api-keys");
  t.match(await member.get(path), { status: 403, text: "This page is for administrators." });
  t.equal((await member.post(path, { current_password: bob.password })).status, 403);
  const stranger = openPageClient(app.base);
  t.match((await stranger.get(path)).location, "/account/sign-in?next=");
  t.match((await stranger.post(path, { current_password: bob.password })).location, "/account/sign-in?next=");
  t.same(await links(), []);
});

t.test("a form without a valid CSRF token creates no link", async (t) => {
  const { ann, path, links, client } = await openUsers(t);
  for (const _csrf of ["", "x"])
    t.equal((await client.post(path, { current_password: ann.password, _csrf })).status, 403);
  t.same(await links(), []);
});

t.test("inactive, deleted and unknown accounts get no link", async (t) => {
  const { app, ann, bob, path, links, client } = await openUsers(t);
  const { database, clock } = app.context;
  await client.get(path);
  await accounts.update(database, clock, bob.id, { active: false });
  t.match(await client.post(path, { current_password: ann.password }), {
    status: 200,
    text: "The account is inactive. Activate it first.",
  });
  await accounts.remove(database, clock, bob.id);
  t.equal((await client.get(path)).status, 404);
  t.equal((await client.post(path, { current_password: ann.password })).status, 404);
  t.equal((await client.get("/account/users/999/reset-link")).status, 404);
  t.equal((await client.get("/account/users/x/reset-link")).status, 404);
  t.same(await links(), []);
});

t.test("hostile names and addresses are escaped", async (t) => {
  const { app, ann, bob, path, client } = await openUsers(t);
  const hostile = '<img src=x onerror="alert(1)">';
  await app.context.database
    .updateTable("accounts")
    .set({ name: hostile, email: hostile })
    .where("id", "=", bob.id)
    .execute();
  const before = await client.get(path);
  await client.post(path, { current_password: ann.password });
  for (const page of [before, await client.get(path)]) {
    t.equal(page.status, 200);
    t.notMatch(page.text, "<img");
    t.equal(page.text.split("&#60;img src&#61;x").length, 3);
  }
});
