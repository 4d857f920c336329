import t from "tap";
import { openPageClient, type PageClient, signIn } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { openApp } from "../../support/app.ts";
import { createPerson, registrationOf } from "../../support/people.ts";

const ANN = registrationOf("Ann");
const DAY = 24 * 60 * 60 * 1000;
const KEYS = "/account/api-keys";

/** The new API key that a page shows; empty if it shows none. */
function keyIn(text: string): string {
  return /<code id="key-\d+">([^<]*)<\/code>/.exec(text)?.[1] ?? "";
}

/** Creates a key, and returns the page that shows it. */
async function create(client: PageClient, fields: Readonly<Record<string, string>>) {
  const { status, location } = await client.post(KEYS, fields);
  t.match({ status, location }, { status: 303, location: KEYS });
  return client.get(KEYS);
}

/** The CSRF token of a page. */
function tokenIn(text: string): string {
  return /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

/** Presses the button that ends showing a key. */
async function confirm(client: PageClient, text: string) {
  const secret = /name="secret" value="([^"]*)"/.exec(text)?.[1] ?? "";
  return client.post(`/account/copied?back=${encodeURIComponent(KEYS)}`, { secret });
}

t.test("a new key is shown until it is copied, and works until it is revoked", async (t) => {
  const app = await openApp(t, { BASE_URL: "https://triptych.example" });
  const { id } = await createPerson(app, "Ann");
  const ann = await signIn(app.base, ANN);
  t.match((await ann.get(KEYS)).text, "You have no keys yet");

  const created = await create(ann, { name: " Nightly sync ", expires: "" });
  const key = keyIn(created.text);
  t.equal(created.status, 200);
  t.match(key, /^trip_[0-9a-v]{39}$/);
  t.match(
    created.text,
    `curl -H &#39;X-Auth-Token: ${key}&#39; -A &#39;my integration (me@example.com)&#39; https://triptych.example/api/v1/users/${id}.json`,
  );
  const use = async () => (await app.send("GET", `/api/v1/users/${id}.json`, { key })).status;
  t.equal(await use(), 200);

  t.match(await ann.get(KEYS), { text: `<code id="key-1">${key}</code>` }, "a reload still shows it");
  t.match(await confirm(ann, created.text), { status: 303, location: KEYS, notice: "secret-copied" });
  let list = await ann.get(KEYS);
  // The use is stored in the background.
  while (list.text.includes('Last used">Never')) list = await ann.get(KEYS);
  t.notMatch(list.text, key);
  t.match(list.text, '<th scope="row" class="text"><bdi dir="auto">Nightly sync</bdi></th>');
  t.match(list.text, `${key.slice(0, 13)}…`);
  t.match(list.text, /Last used"><time datetime="2026-01-01T12:00:00.000Z">/);
  t.match(list.text, /Expires">Never/);

  const confirmation = await ann.get(`${KEYS}/1/revoke`);
  t.match(confirmation.text, "It stops working immediately.");
  t.equal(await use(), 200, "the confirmation page revokes nothing");
  t.match(await ann.post(`${KEYS}/1/revoke`), { status: 303, location: KEYS, notice: "revoked" });
  t.equal(await use(), 401);
  const after = await ann.get(KEYS);
  t.match(after.text, "The key is revoked.");
  t.notMatch(after.text, "Nightly sync");
});

t.test("the page names the APIs that accept a key, and shows a command for each", async (t) => {
  const app = await openApp(t, { BASE_URL: "https://triptych.example" });
  const { id } = await createPerson(app, "Ann");
  const ann = await signIn(app.base, ANN);
  const { text } = await ann.get(KEYS);
  t.match(text, '<p class="hint" id="name-hint">What the key is for</p>');
  t.match(text, /two APIs on your behalf: .*user administration<\/a> \(<code>\/api\/v1<\/code>\)/);
  t.match(text, /collections<\/a> \(<code>\/rest\/v1<\/code>\)/);
  const [main = ""] = /<main.*<\/main>/s.exec(text) ?? [];
  const links = [...main.matchAll(/"(\/docs\/[^"]*)"/g)].map(([, link = ""]) => link);
  t.same(links, ["/docs/users", "/docs/collections"]);
  for (const link of links) t.equal((await app.send("GET", link)).status, 200);

  const created = await create(ann, { name: "both", expires: "" });
  const key = keyIn(created.text);
  t.match(
    created.text,
    `X-Auth-Token: ${key}&#39; -A &#39;my integration (me@example.com)&#39; https://triptych.example/api/v1/`,
  );
  t.match(created.text, `Authorization: Bearer ${key}&#39; https://triptych.example/rest/v1/collections<`);
  t.equal((await app.send("GET", `/api/v1/users/${id}.json`, { key })).status, 200);
  const authorization = `Bearer ${key}`;
  t.equal((await app.send("GET", "/rest/v1/collections", { headers: { authorization } })).status, 200);
});

t.test("a key expires after the chosen lifetime, and the list says so", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  const ann = await signIn(app.base, ANN, { keep: "1" });
  await ann.get(KEYS);
  const key = keyIn((await create(ann, { name: "week", expires: "7" })).text);
  const use = async () => (await app.send("GET", `/api/v1/users/${id}.json`, { key })).status;
  app.advanceClock(7 * DAY - 1);
  t.equal(await use(), 200);
  t.notMatch((await ann.get(KEYS)).text, "expired");
  app.advanceClock(1);
  t.equal(await use(), 401);
  t.match((await ann.get(KEYS)).text, "expired");
});

t.test("a key can be limited to scopes, and the list says what each key may do", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  const ann = await signIn(app.base, ANN);
  t.match((await ann.get(KEYS)).text, '<option value="">Everything that you may do</option>');
  const created = await create(ann, { name: "reader", expires: "", access: "collections:read" });
  const authorization = `Bearer ${keyIn(created.text)}`;
  t.notMatch(created.text, "Try it with user administration", "the key could not carry out this command");
  t.match(created.text, "Try it with your collections");
  const call = async (method: string, path: string) =>
    (await app.send(method, path, { headers: { authorization, "x-auth-token": keyIn(created.text) }, body: {} }))
      .status;
  t.equal(await call("PUT", "/rest/v1/collections"), 403);
  t.equal((await app.send("GET", "/rest/v1/collections", { headers: { authorization } })).status, 200);
  t.equal((await app.send("GET", `/api/v1/users/${id}.json`, { key: keyIn(created.text) })).status, 403);
  t.match((await ann.get(KEYS)).text, /data-label="Access">Read collections</);

  await ann.post(KEYS, { name: "everything", expires: "" });
  t.match((await ann.get(KEYS)).text, /data-label="Access">Everything that you may do</);
  for (const access of ["everything", "users", "collections:read,users:read"]) {
    const rejected = await ann.post(KEYS, { name: "x", expires: "", access });
    t.match(rejected, { status: 200, text: /Access must be one of the choices/ });
  }
});

