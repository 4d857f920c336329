import t from "tap";
import * as accounts from "../../../src/accounts/accounts.ts";
import { openApp } from "../../support/app.ts";
import { join, registrationOf } from "../../support/people.ts";
import { openVisitor, signIn } from "../../support/visitor.ts";

const ANN = registrationOf("Ann");
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

t.test("who is not signed in is led to sign in, and back to where they were going", async (t) => {
  const app = await openApp(t);
  await join(app, "Ann");
  const visitor = openVisitor(app.base);
  const away = await visitor.get("/account/api-keys?notice=x");
  t.match(away, { status: 303, location: "/account/sign-in?next=%2Faccount%2Fapi-keys%3Fnotice%3Dx" });
  t.match(await visitor.get(away.location ?? ""), { status: 200, text: "<h1>Sign in</h1>" });
  const back = await visitor.post("/account/sign-in", { ...ANN, next: "/account/api-keys?notice=x" });
  t.match(back, { status: 303, location: "/account/api-keys?notice=x" });
  t.match(await visitor.get("/account/api-keys"), { status: 200, text: "<h1>Manage API Keys</h1>" });
  t.match(await visitor.get("/account/sign-in"), { status: 303, location: "/account/api-keys" }, "there is no need to");
});

t.test("nobody is led to another site", async (t) => {
  const app = await openApp(t);
  await join(app, "Ann");
  for (const next of ["//evil.example", "https://evil.example", "/\\evil.example", "/account/\r\nx: y", "/docs"]) {
    const visitor = openVisitor(app.base);
    await visitor.get(`/account/sign-in?next=${encodeURIComponent(next)}`);
    t.equal((await visitor.post("/account/sign-in", { ...ANN, next })).location, "/account/api-keys", next);
  }
});

t.test("wrong address, wrong password, inactive and deleted are one answer, that keeps the address", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  const [bob, eve] = [await join(app, "Bob"), await join(app, "Eve"), await join(app, "Ann")];
  await accounts.update(database, clock, bob.id, { active: false });
  await accounts.remove(database, clock, eve.id);
  for (const { email, password } of [
    { ...ANN, email: "nobody@example.com" },
    { ...ANN, password: "wrong one" },
    bob,
    eve,
  ]) {
    const visitor = openVisitor(app.base);
    await visitor.get("/account/sign-in");
    const page = await visitor.post("/account/sign-in", { email, password });
    t.match(page, { status: 401, text: '<p class="alarm" role="alert">Invalid Email or Password.</p>' });
    t.match(page.text, `value="${email}"`);
    t.notMatch(page.text, password);
  }
});

t.test("what can't be an address or a password is told, not looked for", async (t) => {
  const { base } = await openApp(t);
  const visitor = openVisitor(base);
  await visitor.get("/account/sign-in");
  for (const email of ["x".repeat(256), "a\0b"])
    t.match(await visitor.post("/account/sign-in", { email, password: "whatever it is" }), {
      status: 422,
      text: 'role="alert"',
    });
});

t.test("guessing is slowed down, together with that of the API", async (t) => {
  const app = await openApp(t);
  for (let failures = 0; failures < 5; failures++) await app.send("POST", "/api/user/login", { body: ANN });
  const visitor = openVisitor(app.base);
  await visitor.get("/account/sign-in");
  const page = await visitor.post("/account/sign-in", ANN);
  t.match(page, { status: 429, text: "Too many failed logins. Try again in 1 second." });
  t.equal(page.headers.get("retry-after"), "1");
});

t.test("a sign-in is a login, shown with the user", async (t) => {
  const app = await openApp(t);
  const { id } = await join(app, "Ann");
  const visitor = openVisitor(app.base);
  await visitor.get("/account/sign-in");
  await visitor.post("/account/sign-in", ANN);
  const rows = await app.context.database.selectFrom("logins").selectAll().where("account_id", "=", id).execute();
  t.match(rows, [{ via_remember: 0 }, { via_remember: 0, ip_address: "127.0.0.1", user_agent: "node" }]);
});

