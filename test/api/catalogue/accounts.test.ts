import { createHmac } from "node:crypto";
import t from "tap";
import * as accounts from "../../../src/accounts/accounts.ts";
import { openApp } from "../../support/app.ts";
import { join, logIn, registrationOf } from "../../support/people.ts";
import { field } from "./fields.ts";

const ANN = registrationOf("Ann");

/** The claims of a token, without verification. */
function claimsIn(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

t.test("registerUser: the new account is active, has level 1 and locale en, and can log in", async (t) => {
  const { send, context } = await openApp(t);
  const registered = await send("POST", "/api/user/register", {
    body: { ...ANN, name: "  Ann  ", level: 4, id: 99, active: false },
  });
  t.match(registered, { status: 201, body: { error: "", _id: /^[1-9][0-9]*$/ } });
  const id = Number(field(registered, "_id"));
  const { name, email, user_level, active, locale } = await accounts.get(context.database, id);
  t.same(
    { name, email, user_level, active, locale },
    { name: "Ann", email: ANN.email, user_level: 1, active: 1, locale: "en" },
  );
  t.ok(await logIn(send, { ...ANN, email: "ANN@Example.COM" }), "the address is case-insensitive");
});

t.test("registerUser: returns 409 for an address that is taken, also for parallel requests", async (t) => {
  const { send } = await openApp(t);
  const taken = { status: 409, body: { error: "Email already exists" } };
  const responses = await Promise.all(
    ["ann", "Ann", "ANN"].map((local) =>
      send("POST", "/api/user/register", { body: { ...ANN, email: `${local}@example.com` } }),
    ),
  );
  t.same(responses.map(({ status }) => status).sort(), [201, 409, 409]);
  t.match(await send("POST", "/api/user/register", { body: ANN }), taken);
});

t.test("registerUser: accepts the address of a deleted account", async (t) => {
  const app = await openApp(t);
  const { id } = await join(app, "Ann");
  await accounts.remove(app.context.database, app.context.clock, id);
  t.match(await app.send("POST", "/api/user/register", { body: ANN }), { status: 201 });
});

t.test("registerUser: returns 400 with the field for every value that violates the contract", async (t) => {
  const { send } = await openApp(t);
  const wrongs: [object, string][] = [
    [{ ...ANN, name: undefined }, "/name"],
    [{ ...ANN, name: "   " }, "/name"],
    [{ ...ANN, name: "x".repeat(256) }, "/name"],
    [{ ...ANN, name: "a\u0000b" }, "/name"],
    [{ ...ANN, email: "ann" }, "/email"],
    [{ ...ANN, email: "ann@example.com\u0000" }, "/email"],
    [{ ...ANN, email: `${"x".repeat(250)}@example.com` }, "/email"],
    [{ ...ANN, password: "short" }, "/password"],
    [{ ...ANN, password: "x".repeat(129) }, "/password"],
    [{ ...ANN, password: 12345678 }, "/password"],
    [{ ...ANN, date: "yesterday" }, "/date"],
    [{ ...ANN, date: "2026-02-30" }, "/date"],
    [{ ...ANN, date: "2016-12-31T23:59:60Z" }, "/date"],
  ];
  for (const [body, path] of wrongs) {
    t.match(
      await send("POST", "/api/user/register", { body }),
      { status: 400, body: { details: [{ path }] } },
      JSON.stringify(body).slice(0, 80),
    );
  }
});

t.test("registerUser: neither trims nor truncates the password", async (t) => {
  const { send } = await openApp(t);
  const email = ANN.email;
  const password = ` ${"😀".repeat(126)} `;
  t.match(
    await send("POST", "/api/user/register", { body: { ...ANN, password } }),
    { status: 201 },
    "128 characters of 4 bytes",
  );
  t.ok(await logIn(send, { email, password }));
  t.match(await send("POST", "/api/user/login", { body: { email, password: password.trim() } }), { status: 401 });
});

t.test("registerUser: stores a given date of registration", async (t) => {
  const { send, context } = await openApp(t);
  const idOf = async (name: string, date: string) => {
    return Number(field(await send("POST", "/api/user/register", { body: { ...registrationOf(name), date } }), "_id"));
  };
  t.match(await accounts.find(context.database, await idOf("Ann", "2020-02-29")), {
    registered_at: Date.UTC(2020, 1, 29),
  });
  t.match(await accounts.find(context.database, await idOf("Bob", "2020-02-29T12:00:00.5+02:00")), {
    registered_at: Date.UTC(2020, 1, 29, 10, 0, 0, 500),
  });
});

t.test("registerUser: returns 403 when registration is closed", async (t) => {
  const { send } = await openApp(t, { REGISTRATION: "closed" });
  t.match(await send("POST", "/api/user/register", { body: "{" }), {
    status: 403,
    body: { error: "Registration is closed on this server." },
  });
});

t.test("loginUser: returns a token of the account in the body and in the header", async (t) => {
  const app = await openApp(t);
  const { id } = await join(app, "Ann");
  const response = await app.send("POST", "/api/user/login", { body: { email: ANN.email, password: ANN.password } });
  const token = field(response, "data");
  t.match(response, { status: 200, body: { error: "" } });
  t.equal(response.headers.get("auth-token"), token);
  t.equal(response.headers.get("cache-control"), "no-store");
  const claims = claimsIn(token);
  t.match(claims, { sub: String(id), iss: String, aud: String, jti: String });
  t.equal(Number(claims.exp) - Number(claims.iat), 86_400);
});

t.test("loginUser: returns the same 401 for a wrong address, password or account state", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  const [bob, eve] = [await join(app, "Bob"), await join(app, "Eve"), await join(app, "Ann")];
  await accounts.update(database, clock, bob.id, { active: false });
  await accounts.remove(database, clock, eve.id);
  const responses = await Promise.all(
    [{ ...ANN, email: "nobody@example.com" }, { ...ANN, password: "wrong password" }, bob, eve].map(
      ({ email, password }) => app.send("POST", "/api/user/login", { body: { email, password } }),
    ),
  );
  for (const { status, body, headers } of responses) {
    t.same(
      { status, body, keys: [...headers.keys()].sort() },
      {
        status: 401,
        body: { error: "Invalid Email or Password." },
        keys: [...(responses[0]?.headers.keys() ?? [])].sort(),
      },
    );
  }
});

