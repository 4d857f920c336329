import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { openApp } from "../../support/app.ts";
import { createKey, createPerson, setLevel } from "../../support/people.ts";

const DATA = "/account/data";
const DOWNLOAD = "/account/data/download";
const DELETE = "/account/data/delete";

/** A server with Ann, who is signed in. */
async function openWithAnn(t: Parameters<typeof openApp>[0]) {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  const client = await signIn(app.base, ann);
  await client.get(DELETE);
  const find = () => accounts.find(app.context.database, ann.id);
  return { app, ann, client, find };
}

t.test("the pages require signing in, and deleting a CSRF token", async (t) => {
  const { app, ann, client, find } = await openWithAnn(t);
  const stranger = openPageClient(app.base);
  await stranger.get("/account/sign-in");
  const fields = { current_password: ann.password, confirm: "1" };
  for (const path of [DATA, DOWNLOAD, DELETE]) {
    const location = `/account/sign-in?next=${encodeURIComponent(path)}`;
    t.match(await stranger.get(path), { status: 303, location }, path);
  }
  t.equal((await stranger.post(DELETE, fields)).status, 303);
  for (const _csrf of ["", "wrong"])
    t.match(await client.post(DELETE, { ...fields, _csrf }), { status: 403, text: "This form has expired" });
  t.ok(await find());
});

t.test("the download is a JSON file with the own account, which no cache stores", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  await createPerson(app, "Bob");
  await createKey(app, ann.id, "Nightly sync");
  t.match((await client.get(DATA)).text, `<a class="button" href="${DOWNLOAD}">Download your data</a>`);
  const { status, headers, text } = await client.get(DOWNLOAD);
  t.equal(status, 200);
  t.equal(headers.get("content-type"), "application/json; charset=utf-8");
  t.equal(headers.get("content-disposition"), 'attachment; filename="triptych-account.json"');
  t.equal(headers.get("cache-control"), "no-store");
  t.equal(headers.get("x-content-type-options"), "nosniff");
  const data = JSON.parse(text);
  t.match(data, { account: { id: ann.id, email: ann.email }, api_keys: [{ name: "Nightly sync" }], items: [] });
  t.equal(data.browsers.length, 1);
  t.notMatch(text, "bob@example.com");
});

t.test("an account is deleted with the current password and a confirmation, and can't act any more", async (t) => {
  const { app, ann, client, find } = await openWithAnn(t);
  const other = await signIn(app.base, ann, { keep: "1" });
  const fields = { current_password: ann.password, confirm: "1" };
  t.match(await client.post(DELETE, fields), { status: 303, location: "/account/sign-in", notice: "account-deleted" });
  t.equal(client.jar.get("triptych_session"), undefined);
  t.match((await client.get("/account/sign-in")).text, "Your account was deleted.");
  t.equal(await find(), undefined);
  for (const path of [DATA, DOWNLOAD, DELETE]) t.match(await other.get(path), { status: 303, location: /sign-in/ });
  t.match(await other.post(DELETE, fields), { status: 401, text: "Your session had ended, so nothing was saved." });
  const headers = { authorization: `Bearer ${ann.token}` };
  t.equal((await app.send("GET", "/rest/v1/user", { headers })).status, 401);
  t.ok(await createPerson(app, "Ann"), "the address is free again");
});

t.test("all that is missing is shown at once, and the confirmation is kept", async (t) => {
  const { ann, client, find } = await openWithAnn(t);
  const empty = await client.post(DELETE);
  t.equal(empty.status, 200);
  t.match(empty.text, 'id="current_password-error">Current password is required.');
  t.match(empty.text, 'id="confirm-error">Delete my account for good is required.');
  t.match(empty.text, '<a href="#confirm">');
  const unconfirmed = await client.post(DELETE, { current_password: ann.password, confirm: "0" });
  t.match(unconfirmed, { status: 200, text: 'id="confirm-error"' });
  t.notMatch(unconfirmed.text, ann.password);
  const wrong = await client.post(DELETE, { current_password: "a wrong password", confirm: "1" });
  t.match(wrong, { status: 200, text: "Current password is wrong." });
  t.match(wrong.text, /<input id="confirm"[^>]* checked/);
  t.notMatch(wrong.text, "a wrong password");
  for (let count = 1; count < 5; count++)
    await client.post(DELETE, { current_password: "a wrong password", confirm: "1" });
  const throttled = await client.post(DELETE, { current_password: ann.password, confirm: "1" });
  t.match(throttled, { status: 200, text: "Too many failed logins." });
  t.ok(await find());
});

t.test("the last administrator is told why the account can't be deleted", async (t) => {
  const { app, ann, client, find } = await openWithAnn(t);
  await setLevel(app, ann.id, 4);
  const fields = { current_password: ann.password, confirm: "1" };
  t.match(await client.post(DELETE, fields), {
    status: 200,
    text: "This is the last active administrator. Make another account an administrator first.",
  });
  t.ok(await find());
  const bob = await createPerson(app, "Bob");
  await setLevel(app, bob.id, 4);
  t.equal((await client.post(DELETE, fields)).status, 303);
});

t.test("names and addresses are escaped", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const script = (place: string) => `<script>alert("${place}")</script>`;
  // Not by `accounts.update`, which ends sessions.
  const values = { name: script("name"), email: script("email") };
  await app.context.database.updateTable("accounts").set(values).where("id", "=", ann.id).execute();
  for (const page of [await client.get(DELETE), await client.post(DELETE, { confirm: script("confirm") })]) {
    t.notMatch(page.text, "<script>alert");
    for (const place of ["name", "email"])
      t.match(page.text, `&#60;script&#62;alert(&#34;${place}&#34;)&#60;/script&#62;`, place);
  }
});