t.test("only the session that created a key is shown it, for 10 minutes, encrypted", async (t) => {
  const app = await openApp(t, { BASE_URL: "https://triptych.example" });
  await createPerson(app, "Ann");
  await createPerson(app, "Bob");
  const ann = await signIn(app.base, ANN);
  await ann.get(KEYS);
  const { text } = await create(ann, { name: "x", expires: "" });
  const key = keyIn(text);
  const [name = "", value = ""] = [...ann.jar].find(([cookie]) => cookie.startsWith("__Host-triptych_shown_")) ?? [];
  t.notMatch(Buffer.from(value, "base64url").toString("latin1"), key);

  for (const [other, who] of [
    [await signIn(app.base, ANN), "another session of Ann"],
    [await signIn(app.base, registrationOf("Bob")), "Bob"],
  ] as const) {
    other.jar.set(name, value);
    t.notMatch((await other.get(KEYS)).text, key, who);
  }
  ann.jar.set(`${name}x`, `${value.slice(0, -4)}AAAA`);
  t.equal((await ann.get(KEYS)).text.split(`>${key}<`).length, 2, "a forged cookie is ignored");
  t.notMatch((await ann.get("/account/webhooks")).text, key, "another page");
  app.advanceClock(10 * 60 * 1000 - 1);
  t.match((await ann.get(KEYS)).text, key);
  app.advanceClock(1);
  t.notMatch((await ann.get(KEYS)).text, key);
});

t.test("several new keys are shown, newest first; each is confirmed alone, and none after signing out", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const ann = await signIn(app.base, ANN);
  await ann.get(KEYS);
  for (let number = 1; number <= 7; number++) {
    await create(ann, { name: `key ${number}`, expires: "" });
    app.advanceClock(1);
  }
  const shown = async () =>
    [...(await ann.get(KEYS)).text.matchAll(/<h2 id="new-key-\d">Your new key: ([^<]*)</g)].map(([, name]) => name);
  t.same(await shown(), ["key 7", "key 6", "key 5", "key 4", "key 3"]);
  await confirm(ann, (await ann.get(KEYS)).text);
  t.same(await shown(), ["key 6", "key 5", "key 4", "key 3"]);
  await ann.post(`${KEYS}/5/revoke`);
  t.same(await shown(), ["key 6", "key 4", "key 3"], "a revoked key is not shown");
  await ann.post("/account/sign-out");
  t.same(
    [...ann.jar.keys()].filter((name) => name.includes("shown")),
    [],
  );
});

