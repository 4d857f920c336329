import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as loginHistory from "../../../src/accounts/login/login-history.ts";
import { openApp } from "../../support/app.ts";
import { createKey, createPerson } from "../../support/people.ts";

const SESSIONS = "/account/sessions";

/** A server with Ann, who is signed in. */
async function openWithAnn(t: Parameters<typeof openApp>[0]) {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  const client = await signIn(app.base, ann);
  await client.get(SESSIONS);
  return { app, ann, client };
}

/** The ids of the browsers that the page offers to sign out. */
function browsersIn(text: string): string[] {
  return [...text.matchAll(/name="browser" value="([^"]+)"/g)].map(([, id = ""]) => id);
}

t.test("the page requires signing in and a CSRF token", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const other = await signIn(app.base, ann);
  const [id = ""] = browsersIn((await client.get(SESSIONS)).text);
  const stranger = openPageClient(app.base);
  await stranger.get("/account/sign-in");
  const location = `/account/sign-in?next=${encodeURIComponent(SESSIONS)}`;
  t.match(await stranger.get(SESSIONS), { status: 303, location });
  for (const fields of [{ browser: id }, { everywhere: "1" }]) {
    t.match(await stranger.post(SESSIONS, fields), { status: 303, location });
    for (const _csrf of ["", "wrong"]) t.equal((await client.post(SESSIONS, { ...fields, _csrf })).status, 403);
  }
  t.equal((await other.get(SESSIONS)).status, 200);
});

t.test("lists each browser once, with its network, program and times, and marks the current one", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const other = await signIn(app.base, ann, { keep: "1" });
  app.advanceClock(90_000);
  await other.get(SESSIONS, { "user-agent": "Laptop" });
  await app.context.sessionUses.close();
  const { text } = await client.get(SESSIONS);
  const [browsers = ""] = /<section class="card" aria-labelledby="browsers">.*?<\/section>/s.exec(text) ?? [];
  t.equal(browsers.match(/<tr>/g)?.length, 3, "a head and two rows");
  t.equal(browsers.match(/<strong>This browser<\/strong>/g)?.length, 1);
  t.match(browsers, /<bdi dir="auto">Laptop<\/bdi><p class="hint">Kept signed in<\/p>.*127\.0\.0\.1/s);
  t.match(browsers, /Laptop.*2026-01-01T12:00:00.000Z.*2026-01-01T12:01:00.000Z.*name="browser"/s);
  t.equal(browsersIn(text).length, 1);
});

t.test("browsers are named with their system, in the language of the page", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const other = await signIn(app.base, ann);
  app.advanceClock(90_000);
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
  await other.get(SESSIONS, { "user-agent": userAgent });
  await app.context.sessionUses.close();
  const { text } = await client.get(SESSIONS);
  t.match(text, '<th scope="row" class="text">Firefox 128 on Linux</th>');
  t.match(text, 'Sign out<span class="visually-hidden"> Firefox 128 on Linux</span>');
  t.notMatch(text, "Gecko/20100101");
  client.jar.set("triptych_language", "de");
  t.match((await client.get(SESSIONS)).text, "Firefox 128 unter Linux");
});

t.test("a browser that is signed out can't act any more, even if it was kept signed in", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const other = await signIn(app.base, ann, { keep: "1" });
  const [browser = "", ...others] = browsersIn((await client.get(SESSIONS)).text);
  t.same(others, []);
  t.match(await client.post(SESSIONS, { browser }), { status: 303, location: SESSIONS, notice: "browser-signed-out" });
  t.match(await other.get(SESSIONS), { status: 303, location: /^\/account\/sign-in/ });
  const { text } = await client.get(SESSIONS);
  t.match(text, "The browser is signed out.");
  t.same(browsersIn(text), []);
  t.match(await client.post(SESSIONS, { browser }), { status: 404, text: "This browser is not signed in any more." });
});