t.test("the secret of a session changes with each sign-in, and the old one is dead", async (t) => {
  const app = await openApp(t);
  await join(app, "Ann");
  const visitor = await signIn(app.base, ANN);
  const before = visitor.jar.get("triptych_session") ?? "";
  const other = openVisitor(app.base);
  other.jar.set("triptych_session", before);
  t.equal((await other.get("/account/api-keys")).status, 200);

  other.jar.set("triptych_session", "planted by somebody else");
  await other.get("/account/sign-in");
  other.jar.set("triptych_session", before);
  t.equal((await other.get("/account/api-keys")).status, 200);
  await other.post("/account/sign-in", ANN);
  t.not(other.jar.get("triptych_session"), before);
  t.equal((await visitor.get("/account/api-keys")).status, 303, "what was known of the old session is worthless");
});

t.test("only the hash of a secret is stored", async (t) => {
  const app = await openApp(t);
  await join(app, "Ann");
  const { jar } = await signIn(app.base, ANN, { keep: "1" });
  const rows = JSON.stringify(await app.context.database.selectFrom("sessions").selectAll().execute());
  t.equal(jar.size, 2);
  for (const secret of jar.values()) t.notMatch(rows, secret);
});

t.test("a session ends after 8 hours", async (t) => {
  const app = await openApp(t);
  await join(app, "Ann");
  const visitor = await signIn(app.base, ANN);
  app.pass(8 * HOUR - 1);
  t.equal((await visitor.get("/account/api-keys")).status, 200);
  app.pass(1);
  t.equal((await visitor.get("/account/api-keys")).status, 303);
});

t.test("a browser that is kept signed in takes the session up again, for 30 days; that is a login too", async (t) => {
  const app = await openApp(t);
  const { id } = await join(app, "Ann");
  const visitor = await signIn(app.base, ANN, { keep: "1" });
  const resumptions = () =>
    app.context.database
      .selectFrom("logins")
      .select("user_agent")
      .where("account_id", "=", id)
      .where("via_remember", "=", 1)
      .execute();
  t.equal((await visitor.get("/account/api-keys")).status, 200);
  t.same(await resumptions(), [], "the session goes on");

  visitor.jar.delete("triptych_session");
  t.equal((await visitor.get("/account/api-keys", { "user-agent": "reopened" })).status, 200);
  t.same(await resumptions(), [{ user_agent: "reopened" }]);
  t.equal((await visitor.get("/account/api-keys")).status, 200);
  t.equal((await resumptions()).length, 1, "once per session");

  app.pass(30 * DAY - 1);
  t.equal((await visitor.get("/account/api-keys")).status, 200);
  app.pass(1);
  visitor.jar.delete("triptych_session");
  t.equal((await visitor.get("/account/api-keys")).status, 303);
});

t.test("signing out ends the session and the keeping of it, wherever their secrets have got to", async (t) => {
  const app = await openApp(t);
  await join(app, "Ann");
  const visitor = await signIn(app.base, ANN, { keep: "1" });
  const stolen = openVisitor(app.base);
  for (const [name, value] of visitor.jar) stolen.jar.set(name, value);
  await visitor.get("/account/api-keys");
  t.match(await visitor.post("/account/sign-out"), { status: 303, location: "/account/sign-in?notice=signed-out" });
  t.equal(visitor.jar.size, 0);
  t.match((await visitor.get("/account/sign-in?notice=signed-out")).text, "You are signed out.");
  t.equal((await stolen.get("/account/api-keys")).status, 303);
});

t.test("another password, deactivation and deletion end every session at once", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  const changes = {
    Ann: (id: number) => accounts.update(database, clock, id, { password: "another long password" }),
    Bob: (id: number) => accounts.update(database, clock, id, { active: false }),
    Eve: (id: number) => accounts.remove(database, clock, id),
  };
  for (const [name, change] of Object.entries(changes)) {
    const person = await join(app, name);
    const visitor = await signIn(app.base, person, { keep: "1" });
    t.equal((await visitor.get("/account/api-keys")).status, 200);
    await change(person.id);
    t.equal((await visitor.get("/account/api-keys")).status, 303, name);
  }
});

