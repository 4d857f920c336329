import t from "tap";
import { trackSecrets } from "../../../harness/canary.ts";
import { openPageClient, type PageClient, signIn } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { insertAccounts } from "../../support/accounts.ts";
import { openApp, type TestApp } from "../../support/app.ts";
import { openMailingApp, pathIn } from "../../support/mailing-app.ts";
import { tokenIn } from "../../support/mails.ts";
import { createPerson, logIn, setLevel } from "../../support/people.ts";

const USERS = "/account/users";
const EVE = {
  name: "Eve",
  email_address: "eve@example.com",
  user_level: "2",
  locale: "sv",
  active: "1",
  password: "Eve's long password",
  password_confirmation: "Eve's long password",
};

/** Signs in Ann, an administrator, and registers Bob, a member. */
async function openUsers(t: Parameters<typeof openApp>[0]) {
  const app = await openApp(t);
  const [ann, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
  await setLevel(app, ann.id, 4);
  const client = await signIn(app.base, ann);
  await client.get(`${USERS}/new`);
  return { app, ann, bob, client };
}

/** The values of a user's form, as a browser would submit them. */
async function formOf(client: PageClient, id: number): Promise<Record<string, string>> {
  const { text } = await client.get(`${USERS}/${id}`);
  const inputs = [...text.matchAll(/<input id="([^"]+)"[^>]*?value="([^"]*)"([^>]*)>/g)]
    .filter(([tag, , , rest = ""]) => !tag.includes("checkbox") || rest.includes("checked"))
    .map(([, name = "", value = ""]) => [name, value]);
  const selects = [...text.matchAll(/<select id="([^"]+)"[\s\S]*?<option value="([^"]*)" selected>/g)];
  const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? "";
  return { ...Object.fromEntries([...inputs, ...selects.map(([, name, value]) => [name, value])]), version };
}

async function find({ context }: TestApp, id: number) {
  return accounts.find(context.database, id);
}

t.test("only administrators may open the pages", async (t) => {
  const { app, ann, bob } = await openUsers(t);
  const member = await signIn(app.base, bob);
  const home = await member.get("/account/api-keys");
  t.notMatch(home.text, USERS);
  const paths = ["", "/new", `/${ann.id}`, `/${ann.id}/delete`];
  for (const path of paths)
    t.match(await member.get(USERS + path), { status: 403, text: "This page is for administrators." }, path);
  for (const path of paths.slice(1)) t.equal((await member.post(USERS + path, EVE)).status, 403, path);
  t.match(await find(app, ann.id), { name: "Ann" });
});

t.test("an administrator whose level is lowered loses access with the next request", async (t) => {
  const { app, ann, bob, client } = await openUsers(t);
  await setLevel(app, bob.id, 4);
  await setLevel(app, ann.id, 3);
  t.equal((await client.get(USERS)).status, 403);
});

t.test("users can be searched by name, address, level and status, page by page", async (t) => {
  const { app, client } = await openUsers(t);
  const now = app.context.clock();
  await insertAccounts(app.context.database, 60, (number) => ({
    email: `Émile${number}@example.org`,
    name: `Jörg ${number}`,
    user_level: 3,
    active: number % 2 === 0 ? 1 : 0,
    deleted_at: number === 59 ? now : null,
  }));
  const namesIn = (text: string) =>
    [...text.matchAll(/<th scope="row" class="text"><a [^>]*><bdi dir="auto">([^<]*)</g)].map(([, name]) => name);
  const search = async (query: string) => namesIn((await client.get(`${USERS}?${query}`)).text);

  const list = (await client.get(USERS)).text;
  t.match(list, "There are 61 users.");
  t.same(
    [...list.matchAll(/<label for="\w+">([^<]*)</g)].map(([, label]) => label),
    ["Name or e-mail address", "Level", "Status"],
  );
  t.same(await search("q=bob"), ["Bob"]);
  t.same(await search("q=ANN%40EXAMPLE.COM"), ["Ann"]);
  t.same(await search("q=J%C3%96RG+58"), ["Jörg 58"], "case-insensitive in every script");
  t.same(await search("q=nobody+at+all"), []);
  t.same(await search("level=4"), ["Ann"]);
  t.same(await search("q=j%C3%B6rg&active=0&level=1"), []);
  t.same(await search("q=%25"), [], "% is no wildcard");

  const seen: unknown[] = [];
  let url: string | undefined = `${USERS}?q=J%C3%B6rg&level=3&active=1`;
  for (let pages = 0; url !== undefined && pages < 5; pages++) {
    const { text } = await client.get(url);
    seen.push(...namesIn(text));
    url = /href="([^"]+)">Next page</.exec(text)?.[1]?.replaceAll("&#38;", "&").replaceAll("&#61;", "=");
  }
  t.same(
    seen,
    Array.from({ length: 30 }, (_, number) => `Jörg ${2 * number}`),
  );
});

