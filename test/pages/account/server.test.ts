import t from "tap";
import { trackSecrets } from "../../../harness/canary.ts";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { addCalendar } from "../../../src/reminders/settings.ts";
import * as setup from "../../../src/setup/setup.ts";
import { openApp, type TestApp } from "../../support/app.ts";
import { openLibrary } from "../../support/library.ts";
import { openMailingApp } from "../../support/mailing-app.ts";
import { connect } from "../../support/mcp.ts";
import { createKey, createPerson, setLevel } from "../../support/people.ts";

const SERVER = "/account/server";
const REGISTER = "/account/register";

/** Signs in Ann, an administrator of a server. */
async function signInAnn(app: TestApp) {
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const client = await signIn(app.base, ann);
  await client.get(SERVER);
  return client;
}

function stored({ context }: TestApp) {
  return context.database.selectFrom("server_settings").select(["name", "value"]).orderBy("name").execute();
}

t.test("public pages, calendars, the bookmarklet and agents see the name of the server", async (t) => {
  const { app, ann } = await openLibrary(t);
  await setLevel(app, ann.id, 4);
  const client = await signIn(app.base, ann);
  await client.get(SERVER);
  await client.post(SERVER, { name: "Ada & Co", open: "1" });
  const { _id: id } = await ann.addCollection("Soups", undefined, { public: true });
  const stranger = openPageClient(app.base);
  t.match((await stranger.get(`/public/${id}/soups`)).text, '<meta property="og:site_name" content="Ada &#38; Co">');
  const secret = await addCalendar(app.context.database, app.context.clock, ann.id);
  trackSecrets(secret);
  t.match((await stranger.get(`/feeds/${secret}/reminders.ics`)).text, /X-WR-CALNAME:Ada & Co/);
  t.match((await client.get("/bookmarks/tools")).text, "Save to Ada &#38; Co<");
  const agent = await connect(t, app, await createKey(app, ann.id));
  t.match(agent.client.getServerVersion(), { name: "triptych", title: "Ada & Co" });
});