t.test("loginUser: records address, user agent and referer of every successful login", async (t) => {
  const app = await openApp(t);
  const { id, email, password } = await join(app, "Ann");
  const headers = { "user-agent": "Tester/1.0", referer: "https://example.com/from" };
  await app.send("POST", "/api/user/login", { body: { email, password }, headers });
  await app.send("POST", "/api/user/login", { body: { email, password: "wrong password" }, headers });
  const rows = await app.context.database
    .selectFrom("logins")
    .selectAll()
    .where("account_id", "=", id)
    .orderBy("id")
    .execute();
  t.equal(rows.length, 2, "the first one is that of `join`");
  t.match(rows[1], {
    ip_address: "127.0.0.1",
    user_agent: "Tester/1.0",
    referer: "https://example.com/from",
    via_remember: 0,
    created_at: app.context.clock(),
  });
});

t.test("loginUser: records the peer's address, or the forwarded one behind a trusted proxy", async (t) => {
  const addressOf = async (settings: Record<string, string>) => {
    const app = await openApp(t, settings);
    await app.send("POST", "/api/user/register", { body: ANN });
    await app.send("POST", "/api/user/login", {
      body: ANN,
      headers: { "x-forwarded-for": "203.0.113.9, 198.51.100.7" },
    });
    return (await app.context.database.selectFrom("logins").select("ip_address").executeTakeFirstOrThrow()).ip_address;
  };
  t.equal(await addressOf({}), "127.0.0.1");
  t.equal(await addressOf({ TRUST_PROXY: "10.0.0.0/8" }), "127.0.0.1");
  t.equal(await addressOf({ TRUST_PROXY: "127.0.0.1" }), "198.51.100.7");
  t.equal(await addressOf({ TRUST_PROXY: "127.0.0.1,198.51.100.0/24" }), "203.0.113.9");
});

t.test("loginUser: returns 429 after five failures in a row, until the wait is over", async (t) => {
  const app = await openApp(t);
  await join(app, "Ann");
  const attempt = (password: string, email = ANN.email) =>
    app.send("POST", "/api/user/login", { body: { email, password } });
  for (let failures = 0; failures < 5; failures++) t.equal((await attempt("wrong password")).status, 401);

  const throttled = await attempt(ANN.password);
  t.match(throttled, { status: 429, body: { error: "Too many failed logins. Try again in 1 second." } });
  t.equal(throttled.headers.get("retry-after"), "1");
  app.pass(1_000);
  t.equal((await attempt("wrong password")).status, 401);
  t.equal((await attempt(ANN.password)).headers.get("retry-after"), "2");
  app.pass(2_000);
  t.equal((await attempt(ANN.password)).status, 200, "the right password works after the wait");
  for (let failures = 0; failures < 5; failures++) {
    t.equal((await attempt("wrong password")).status, 401, "a successful login clears the failures");
  }
});

t.test("loginUser: returns 429 to a network that failed too often within a minute, whatever the account", async (t) => {
  const app = await openApp(t, { LOGIN_LIMIT_PER_MINUTE: "3" });
  await join(app, "Ann");
  const attempt = (email: string) => app.send("POST", "/api/user/login", { body: { email, password: ANN.password } });
  for (const name of ["a", "b", "c"]) t.equal((await attempt(`${name}@example.com`)).status, 401);
  const throttled = await attempt(ANN.email);
  t.match(throttled, { status: 429 });
  t.match(throttled.headers.get("retry-after"), /^([1-9]|[1-5][0-9]|60)$/);
  app.pass(60_000);
  t.equal((await attempt(ANN.email)).status, 200);
});

t.test("a token is valid until it expires", async (t) => {
  const app = await openApp(t, { TOKEN_LIFETIME: "3600" });
  const { token } = await join(app, "Ann");
  const use = async (given?: string) =>
    app.send("POST", "/api/products", { token: given, body: { name: "x", price: 1 } });
  t.equal((await use(token)).status, 201);
  t.match(await use(), { status: 401, body: { error: "Access Denied" } });
  app.pass(3_599_000);
  t.equal((await use(token)).status, 201);
  app.pass(1_000);
  t.match(await use(token), { status: 401, body: { error: "Token is not valid" } });
});

