import t, { type Test } from "tap";
import { trackSecrets } from "../../../harness/canary.ts";
import { openPageClient } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import * as setup from "../../../src/setup/setup.ts";
import { openApp } from "../../support/app.ts";
import { tokenIn } from "../../support/mails.ts";
import { createPerson, setLevel } from "../../support/people.ts";

const HOUR = 60 * 60 * 1000;
const ADA = {
  name: "Ada",
  email_address: "ada@example.com",
  password: "Ada's long password",
  password_confirmation: "Ada's long password",
};

/** A server without administrators, and the code of its setup link. */
async function openSetup(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const app = await openApp(t, settings);
  const { database, clock } = app.context;
  const token = tokenIn(await setup.createLink(database, { clock, baseUrl: app.base }));
  trackSecrets(token);
  const find = () => accounts.findByEmail(database, ADA.email_address);
  return { app, token, find, client: openPageClient(app.base) };
}

for (const open of ["1", ""]) {
  t.test(
    `creates the first administrator, who is signed in; registration is ${open ? "open" : "closed"}`,
    async (t) => {
      const { app, token, find, client } = await openSetup(t);
      t.match(await client.get("/setup"), { status: 200, text: "<h1>Set up this server</h1>" });
      t.match(await client.post("/setup", { ...ADA, token, ...(open && { open }) }), {
        status: 303,
        location: "/bookmarks",
        notice: "registered",
      });
      t.match(await find(), { name: "Ada", user_level: 4 });
      t.equal((await client.get("/account/users")).status, 200);
      t.equal((await openPageClient(app.base).get("/account/register")).status, open ? 200 : 403);
      t.match(await client.get("/setup"), { status: 200, text: "This server is set up" });
      t.notMatch((await client.get("/setup")).text, 'action="/setup"');
      const again = { ...ADA, email_address: "eve@example.com", token };
      t.match(await client.post("/setup", again), { status: 200, text: "This server is set up" });
    },
  );
}

t.test("all errors are shown at once; values are kept, except passwords", async (t) => {
  const { find, client } = await openSetup(t);
  await client.get("/setup");
  const hostile = "<script>alert(1)</script>";
  const fields = {
    token: hostile,
    name: hostile,
    email_address: hostile,
    password: "short",
    password_confirmation: "x",
  };
  const page = await client.post("/setup", { ...fields, open: "1" });
  t.match(page, { status: 200, text: "Setup code is not valid any more." });
  t.match(page.text, 'id="email_address-error">');
  t.match(page.text, 'id="password-error">');
  t.match(page.text, 'id="password_confirmation-error">');
  t.equal(page.text.split('value="&#60;script&#62;alert(1)&#60;/script&#62;"').length, 4);
  t.match(page.text, 'value="1" checked');
  t.notMatch(page.text, "<script>alert");
  t.notMatch(page.text, 'value="short"');
  t.match(await client.post("/setup"), { status: 200, text: "Setup code is required." });
  t.equal(await find(), undefined);
});

t.test("a link is valid for an hour, and until there is an administrator", async (t) => {
  const { app, token, find, client } = await openSetup(t);
  await client.get("/setup");
  app.advanceClock(HOUR);
  t.match(await client.post("/setup", { ...ADA, token }), { status: 200, text: "is not valid any more" });
  const { app: used, token: other, client: stranger } = await openSetup(t);
  await stranger.get("/setup");
  const bob = await createPerson(used, "Bob");
  t.match(await stranger.get("/setup"), { status: 200, text: 'action="/setup"' });
  const taken = await stranger.post("/setup", { ...ADA, token: other, email_address: bob.email });
  t.match(taken, { status: 200, text: "belongs to another account" });
  await setLevel(used, bob.id, 4);
  t.match(await stranger.post("/setup", { ...ADA, token: other }), { status: 200, text: "is not valid any more" });
  t.equal(await find(), undefined);
});

t.test("the setting REGISTRATION leaves nothing to choose", async (t) => {
  const { app, token, client } = await openSetup(t, { REGISTRATION: "closed" });
  t.notMatch((await client.get("/setup")).text, 'name="open"');
  t.equal((await client.post("/setup", { ...ADA, token, open: "1" })).status, 303);
  const stored = await app.context.database.selectFrom("server_settings").selectAll().execute();
  t.match(stored, [{ name: "registration", value: "closed" }]);
});

t.test("the page has the security headers, and needs a CSRF token", async (t) => {
  const { token, find, client, app } = await openSetup(t);
  t.match(await client.post("/setup", { ...ADA, token }), { status: 403, text: "This form has expired" });
  const { headers } = await client.get("/setup");
  t.match(headers.get("content-security-policy"), "default-src 'none'");
  t.equal(headers.get("cache-control"), "no-store");
  t.equal(headers.get("referrer-policy"), "same-origin");
  for (const _csrf of ["", "x"]) t.equal((await client.post("/setup", { ...ADA, token, _csrf })).status, 403);
  t.equal(await find(), undefined);
  t.equal((await client.get("/setup/other")).status, 404);
  t.notMatch(app.log.join("\n"), token);
});