t.test("an administrator closes registration, opens it again, and names the server", async (t) => {
  const app = await openApp(t);
  const ann = await signInAnn(app);
  const stranger = openPageClient(app.base);
  const status = async () => (await stranger.get(REGISTER)).status;
  t.match((await ann.get(SERVER)).text, /<input id="name"[^>]* value="Triptych"/);
  t.match((await ann.get(SERVER)).text, /<input id="open"[^>]* checked/);
  t.equal(await status(), 200);

  const name = "Ada & <Bob>'s links";
  t.match(await ann.post(SERVER, { name }), { status: 303, location: SERVER, notice: "server-saved" });
  t.equal(await status(), 403);
  t.equal((await app.send("POST", "/api/user/register", { body: {} })).status, 403, "the API asks the same");
  t.match((await stranger.get("/")).text, "Sign in</a><p>Keep bookmarks");
  for (const path of ["/", "/account/sign-in", "/products", "/public/999", "/nothing"]) {
    const { text } = await stranger.get(path, { accept: "text/html" });
    t.match(text, /<title>[^<]* · Ada &#38; &#60;Bob&#62;&#39;s links<\/title>/, path);
    t.match(text, '<bdi dir="auto">Ada &#38; &#60;Bob&#62;&#39;s links</bdi></a>', path);
  }
  const { body } = await app.send("GET", "/manifest.webmanifest");
  t.match(JSON.parse(String(body)), { name, short_name: name });

  t.match(await ann.post(SERVER, { name: " Links ", open: "1" }), { notice: "server-saved" });
  t.equal(await status(), 200);
  t.match(await ann.post(SERVER, { name: "Links", open: "1" }), { notice: "unchanged" });
  t.same(await stored(app), [
    { name: "registration", value: "open" },
    { name: "server-name", value: "Links" },
  ]);
  const events = await app.context.database
    .selectFrom("audit_events")
    .select(["action", "target_id", "details"])
    .where("action", "like", "settings.%")
    .orderBy("id")
    .execute();
  t.same(
    events.map(({ details, ...event }) => ({ ...event, ...JSON.parse(details) })),
    [
      { action: "settings.name", target_id: "name", value: { from: "Triptych", to: name } },
      { action: "settings.registration", target_id: "registration", value: { from: null, to: "closed" } },
      { action: "settings.name", target_id: "name", value: { from: name, to: "Links" } },
      { action: "settings.registration", target_id: "registration", value: { from: "closed", to: "open" } },
    ],
  );
});

t.test("other servers show the change within 5 seconds, and decide by it at once", async (t) => {
  const app = await openApp(t);
  let now = app.context.clock();
  const other = await openApp(t, {}, { database: app.context.database, clock: () => now });
  const ann = await signInAnn(app);
  const visitor = openPageClient(other.base);
  await ann.post(SERVER, { name: "Links" });
  t.equal((await visitor.get(REGISTER)).status, 403);
  t.match((await visitor.get("/")).text, "· Triptych</title>");
  now += 5_000;
  await visitor.get("/");
  // The page before has asked in the background.
  while ((await visitor.get("/")).text.includes("· Triptych</title>"));
  t.match((await visitor.get("/")).text, "· Links</title>");
});

for (const [value, sentence] of [
  ["open", "Anybody may create an account."],
  ["closed", "Only administrators create accounts."],
] as const) {
  t.test(`REGISTRATION=${value} decides, and the page says so`, async (t) => {
    const app = await openApp(t, { REGISTRATION: value });
    const ann = await signInAnn(app);
    const { text } = await ann.get(SERVER);
    t.match(text, sentence);
    t.match(text, "environment variable <code>REGISTRATION</code>");
    t.notMatch(text, 'name="open"');
    await ann.post(SERVER, { name: "Links", ...(value === "closed" && { open: "1" }) });
    t.same(await stored(app), [{ name: "server-name", value: "Links" }]);
    t.equal((await openPageClient(app.base).get(REGISTER)).status, value === "open" ? 200 : 403);
  });
}

t.test("a name that is empty, too long or has controls is rejected, and nothing is stored", async (t) => {
  const app = await openApp(t);
  const ann = await signInAnn(app);
  t.match(await ann.post(SERVER, { name: " " }), { status: 200, text: "Name of the server is required." });
  for (const name of ["x".repeat(61), "😀".repeat(61)])
    t.match((await ann.post(SERVER, { name })).text, "Name of the server must have 1 to 60 characters.");
  for (const name of ["a\nb", "a\0b", "a\u009fb"]) {
    const page = await ann.post(SERVER, { name });
    t.match(page, { status: 200, text: "Name of the server is not valid." });
  }
  t.same(await stored(app), []);
  t.match(await ann.post(SERVER, { name: "😀".repeat(60), open: "1" }), { notice: "server-saved" });
});

t.test("only administrators may open and send it, with a CSRF token", async (t) => {
  const app = await openApp(t);
  const ann = await signInAnn(app);
  const bob = await createPerson(app, "Bob");
  for (const level of [1, 2, 3] as const) {
    await setLevel(app, bob.id, level);
    const client = await signIn(app.base, bob);
    t.match(await client.get(SERVER), { status: 403, text: "This page is for administrators." }, `level ${level}`);
    await client.get("/account/api-keys");
    t.equal((await client.post(SERVER, { name: "Bob's" })).status, 403, `level ${level}`);
    t.notMatch((await client.get("/account/api-keys")).text, SERVER);
  }
  const stranger = openPageClient(app.base);
  await stranger.get("/account/sign-in");
  t.match((await stranger.post(SERVER, { name: "x" })).location, /^\/account\/sign-in/);
  for (const _csrf of ["", "x"]) t.equal((await ann.post(SERVER, { name: "x", _csrf })).status, 403);
  t.same(await stored(app), []);
});

t.test("the page is in German too", async (t) => {
  const app = await openApp(t);
  const ann = await signInAnn(app);
  ann.jar.set("triptych_language", "de");
  const { text } = await ann.get(SERVER);
  t.match(text, "Jeder darf auf diesem Server ein Konto anlegen");
  t.match((await ann.post(SERVER, { name: "" })).text, "Name des Servers ist erforderlich.");
});

t.test("mails have the name of the server", async (t) => {
  const app = await openMailingApp(t);
  const ann = await signInAnn(app);
  await ann.post(SERVER, { name: "Links of Ada", open: "1" });
  const stranger = openPageClient(app.base);
  await stranger.get("/account/forgotten-password");
  await stranger.post("/account/forgotten-password", { email_address: "ann@example.com" });
  t.match((await app.mailsTo("ann@example.com"))[0]?.text, "your account at Links of Ada");
});

t.test(
  "the start page says that the setup waits, and what registering does, until there is an administrator",
  async (t) => {
    const app = await openApp(t);
    const client = openPageClient(app.base);
    const { text } = await client.get("/");
    t.match(text, "This server is waiting for its setup");
    t.match(text, '<a class="button" href="/setup">Set up this server</a>');
    t.match(text, "Registering does not replace the setup");
    t.match((await client.get(REGISTER)).text, "registering does not make you one");
    client.jar.set("triptych_language", "de");
    t.match((await client.get("/")).text, "Dieser Server wartet auf seine Einrichtung");
    client.jar.delete("triptych_language");

    const link = await setup.createLink(app.context.database, { clock: app.context.clock, baseUrl: app.base });
    await client.get("/setup");
    const password = "Ada's long password";
    const ada = { name: "Ada", email_address: "ada@example.com", password, password_confirmation: password };
    await client.post("/setup", { ...ada, token: link?.split("#")[1] ?? "" });
    t.notMatch((await openPageClient(app.base).get("/")).text, "is waiting for its setup");
    t.notMatch((await openPageClient(app.base).get("/")).text, 'href="/setup"');
  },
);

t.test("the start page of a closed server does not offer registering while the setup waits", async (t) => {
  const { base } = await openApp(t, { REGISTRATION: "closed" });
  const { text } = await openPageClient(base).get("/");
  t.match(text, "This server is waiting for its setup");
  t.notMatch(text, "Registering");
  t.notMatch(text, "register");
});