t.test("the form of a new user starts with English, the lowest level and an active account", async (t) => {
  const { client } = await openUsers(t);
  const { text } = await client.get(`${USERS}/new`);
  t.same([...text.matchAll(/<option value="(\w+)" selected>/g)].map(([, value]) => value).sort(), ["1", "en"]);
  t.match(text, /<input id="active"[^>]* checked>/);
});

t.test("a created user can log in", async (t) => {
  const { app, client } = await openUsers(t);
  t.match(await client.post(`${USERS}/new`, EVE), { status: 303, location: USERS, notice: "created" });
  t.match(await accounts.findByEmail(app.context.database, "eve@example.com"), {
    name: "Eve",
    user_level: 2,
    locale: "sv",
    active: 1,
  });
  t.ok(await logIn(app.send, { email: EVE.email_address, password: EVE.password }));
});

const WITHOUT_PASSWORD = { ...EVE, password: "", password_confirmation: "" };

/** Opens a link for a first password, and chooses one. */
async function choosePassword(app: Pick<TestApp, "base" | "send">, link: string) {
  trackSecrets(tokenIn(link));
  const owner = openPageClient(app.base);
  t.equal((await owner.get(link)).status, 200);
  const fields = { token: tokenIn(link), password: EVE.password, password_confirmation: EVE.password };
  t.match(await owner.post("/account/reset-password", fields), { notice: "password-reset" });
  t.ok(await logIn(app.send, { email: EVE.email_address, password: EVE.password }));
}

t.test("without a password, the new user gets a link to choose one, which the administrator passes on", async (t) => {
  const { app, client } = await openUsers(t);
  const { text } = await client.get(`${USERS}/new`);
  t.match(text, "Leave empty to get a link with which the person can choose one");
  t.notMatch(text, /<input id="password"[^>]* required/);
  const { status, location, notice } = await client.post(`${USERS}/new`, WITHOUT_PASSWORD);
  const eve = await accounts.findByEmail(app.context.database, EVE.email_address);
  t.same(
    { status, location, notice },
    { status: 303, location: `${USERS}/${eve?.id}/reset-link`, notice: "created-link" },
  );
  const page = await client.get(location ?? "");
  t.match(page.text, "The user was created. With the link below they choose a password, within 3 days.");
  const link = pathIn(/<code id="link">([^<]+)</.exec(page.text)?.[1]);
  const { text: invitation } = await openPageClient(app.base).get(link);
  t.match(invitation, /<h1>Choose a password<.*has created an account for you/s);
  t.notMatch(invitation, "signs you out everywhere");
  app.advanceClock(3 * 24 * 60 * 60 * 1000 - 1);
  await choosePassword(app, link);
  t.match(await openPageClient(app.base).get(link), { status: 400, text: "or it has expired" }, "it works once");
});

t.test("a server that sends mail mails the link, in the language of the page", async (t) => {
  const app = await openMailingApp(t);
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const client = await signIn(app.base, ann);
  client.jar.set("triptych_language", "de");
  t.match((await client.get(`${USERS}/new`)).text, "Leer lassen, um der Person einen Link zu schicken");
  t.match(await client.post(`${USERS}/new`, WITHOUT_PASSWORD), { location: USERS, notice: "created-mailed" });
  t.match((await client.get(USERS)).text, "ist zu ihm unterwegs");
  const [mail] = await app.mailsTo(EVE.email_address);
  t.match(mail?.text, "innerhalb von 3 Tagen");
  await choosePassword(app, pathIn(mail?.text));
  const eve = await accounts.findByEmail(app.context.database, EVE.email_address);
  t.type(eve?.email_confirmed_at, "number", "whoever has the link can read the mail");
});