t.test("nobody can sign out the browser of somebody else", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  await signIn(app.base, ann);
  const [browser = ""] = browsersIn((await client.get(SESSIONS)).text);
  const bob = await signIn(app.base, await createPerson(app, "Bob"));
  t.notMatch((await bob.get(SESSIONS)).text, browser);
  for (const fields of [{ browser }, {}, { browser: "x" }, { browser: "\0" }])
    t.equal((await bob.post(SESSIONS, fields)).status, 404);
  t.same(browsersIn((await client.get(SESSIONS)).text), [browser]);
});

t.test("the current browser can be signed out here too", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const other = await signIn(app.base, ann);
  const [browser = ""] = browsersIn((await other.get(SESSIONS)).text);
  t.match(await client.post(SESSIONS, { browser }), {
    status: 303,
    location: "/account/sign-in",
    notice: "signed-out",
  });
  t.equal(client.jar.get("triptych_session"), undefined);
  t.equal((await other.get(SESSIONS)).status, 200);
});

t.test("signing out everywhere ends all sessions and tokens, and keeps API keys", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const key = await createKey(app, ann.id);
  const bob = await signIn(app.base, await createPerson(app, "Bob"));
  const other = await signIn(app.base, ann, { keep: "1" });
  const location = "/account/sign-in?next=%2Faccount%2Faccess";
  t.match(await client.post(SESSIONS, { everywhere: "1" }), { status: 303, location, notice: "signed-out-everywhere" });
  t.match((await client.get(location)).text, "You are signed out everywhere.");
  for (const browser of [client, other]) t.match(await browser.get(SESSIONS), { status: 303, location: /sign-in/ });
  t.equal((await bob.get(SESSIONS)).status, 200);
  const status = async (credential: string) =>
    (await app.send("GET", "/rest/v1/user", { headers: { authorization: `Bearer ${credential}` } })).status;
  t.same([await status(ann.token), await status(key)], [401, 200]);
});

t.test("the login history has pages, newest first, of the own account only", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const bob = await createPerson(app, "Bob");
  const { database, clock } = app.context;
  for (let number = 1; number <= 45; number++) {
    const account = number === 44 ? bob : ann;
    await loginHistory.record(database, {
      accountId: account.id,
      credentialVersion: 1,
      client: { address: "192.0.2.1", userAgent: `Program ${number};`, referer: "" },
      viaRemember: number === 45,
      now: clock(),
    });
  }
  const seen: string[] = [];
  let url: string | undefined = SESSIONS;
  let pages = 0;
  for (; url !== undefined && pages < 5; pages++) {
    const { text } = await client.get(url);
    seen.push(...[...text.matchAll(/Program (\d+);/g)].map(([, number = ""]) => number));
    url = /href="([^"]+)">Next page</.exec(text)?.[1]?.replaceAll("&#61;", "=");
  }
  const numbers = Array.from({ length: 45 }, (_, index) => String(45 - index));
  t.same(
    seen,
    numbers.filter((number) => number !== "44"),
  );
  t.equal(pages, 3, "20 on each page, and the two logins of the test");
  for (const before of ["", "0", "-1", "x", "1e3", "9".repeat(30)])
    t.match((await client.get(`${SESSIONS}?before=${before}`)).text, "Program 45;", before);
});

t.test("user agents, networks and referrers are escaped", async (t) => {
  const { app, client } = await openWithAnn(t);
  const script = (place: string) => `<script>alert("${place}")</script>`;
  const { database } = app.context;
  await database
    .updateTable("sessions")
    .set({ user_agent: script("agent"), network: script("network") })
    .execute();
  await database
    .updateTable("logins")
    .set({ user_agent: script("program"), ip_address: script("address"), referer: script("referer") })
    .execute();
  const { text } = await client.get(`${SESSIONS}?before=${encodeURIComponent('"><script>')}`);
  t.notMatch(text, "<script>");
  for (const place of ["agent", "network", "program", "address", "referer"])
    t.match(text, `&#60;script&#62;alert(&#34;${place}&#34;)&#60;/script&#62;`, place);
});