t.test("every operation returns 401 for an invalid token, also where none is required", async (t) => {
  const app = await openApp(t);
  const other = await openApp(t);
  const { token } = await join(app, "Ann");
  const foreign = (await join(other, "Ann")).token;
  const [head = "", claims = "", signature = ""] = token.split(".");
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  const wrongs = [
    "",
    "junk",
    "a.b.c",
    foreign,
    `${head}.${claims}`,
    `${head}.${claims}.`,
    `${none}.${claims}.`,
    `${none}.${claims}.${signature}`,
    `${head}.${claims}.${signature}x`,
    `Bearer ${token}`,
    "x".repeat(8_000),
  ];
  const operations: [string, string][] = [
    ["POST", "/api/user/register"],
    ["POST", "/api/user/login"],
    ["GET", "/api/products"],
    ["POST", "/api/products"],
    ["GET", `/api/products/${"0".repeat(24)}`],
    ["PUT", `/api/products/${"0".repeat(24)}`],
    ["DELETE", `/api/products/${"0".repeat(24)}`],
  ];
  for (const [method, path] of operations) {
    for (const wrong of wrongs) {
      t.match(
        await app.send(method, path, { token: wrong }),
        { status: 401, body: { error: "Token is not valid" } },
        `${method} ${path} ${wrong.slice(0, 20)}`,
      );
    }
  }
});

t.test("a token is valid only with the algorithm, issuer, audience and claims that the server issues", async (t) => {
  const secret = "a secret of more than thirty-two bytes";
  const app = await openApp(t, { TOKEN_SECRET: secret });
  const good = claimsIn((await join(app, "Ann")).token);
  const use = async (claims: object, alg = "HS256") => {
    const [head, body] = [{ alg, typ: "JWT" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const signature = createHmac(`sha${alg.slice(2)}`, secret)
      .update(`${head}.${body}`)
      .digest("base64url");
    return (await app.send("GET", "/api/products", { token: `${head}.${body}.${signature}` })).status;
  };
  t.equal(await use(good), 200);
  t.equal(await use(good, "HS512"), 401);
  t.equal(await use(good, "HS384"), 401);
  for (const claim of Object.keys(good)) t.equal(await use({ ...good, [claim]: undefined }), 401, `without ${claim}`);
  t.equal(await use({ ...good, iss: "others" }), 401);
  t.equal(await use({ ...good, aud: "others" }), 401);
  for (const sub of ["0", "-1", "1e0", " 1", "9007199254740993", "1 or 1=1", 1, null]) {
    t.equal(await use({ ...good, sub }), 401, `sub ${JSON.stringify(sub)}`);
  }
});

t.test("a token is invalid while its account is inactive or deleted", async (t) => {
  const app = await openApp(t);
  const { token } = await join(app, "Ann");
  const use = async () => (await app.send("GET", "/api/products", { token })).status;
  const set = (columns: { active?: 0 | 1; deleted_at?: number | null }) =>
    app.context.database.updateTable("accounts").set(columns).execute();
  await set({ active: 0 });
  t.equal(await use(), 401);
  await set({ active: 1, deleted_at: 1 });
  t.equal(await use(), 401);
  await set({ deleted_at: null });
  t.equal(await use(), 200);
});

t.test("a new password, deactivation and removal of the account invalidate its tokens at once", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  const use = async (token: string) => (await app.send("GET", "/api/products", { token })).status;
  const [ann, bob, eve] = [await join(app, "Ann"), await join(app, "Bob"), await join(app, "Eve")];
  t.same([await use(ann.token), await use(bob.token), await use(eve.token)], [200, 200, 200]);

  await accounts.update(database, clock, ann.id, { password: "another long password" });
  await accounts.update(database, clock, bob.id, { active: false });
  await accounts.remove(database, clock, eve.id);
  t.same([await use(ann.token), await use(bob.token), await use(eve.token)], [401, 401, 401]);

  await accounts.update(database, clock, bob.id, { active: true });
  t.equal(await use(bob.token), 401, "reactivation does not make a token valid again");
  t.equal(await use(await logIn(app.send, bob)), 200);
});

t.test("responses and log lines contain no password, hash or token", async (t) => {
  const app = await openApp(t);
  const { token, password, email } = await join(app, "Ann");
  const responses = [
    await app.send("POST", "/api/user/register", { body: ANN }),
    await app.send("POST", "/api/user/login", { body: { email, password: `${password}!` } }),
    await app.send("POST", "/api/products", { token, body: "{" }),
    await app.send("GET", `/api/products?q=${password.length}`, { token: `${token}x` }),
  ];
  for (const { body } of responses) t.notMatch(JSON.stringify(body), new RegExp(`${password}|argon2|eyJ`));
  t.ok(app.log.length >= 5);
  t.notMatch(app.log.join(""), new RegExp(`${password}|argon2|eyJ`));
});