t.test("beyond the limit of mails, the administrator is shown the link instead", async (t) => {
  const app = await openMailingApp(t, { MAILS_PER_HOUR: "1" });
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const client = await signIn(app.base, ann);
  await client.get(`${USERS}/new`);
  await client.post(`${USERS}/new`, { ...WITHOUT_PASSWORD, email_address: "first@example.com" });
  const { location, notice } = await client.post(`${USERS}/new`, WITHOUT_PASSWORD);
  t.equal(notice, "created-link");
  await choosePassword(app, pathIn(/<code id="link">([^<]+)</.exec((await client.get(location ?? "")).text)?.[1]));
});

t.test("a link for a new user expires after 3 days, and an inactive one gets none", async (t) => {
  const { app, ann, client } = await openUsers(t);
  const { location } = await client.post(`${USERS}/new`, WITHOUT_PASSWORD);
  const link = pathIn(/<code id="link">([^<]+)</.exec((await client.get(location ?? "")).text)?.[1]);
  trackSecrets(tokenIn(link));
  app.advanceClock(3 * 24 * 60 * 60 * 1000);
  t.equal((await openPageClient(app.base).get(link)).status, 400);
  const again = await signIn(app.base, ann);
  await again.get(`${USERS}/new`);
  const { active: _active, ...inactive } = { ...WITHOUT_PASSWORD, email_address: "mallory@example.com" };
  t.match(await again.post(`${USERS}/new`, inactive), { location: USERS, notice: "created" });
  t.equal((await app.context.database.selectFrom("one_time_links").selectAll().execute()).length, 1);
});

t.test("one of two password fields alone is no link, but an error", async (t) => {
  const { app, client } = await openUsers(t);
  for (const name of ["password", "password_confirmation"])
    t.equal((await client.post(`${USERS}/new`, { ...WITHOUT_PASSWORD, [name]: EVE.password })).status, 200, name);
  t.equal(await accounts.findByEmail(app.context.database, EVE.email_address), undefined);
});

t.test("the levels are explained where they are chosen, with the one that may change products", async (t) => {
  for (const [CATALOGUE_WRITE_LEVEL, level] of [
    ["1", "1 · Authenticated user"],
    ["3", "3 · Supervisor"],
  ] as const) {
    const app = await openApp(t, { CATALOGUE_WRITE_LEVEL });
    const ann = await createPerson(app, "Ann");
    await setLevel(app, ann.id, 4);
    const client = await signIn(app.base, ann);
    for (const path of ["/new", `/${ann.id}`]) {
      const { text } = await client.get(USERS + path);
      const products = [...text.matchAll(/<dt>([^<]*)<\/dt><dd>[^<]*deletes products\.<\/dd>/g)];
      t.same(
        products.map(([, name]) => name),
        [level],
        path,
      );
      t.match(text, /4 · Administrator<\/dt><dd>Also creates, changes and deletes users/);
    }
  }
});

t.test("errors are shown beside their fields, and all values but the password are kept", async (t) => {
  const { app, client } = await openUsers(t);
  const page = await client.post(`${USERS}/new`, {
    ...EVE,
    name: " ",
    email_address: "eve",
    password: "short",
    password_confirmation: "short",
  });
  t.equal(page.status, 200);
  t.match(page.text, "E-mail address must be an e-mail address.");
  t.match(page.text, "Password must have at least 8 characters.");
  t.match(page.text, '<p class="hint" id="password-hint">8 to 128 characters. Leave empty');
  t.match(page.text, 'role="alert"><p class="alert-title">Please correct the fields below.<');
  t.match(page.text, 'id="name-error"');
  t.match(page.text, 'value="eve"');
  t.notMatch(page.text, "short");
  t.match(await client.post(`${USERS}/new`, { ...EVE, password_confirmation: "another password" }), {
    status: 200,
    text: "Confirm password must match the password.",
  });
  t.match(await client.post(`${USERS}/new`, { ...EVE, email_address: "BOB@example.com" }), {
    status: 200,
    text: "E-mail address belongs to another account.",
  });
  for (const wrong of [{ user_level: "5" }, { user_level: "" }, { locale: "de" }])
    t.equal((await client.post(`${USERS}/new`, { ...EVE, ...wrong })).status, 200, JSON.stringify(wrong));
  t.equal(await accounts.findByEmail(app.context.database, "eve@example.com"), undefined);
});

