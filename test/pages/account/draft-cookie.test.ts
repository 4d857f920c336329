import t, { type Test } from "tap";
import { openPageClient, type PageClient } from "../../../harness/page-client.ts";
import { openApp } from "../../support/app.ts";

const REGISTER = "/account/register";
const COOKIE = "triptych_draft";
const EVE = { name: "Eve Example", email: "eve at example.com", password: "a secret password" };

async function open(t: Test, environment: Record<string, string> = {}) {
  const app = await openApp(t, environment);
  const client = openPageClient(app.base);
  await client.get(REGISTER);
  return { app, client };
}

/** Sends the form of a page without following the redirect; returns the address and the cookie of the draft. */
async function reject(base: string, client: PageClient, fields: Readonly<Record<string, string>> = EVE) {
  const { text } = await client.get(REGISTER);
  const [, token = ""] = /name="_csrf" value="([^"]+)"/.exec(text) ?? [];
  const response = await fetch(base + REGISTER, {
    method: "POST",
    body: new URLSearchParams({ ...fields, _csrf: token }),
    headers: { cookie: [...client.jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    redirect: "manual",
  });
  const cookie = response.headers.getSetCookie().find((each) => each.includes(`${COOKIE}=`)) ?? "";
  client.jar.set(COOKIE, /=([^;]*)/.exec(cookie)?.[1] ?? "");
  return { status: response.status, address: response.headers.get("location") ?? "", cookie };
}

t.test("a draft of a visitor is in an encrypted cookie of the browser, without the password", async (t) => {
  const { app, client } = await open(t);
  const { status, address, cookie } = await reject(app.base, client);
  t.equal(status, 303);
  t.match(address, /^\/account\/register\?draft=[\w-]{22}$/);
  for (const attribute of ["Max-Age=3600", "Path=/", "HttpOnly", "SameSite=Lax"]) t.match(cookie, attribute);
  const value = client.jar.get(COOKIE) ?? "";
  for (const text of [value, Buffer.from(value, "base64url").toString("latin1")]) {
    for (const [, field] of Object.entries(EVE)) t.notOk(text.includes(field));
  }
  const page = await client.get(address);
  t.match(page, { status: 200, text: 'value="Eve Example"' });
  t.match(page.text, "E-mail address must be an e-mail address.");
  t.notMatch(page.text, EVE.password);
  t.same(await app.context.database.selectFrom("form_drafts").select("id").execute(), [], "the database has none");
});

t.test("it is shown for an hour, at its address only, and by no other browser", async (t) => {
  const { app, client } = await open(t);
  const { address } = await reject(app.base, client);
  const [, query = ""] = address.split("?");
  t.notMatch((await client.get(REGISTER)).text, EVE.name, "a new form is empty");
  t.notMatch((await client.get(`/account/sign-in?${query}`)).text, "eve at");
  t.notMatch((await openPageClient(app.base).get(address)).text, EVE.name);
  app.advanceClock(60 * 60 * 1000 - 1);
  t.match((await client.get(address)).text, EVE.name);
  app.advanceClock(1);
  t.notMatch((await client.get(address)).text, EVE.name);
});

t.test("a cookie that the server did not set is ignored", async (t) => {
  const { app, client } = await open(t);
  const { address } = await reject(app.base, client);
  const value = client.jar.get(COOKIE) ?? "";
  const first = value.startsWith("A") ? "B" : "A";
  for (const forged of [first + value.slice(1), `A${value}`, value.slice(0, 20), "", "x".repeat(4000)]) {
    client.jar.set(COOKIE, forged);
    t.match(await client.get(address), { status: 200, text: 'name="email"' });
    t.notMatch((await client.get(address)).text, EVE.name);
  }
  const other = await open(t);
  other.client.jar.set(COOKIE, value);
  t.notMatch((await other.client.get(address)).text, EVE.name, "another server");
});

t.test("long texts are left out of the cookie, which browsers would drop", async (t) => {
  const { app, client } = await open(t);
  const { status, address, cookie } = await reject(app.base, client, { ...EVE, name: "ü".repeat(20_000) });
  t.equal(status, 303);
  t.ok(cookie.length < 4096, `${cookie.length} characters`);
  t.match((await client.get(address)).text, 'value="eve at example.com"');
});

t.test("a form that is accepted deletes the draft", async (t) => {
  const { app, client } = await open(t);
  await reject(app.base, client);
  const accepted = { name: "Eve", email: "eve@example.com", password: EVE.password };
  const page = await client.post(REGISTER, { ...accepted, password_confirmation: EVE.password });
  t.match(page, { status: 303, notice: "registered" });
  t.equal(client.jar.has(COOKIE), false);
});

t.test("over HTTPS, no other host can set the cookie", async (t) => {
  const { app, client } = await open(t, { BASE_URL: "https://triptych.example" });
  const { cookie } = await reject(app.base, client);
  t.match(cookie, /^__Host-triptych_draft=[\w-]+; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
