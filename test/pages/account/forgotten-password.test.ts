import t from "tap";
import { openPageClient } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { openApp } from "../../support/app.ts";
import { openMailingApp } from "../../support/mailing-app.ts";
import { createPerson } from "../../support/people.ts";

const FORGOTTEN = "/account/forgotten-password";

t.test("the sign-in page leads to it", async (t) => {
  const { base } = await openApp(t);
  t.match(
    (await openPageClient(base).get("/account/sign-in")).text,
    `<a href="${FORGOTTEN}">Forgot your password?</a>`,
  );
});

t.test("the response is the same whether or not the account exists; only existing ones get a mail", async (t) => {
  const app = await openMailingApp(t);
  const [ann, eve] = [await createPerson(app, "Ann"), await createPerson(app, "Eve")];
  await accounts.update(app.context.database, app.context.clock, eve.id, { active: false });
  for (const email of [ann.email, eve.email, "nobody@example.com"]) {
    const client = openPageClient(app.base);
    t.match(await client.get(FORGOTTEN), { status: 200, text: "<h1>Forgotten password</h1>" });
    const sent = await client.post(FORGOTTEN, { email_address: email });
    t.match(sent, { status: 303, location: FORGOTTEN, notice: "reset-requested", text: "" });
    const page = await client.get(sent.location ?? "");
    t.match(page.text, "If there is an account with this address, a link is on its way to it.");
    t.notMatch(page.text, email);
  }
  t.equal((await app.mailsTo(ann.email)).length, 1);
  t.same(await app.mailsTo(eve.email), []);
  t.same(await app.mailsTo("nobody@example.com"), []);
});

t.test("the mail is in the language of the page", async (t) => {
  const app = await openMailingApp(t);
  const ann = await createPerson(app, "Ann");
  const client = openPageClient(app.base);
  client.jar.set("triptych_language", "de");
  t.match((await client.get(FORGOTTEN)).text, "<h1>Passwort vergessen</h1>");
  await client.post(FORGOTTEN, { email_address: ann.email });
  t.match((await app.mailsTo(ann.email))[0]?.text, "innerhalb von 30 Minuten");
});

t.test("what is no e-mail address is kept, escaped, beside its error", async (t) => {
  const app = await openMailingApp(t);
  const client = openPageClient(app.base);
  await client.get(FORGOTTEN);
  const page = await client.post(FORGOTTEN, { email_address: '"><script>alert(1)</script>' });
  t.match(page, { status: 200, text: 'id="email_address-error">E-mail address of your account must ' });
  t.match(page.text, 'value="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;"');
  t.match(await client.post(FORGOTTEN), { status: 200, text: "E-mail address of your account is required." });
  t.match(await client.post(FORGOTTEN, { email_address: "x".repeat(300) }), { status: 200 });
});

t.test("one network can ask for a limited number of mails", async (t) => {
  const app = await openMailingApp(t, { MAILS_PER_HOUR: "1" });
  const client = openPageClient(app.base);
  await client.get(FORGOTTEN);
  t.equal((await client.post(FORGOTTEN, { email_address: "one@example.com" })).status, 303);
  const page = await client.post(FORGOTTEN, { email_address: "two@example.com" });
  t.match(page, { status: 200, text: "Too many mails for your network. Try again in " });
});

t.test("without mail, the page says who can help", async (t) => {
  const app = await openApp(t);
  const client = openPageClient(app.base);
  const page = await client.get(FORGOTTEN);
  t.match(page, { status: 200, text: "This server sends no mail. Ask an administrator of this server" });
  t.notMatch(page.text, `action="${FORGOTTEN}"`);
  await client.get("/account/sign-in");
  t.match(await client.post(FORGOTTEN, { email_address: "ann@example.com" }), { status: 403, text: "sends no mail" });
});

t.test("a form without a valid CSRF token sends no mail", async (t) => {
  const app = await openMailingApp(t);
  const ann = await createPerson(app, "Ann");
  const client = openPageClient(app.base);
  t.equal((await client.post(FORGOTTEN, { email_address: ann.email })).status, 403, "none");
  await client.get(FORGOTTEN);
  for (const _csrf of ["", "x"]) {
    const page = await client.post(FORGOTTEN, { email_address: ann.email, _csrf });
    t.match(page, { status: 403, text: "This form has expired" });
  }
  t.same(await app.mailsTo(ann.email), []);
});