t.test("an administrator can change a user; an empty password field leaves the password unchanged", async (t) => {
  const { app, ann, bob, client } = await openUsers(t);
  const form = await formOf(client, bob.id);
  t.match(form, { name: "Bob", email_address: bob.email, user_level: "1", locale: "en", active: "1", password: "" });
  const current_password = ann.password;
  const unchanged = await client.post(`${USERS}/${bob.id}`, form);
  t.match(unchanged, { status: 303, location: `${USERS}/${bob.id}`, notice: "unchanged" });
  t.equal((await formOf(client, bob.id)).version, form.version, "nothing is written");
  t.match(await client.post(`${USERS}/${bob.id}`, { ...form, name: "Robert", user_level: "3", current_password }), {
    status: 303,
    location: `${USERS}/${bob.id}`,
    notice: "updated",
  });
  t.match(await find(app, bob.id), { name: "Robert", user_level: 3, email: bob.email, locale: "en", active: 1 });
  t.ok(await logIn(app.send, bob));

  const { active, ...inactive } = await formOf(client, bob.id);
  await client.post(`${USERS}/${bob.id}`, inactive);
  t.match(await find(app, bob.id), { active: 0 }, "a missing `active` field means unchecked");

  const password = "quite another password";
  const again = { ...(await formOf(client, bob.id)), active: "1", password, password_confirmation: password };
  t.equal((await client.post(`${USERS}/${bob.id}`, { ...again, current_password })).status, 303);
  t.ok(await logIn(app.send, { email: bob.email, password }));
});

t.test("changing a password, an e-mail address or a level needs the administrator's own password", async (t) => {
  const { app, ann, bob, client } = await openUsers(t);
  const form = await formOf(client, bob.id);
  const submit = (fields: object) => client.post(`${USERS}/${bob.id}`, { ...form, ...fields });
  const password = "quite another password";
  const changes = [
    { email_address: "robert@example.com" },
    { user_level: "4" },
    { password, password_confirmation: password },
  ];
  for (const change of changes) {
    t.match(await submit(change), { status: 200, text: "Your own password is needed to change" });
    t.match(await submit({ ...change, current_password: "a wrong password" }), {
      status: 200,
      text: "Your own password is wrong.",
    });
  }
  t.match(await find(app, bob.id), { email: bob.email, user_level: 1, version: 1 });
  // Three guesses were made above; the fifth is the last that is not throttled.
  for (let guesses = 3; guesses < 5; guesses++) await submit({ ...changes[0], current_password: "a wrong password" });
  const throttled = await submit({ ...changes[0], current_password: ann.password });
  t.match(throttled, { status: 200, text: 'value="robert@example.com"' }, "guesses count as failed logins");
  t.match(throttled.text, "Too many failed logins. Try again in ");
  app.advanceClock(60_000);
  t.equal((await submit({ ...changes[0], current_password: ann.password })).status, 303);
  t.match(await find(app, bob.id), { email: "robert@example.com" });
  const logins = await app.context.database
    .selectFrom("logins")
    .select("id")
    .where("account_id", "=", ann.id)
    .execute();
  t.equal(logins.length, 1, "the confirmation is not recorded as a login");
  t.same(await app.context.database.selectFrom("failed_logins").select("id").execute(), []);
});

t.test("an address that can't be looked up is rejected together with the other wrong fields", async (t) => {
  const { client } = await openUsers(t);
  const wrong = { ...EVE, name: "x".repeat(256), email_address: "a\0b@example.com", password_confirmation: "another" };
  const { status, text } = await client.post(`${USERS}/new`, wrong);
  t.equal(status, 200);
  for (const name of ["name", "email_address", "password_confirmation"]) t.match(text, `<li><a href="#${name}">`, name);
  t.match(text, 'value="2" selected', "the level stays chosen");
});