t.test("cookies are for the server alone, and for this very host where TLS is", async (t) => {
  const attributes = async (settings: Record<string, string>) => {
    const app = await openApp(t, settings);
    await join(app, "Ann");
    const visitor = openVisitor(app.base);
    const { cookies } = await visitor.get("/account/sign-in");
    const set = await visitor.post("/account/sign-in", { ...ANN, keep: "1" });
    const kept = [...cookies, ...set.cookies].filter((cookie) => !cookie.includes("1970"));
    return kept.map((cookie) => cookie.replace(/=[^;]*/, "=…"));
  };
  t.same(await attributes({}), [
    "triptych_csrf=…; Path=/; HttpOnly; SameSite=Strict",
    "triptych_session=…; Path=/; HttpOnly; SameSite=Strict",
    "triptych_kept=…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict",
  ]);
  t.same(await attributes({ BASE_URL: "https://triptych.example" }), [
    "__Host-triptych_csrf=…; Path=/; HttpOnly; Secure; SameSite=Strict",
    "__Host-triptych_session=…; Path=/; HttpOnly; Secure; SameSite=Strict",
    "__Host-triptych_kept=…; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict",
  ]);
});

t.test("a form without the token of this browser, and of this visitor, is refused", async (t) => {
  const app = await openApp(t);
  await join(app, "Ann");
  await join(app, "Bob");
  const ann = await signIn(app.base, ANN);
  const bob = await signIn(app.base, registrationOf("Bob"));
  const token = /name="_csrf" value="([^"]+)"/.exec((await ann.get("/account/api-keys")).text)?.[1] ?? "";
  await bob.get("/account/api-keys");
  const key = { name: "planted", expires: "" };
  for (const _csrf of ["", "x", token]) {
    t.match(await bob.post("/account/api-keys", { ...key, _csrf }), { status: 403, text: "This form has expired" });
  }
  const anonymous = openVisitor(app.base);
  t.match(await anonymous.post("/account/sign-in", ANN), { status: 403 }, "signing in, too");
  t.same(await app.context.database.selectFrom("api_keys").select("id").execute(), []);
  t.equal((await bob.post("/account/api-keys", key)).status, 200);
});

t.test("every page is guarded by its headers, whatever it answers", async (t) => {
  const app = await openApp(t);
  await join(app, "Ann");
  const visitor = await signIn(app.base, ANN);
  const pages = [
    await openVisitor(app.base).get("/account/sign-in"),
    await openVisitor(app.base).get("/account/api-keys"),
    await visitor.get("/account/api-keys"),
    await visitor.get("/account/users"),
    await visitor.get("/account/nothing"),
    await visitor.get("/account/%ff"),
    await visitor.post("/account/api-keys", { _csrf: "x" }),
    await visitor.post("/account/api-keys", { name: "x".repeat(100_000) }),
  ];
  t.same(
    pages.map(({ status }) => status),
    [200, 303, 200, 403, 404, 400, 403, 413],
  );
  for (const { headers, text } of pages) {
    t.equal(
      headers.get("content-security-policy"),
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self'; style-src 'self'; img-src 'self'",
    );
    t.equal(headers.get("cache-control"), "no-store");
    t.equal(headers.get("referrer-policy"), "no-referrer");
    t.equal(headers.get("x-content-type-options"), "nosniff");
    t.match(headers.get("x-request-id"), /./);
    t.notMatch(text, /<script>|<style| on\w+="|style="/, "nothing inline");
  }
});

t.test("a notice is one of ours, or none", async (t) => {
  const { base } = await openApp(t);
  for (const notice of ["constructor", "__proto__", "toString", "You+are+signed+out.", "signed-out&notice=x", ""])
    t.notMatch((await openVisitor(base).get(`/account/sign-in?notice=${notice}`)).text, 'class="notice"', notice);
});

t.test("the files of the pages are served with their types", async (t) => {
  const { send } = await openApp(t);
  const types = { "account.css": "text/css", "account.js": "text/javascript", "triptych.svg": "image/svg+xml" };
  for (const [name, type] of Object.entries(types)) {
    const { status, headers } = await send("GET", `/assets/${name}`);
    t.equal(status, 200);
    t.match(headers.get("content-type"), type);
    t.equal(headers.get("x-content-type-options"), "nosniff");
  }
});
