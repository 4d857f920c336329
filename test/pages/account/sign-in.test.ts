import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { openApp } from "../../support/app.ts";
import { createPerson, registrationOf } from "../../support/people.ts";

const ANN = registrationOf("Ann");
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

t.test("a page redirects to the sign-in page, which redirects back after signing in", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const client = openPageClient(app.base);
  const away = await client.get("/account/api-keys?x=y");
  t.match(away, { status: 303, location: "/account/sign-in?next=%2Faccount%2Fapi-keys%3Fx%3Dy" });
  t.match(await client.get(away.location ?? ""), { status: 200, text: "<h1>Sign in</h1>" });
  const back = await client.post("/account/sign-in", { ...ANN, next: "/account/api-keys?x=y" });
  t.match(back, { status: 303, location: "/account/api-keys?x=y" });
  t.match(await client.get("/account/api-keys"), { status: 200, text: "<h1>Manage API Keys</h1>" });
  t.match(await client.get("/account/sign-in"), { status: 303, location: "/bookmarks" }, "already signed in");
});

t.test("signing in never redirects to another site", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  for (const next of ["//evil.example", "https://evil.example", "/\\evil.example", "/account/\r\nx: y", "/docs"]) {
    const client = openPageClient(app.base);
    await client.get(`/account/sign-in?next=${encodeURIComponent(next)}`);
    t.equal((await client.post("/account/sign-in", { ...ANN, next })).location, "/bookmarks", next);
  }
});

t.test(
  "unknown, inactive and deleted accounts and wrong passwords get the same page, with the address filled in",
  async (t) => {
    const app = await openApp(t);
    const { database, clock } = app.context;
    const [bob, eve] = [await createPerson(app, "Bob"), await createPerson(app, "Eve"), await createPerson(app, "Ann")];
    await accounts.update(database, clock, bob.id, { active: false });
    await accounts.remove(database, clock, eve.id);
    for (const { email, password } of [
      { ...ANN, email: "nobody@example.com" },
      { ...ANN, password: "Ann's wrong password" },
      bob,
      eve,
    ]) {
      const client = openPageClient(app.base);
      await client.get("/account/sign-in");
      const page = await client.post("/account/sign-in", { email, password });
      t.match(page, { status: 200, text: '<p class="alert-title">Invalid Email or Password.</p>' });
      t.match(page.text, `value="${email}"`);
      t.notMatch(page.text, password);
    }
  },
);

t.test("values that can't be an e-mail address get an error message beside the field", async (t) => {
  const { base } = await openApp(t);
  const client = openPageClient(base);
  await client.get("/account/sign-in");
  for (const email of ["x".repeat(256), "a\0b"]) {
    const page = await client.post("/account/sign-in", { email, password: "whatever it is" });
    t.match(page, { status: 200, text: 'role="alert"><p class="alert-title">Please correct the fields below.<' });
    t.match(page.text, '<p class="error" id="email-error">E-mail address must ');
  }
});

t.test("failed logins over the API throttle the sign-in page too", async (t) => {
  const app = await openApp(t);
  for (let failures = 0; failures < 5; failures++) await app.send("POST", "/api/user/login", { body: ANN });
  const client = openPageClient(app.base);
  await client.get("/account/sign-in");
  const page = await client.post("/account/sign-in", ANN);
  t.match(page, { status: 200, text: "Too many failed logins. Try again in 1 second." });
});

t.test("signing in is recorded as a login", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  const client = openPageClient(app.base);
  await client.get("/account/sign-in");
  await client.post("/account/sign-in", ANN);
  const rows = await app.context.database.selectFrom("logins").selectAll().where("account_id", "=", id).execute();
  t.equal(rows.length, 1);
  t.match(rows, [{ via_remember: 0, ip_address: "127.0.0.1", user_agent: "node" }]);
});

t.test("signing in replaces the session token and invalidates the old one", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const client = await signIn(app.base, ANN);
  const before = client.jar.get("triptych_session") ?? "";
  const other = openPageClient(app.base);
  other.jar.set("triptych_session", before);
  t.equal((await other.get("/account/api-keys")).status, 200);

  other.jar.set("triptych_session", "planted by somebody else");
  await other.get("/account/sign-in");
  other.jar.set("triptych_session", before);
  t.equal((await other.get("/account/api-keys")).status, 200);
  await other.post("/account/sign-in", ANN);
  t.not(other.jar.get("triptych_session"), before);
  t.equal((await client.get("/account/api-keys")).status, 303, "the old token is invalid");
});

t.test("only the hashes of tokens are stored", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const { jar } = await signIn(app.base, ANN, { keep: "1" });
  const rows = JSON.stringify(await app.context.database.selectFrom("sessions").selectAll().execute());
  t.equal(jar.size, 3);
  for (const token of jar.values()) t.notMatch(rows, token);
});

t.test("a session expires after 8 hours", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const client = await signIn(app.base, ANN);
  app.advanceClock(8 * HOUR - 1);
  t.equal((await client.get("/account/api-keys")).status, 200);
  app.advanceClock(1);
  t.equal((await client.get("/account/api-keys")).status, 303);
});