t.test("a password that is easy to guess is rejected beside its field", async (t) => {
  const { ann, bob, client } = await openUsers(t);
  const weak = { password: "password123", password_confirmation: "password123" };
  const text = "Password must not be one of the 10,000 most common passwords";
  t.match(await client.post(`${USERS}/new`, { ...EVE, ...weak }), { status: 200, text });
  const taken = await client.post(`${USERS}/new`, { ...EVE, ...weak, email_address: bob.email });
  t.match(taken, { status: 200, text }, "together with an address that is taken");
  t.match(taken.text, "E-mail address belongs to another account.");
  const form = { ...(await formOf(client, bob.id)), ...weak, current_password: ann.password };
  t.match(await client.post(`${USERS}/${bob.id}`, form), { status: 200, text });
});

t.test("a change is rejected when the account changed after the form was loaded", async (t) => {
  const { app, bob, client } = await openUsers(t);
  const form = await formOf(client, bob.id);
  app.advanceClock(1);
  await accounts.update(app.context.database, app.context.clock, bob.id, { name: "Bobby" });
  const page = await client.post(`${USERS}/${bob.id}`, { ...form, name: "Robert" });
  t.match(page, { status: 200, text: "Somebody else has changed this user in the meantime." });
  t.match(await find(app, bob.id), { name: "Bobby" });
});

t.test("the last active administrator can't be deleted, nor be given a lower level", async (t) => {
  const { app, ann, client } = await openUsers(t);
  const sentence = "This is the last active administrator.";
  const form = await formOf(client, ann.id);
  t.match(await client.post(`${USERS}/${ann.id}`, { ...form, user_level: "3", current_password: ann.password }), {
    status: 200,
    text: sentence,
  });
  t.match(await client.post(`${USERS}/${ann.id}/delete`), { status: 200, text: sentence });
  t.match(await find(app, ann.id), { user_level: 4, active: 1 });
});

t.test("a user is deleted after a confirmation, and is no longer found", async (t) => {
  const { app, bob, client } = await openUsers(t);
  t.match(await client.get(`${USERS}/${bob.id}/delete`), {
    status: 200,
    text: '(<bdi dir="auto">bob@example.com</bdi>)',
  });
  t.ok(await find(app, bob.id));
  t.match(await client.post(`${USERS}/${bob.id}/delete`), { status: 303, location: USERS, notice: "deleted" });
  t.equal(await find(app, bob.id), undefined);
  for (const path of ["", "/delete"]) t.equal((await client.get(`${USERS}/${bob.id}${path}`)).status, 404);
});

t.test("names, addresses, user agents and referrers are escaped", async (t) => {
  const { app, bob, client } = await openUsers(t);
  const script = (place: string) => `<script>alert("${place}")</script>`;
  const { database, clock } = app.context;
  await accounts.update(database, clock, bob.id, { name: script("name"), email: script("email") });
  await database
    .insertInto("logins")
    .values({
      account_id: bob.id,
      ip_address: script("address"),
      user_agent: script("agent"),
      referer: script("referer"),
      via_remember: 0,
      created_at: clock(),
    })
    .execute();
  const search = new URLSearchParams({ q: script("search"), level: script("level"), after: script("after") });
  const shown = {
    [`${USERS}?q=${encodeURIComponent("script")}`]: ["name", "email"],
    [`${USERS}/${bob.id}`]: ["name", "email", "address", "agent", "referer"],
    [`${USERS}/${bob.id}/delete`]: ["name", "email"],
    [`${USERS}?${search}`]: ["search"],
  };
  for (const [path, places] of Object.entries(shown)) {
    const { status, text } = await client.get(path);
    t.equal(status, 200);
    t.notMatch(text, "<script>");
    for (const place of places) t.match(text, `&#60;script&#62;alert(&#34;${place}&#34;)&#60;/script&#62;`, place);
  }
});