t.test("confirming keeps what was typed, needs a CSRF token and a session, and leads to this server", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const ann = await signIn(app.base, ANN);
  await ann.get(KEYS);
  const { text } = await create(ann, { name: "first", expires: "" });
  const key = keyIn(text);
  const [, secret = ""] = /name="secret" value="([^"]*)"/.exec(text) ?? [];
  const path = `/account/copied?back=${encodeURIComponent(KEYS)}`;
  t.match(text, /<button form="page-form" formaction="\/account\/copied\?back[^"]*" formnovalidate name="secret"/);
  t.equal((await ann.post(path, { secret, _csrf: "x" })).status, 403);
  const stranger = openPageClient(app.base);
  await stranger.get("/account/sign-in");
  t.match((await stranger.post(path, { secret })).location, /^\/account\/sign-in/);
  await ann.post(path, { secret: "unknown" });
  t.match((await ann.get(KEYS)).text, key, "still shown");
  const { location } = await ann.send(path, new URLSearchParams({ _csrf: tokenIn(text), secret, name: "second" }));
  const page = await ann.get(location ?? "");
  t.match(page.text, 'value="second"');
  t.match(page.text, "It is not shown any more.");
  t.notMatch(page.text, key);
  t.match((await ann.post("/account/copied?back=//evil.example", { secret })).location, "/account/profile");
});

t.test("submitting a form twice creates one key", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const ann = await signIn(app.base, ANN);
  await ann.get(KEYS);
  const form = { name: "once", expires: "90" };
  const pages = await Promise.all([ann.post(KEYS, form), ann.post(KEYS, form)]);
  t.equal(pages.filter(({ text }) => text.includes("There is already a key with this name.")).length, 1);
  const again = await ann.post(KEYS, form);
  t.match(again, { status: 200, text: "There is already a key with this name." });
  t.match(again.text, 'value="once"', "the form keeps its values");
});

t.test("an invalid name or expiry is rejected, and no key is created", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const ann = await signIn(app.base, ANN);
  await ann.get(KEYS);
  for (const name of ["", "   "])
    t.match(await ann.post(KEYS, { name, expires: "" }), { status: 200, text: "Name is required." });
  for (const name of ["x".repeat(101), "a\0b"])
    t.match(await ann.post(KEYS, { name, expires: "" }), { status: 200, text: /Name must have 1 to 100 characters/ });
  for (const expires of ["-1", "1e9", "tomorrow"])
    t.match(await ann.post(KEYS, { name: "x", expires }), { status: 200, text: /Expires must be one of the choices/ });
  t.same(await app.context.database.selectFrom("api_keys").select("id").execute(), []);
});

t.test("an account can't see or revoke the keys of another", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  await createPerson(app, "Bob");
  const ann = await signIn(app.base, ANN);
  await ann.get(KEYS);
  await ann.post(KEYS, { name: "Ann's", expires: "" });
  const bob = await signIn(app.base, registrationOf("Bob"));
  t.notMatch((await bob.get(KEYS)).text, "Ann&#39;s");
  for (const id of ["1", "2", "0", "x", "1e0", "9".repeat(20)]) {
    t.match(await bob.get(`${KEYS}/${id}/revoke`), { status: 404, text: "<h1>Not found</h1>" }, id);
    t.equal((await bob.post(`${KEYS}/${id}/revoke`)).status, 404, id);
  }
  t.match((await ann.get(KEYS)).text, "Ann&#39;s");
});

t.test("names are escaped", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
  await accounts.update(app.context.database, app.context.clock, id, { name: hostile });
  const ann = await signIn(app.base, ANN);
  await ann.get(KEYS);
  for (const page of [
    await create(ann, { name: hostile, expires: "" }),
    await ann.post(KEYS, { name: hostile, expires: "" }),
    await ann.get(KEYS),
    await ann.get(`${KEYS}/1/revoke`),
    await ann.get(`/account/${encodeURIComponent(hostile)}?notice=${encodeURIComponent(hostile)}`),
    await ann.get(`/account/sign-in?next=${encodeURIComponent(hostile)}`),
  ]) {
    t.notMatch(page.text, /<script>|<img|onerror=/);
    if (page.status !== 303) t.match(page.text, "&#60;script&#62;alert(1)");
  }
});