t.test("'Keep me signed in' opens new sessions for 30 days, each recorded as a login", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  const client = await signIn(app.base, ANN, { keep: "1" });
  const resumptions = () =>
    app.context.database
      .selectFrom("logins")
      .select(["user_agent", "referer"])
      .where("account_id", "=", id)
      .where("via_remember", "=", 1)
      .execute();
  t.equal((await client.get("/account/api-keys")).status, 200);
  t.same(await resumptions(), [], "the session continues");

  client.jar.delete("triptych_session");
  t.equal(
    (await client.get("/account/api-keys", { "user-agent": "reopened", referer: `${app.base}/docs/` })).status,
    200,
  );
  t.same(await resumptions(), [{ user_agent: "reopened", referer: "" }], "a page of this server is no referrer");
  t.equal((await client.get("/account/api-keys")).status, 200);
  t.equal((await resumptions()).length, 1, "once per session");

  app.advanceClock(30 * DAY - 1);
  t.equal((await client.get("/account/api-keys")).status, 200);
  app.advanceClock(1);
  client.jar.delete("triptych_session");
  t.equal((await client.get("/account/api-keys")).status, 303);
});

t.test("signing out invalidates the session and remember tokens, including stolen copies", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const client = await signIn(app.base, ANN, { keep: "1" });
  const stolen = openPageClient(app.base);
  for (const [name, value] of client.jar) stolen.jar.set(name, value);
  await client.get("/account/api-keys?x=y");
  t.match(await client.post("/account/sign-out"), { status: 303, location: "/account/sign-in", notice: "signed-out" });
  t.same([...client.jar.keys()], ["triptych_notice"]);
  t.match((await client.get("/account/sign-in")).text, "You are signed out.");
  t.equal((await stolen.get("/account/api-keys")).status, 303);
});

t.test("a changed password, deactivation and deletion end all sessions immediately", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  const changes = {
    Ann: (id: number) => accounts.update(database, clock, id, { password: "another long password" }),
    Bob: (id: number) => accounts.update(database, clock, id, { active: false }),
    Eve: (id: number) => accounts.remove(database, clock, id),
  };
  for (const [name, change] of Object.entries(changes)) {
    const person = await createPerson(app, name);
    const client = await signIn(app.base, person, { keep: "1" });
    t.equal((await client.get("/account/api-keys")).status, 200);
    await change(person.id);
    t.equal((await client.get("/account/api-keys")).status, 303, name);
  }
});

t.test("cookies are HttpOnly and SameSite=Strict; over TLS they are also Secure and bound to the host", async (t) => {
  const attributes = async (settings: Record<string, string>) => {
    const app = await openApp(t, settings);
    await createPerson(app, "Ann");
    const client = openPageClient(app.base);
    const { cookies } = await client.get("/account/sign-in");
    const set = await client.post("/account/sign-in", { ...ANN, keep: "1" });
    // Without the cookies that are being deleted, which expire in 1970.
    const stored = [...cookies, ...set.cookies].filter((cookie) => !cookie.includes("1970"));
    return stored.map((cookie) => cookie.replace(/=[^;]*/, "=…"));
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

t.test("a form without the CSRF token of this browser and user is rejected", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  await createPerson(app, "Bob");
  const ann = await signIn(app.base, ANN);
  const bob = await signIn(app.base, registrationOf("Bob"));
  const token = /name="_csrf" value="([^"]+)"/.exec((await ann.get("/account/api-keys")).text)?.[1] ?? "";
  await bob.get("/account/api-keys");
  const key = { name: "planted", expires: "" };
  for (const _csrf of ["", "x", token]) {
    t.match(await bob.post("/account/api-keys", { ...key, _csrf }), { status: 403, text: "This form has expired" });
  }
  const anonymous = openPageClient(app.base);
  t.match(await anonymous.post("/account/sign-in", ANN), { status: 403 }, "also for signing in");
  t.same(await app.context.database.selectFrom("api_keys").select("id").execute(), []);
  t.equal((await bob.post("/account/api-keys", key)).status, 303);
});

t.test("every response has the security headers, whatever its status", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const client = await signIn(app.base, ANN);
  const pages = [
    await openPageClient(app.base).get("/account/sign-in"),
    await openPageClient(app.base).get("/account/api-keys"),
    await client.get("/account/api-keys"),
    await client.get("/account/users"),
    await client.get("/account/nothing"),
    await client.get("/account/%ff"),
    await client.post("/account/api-keys", { _csrf: "x" }),
    await client.post("/account/api-keys", { name: "x".repeat(1_100_000) }),
  ];
  t.same(
    pages.map(({ status }) => status),
    [200, 303, 200, 403, 404, 400, 403, 413],
  );
  for (const { headers, text } of pages) {
    t.equal(
      headers.get("content-security-policy"),
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; connect-src 'self'",
    );
    t.equal(headers.get("cache-control"), "no-store");
    t.equal(headers.get("referrer-policy"), "same-origin");
    t.equal(headers.get("x-content-type-options"), "nosniff");
    t.match(headers.get("x-request-id"), /./);
    t.notMatch(text, /<script>|<style| on\w+="|style="/, "nothing inline");
  }
});
