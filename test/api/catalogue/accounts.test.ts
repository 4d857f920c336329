import t from "tap";
import * as accounts from "../../../src/accounts/accounts.ts";
import { openApp } from "../../support/app.ts";
import { createPerson, logIn, registrationOf } from "../../support/people.ts";
import { claimsIn, field } from "./fields.ts";

const ANN = registrationOf("Ann");

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
  t.ok(await logIn(send, { ...ANN, email: "ANN@Example.COM" }), "the e-mail address is case-insensitive");
});

t.test(
  "registerUser: returns 409 for a taken e-mail address; of parallel requests with one address, one succeeds",
  async (t) => {
    const { send } = await openApp(t);
    const taken = { status: 409, body: { error: "Email already exists" } };
    const responses = await Promise.all(
      ["ann", "Ann", "ANN"].map((local) =>
        send("POST", "/api/user/register", { body: { ...ANN, email: `${local}@example.com` } }),
      ),
    );
    t.same(responses.map(({ status }) => status).sort(), [201, 409, 409]);
    t.match(await send("POST", "/api/user/register", { body: ANN }), taken);
  },
);

t.test("registerUser: accepts the e-mail address of a deleted account", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  await accounts.remove(app.context.database, app.context.clock, id);
  t.match(await app.send("POST", "/api/user/register", { body: ANN }), { status: 201 });
});

t.test("registerUser: returns 400 and names the field for each value that violates the contract", async (t) => {
  const { send } = await openApp(t);
  const invalid: [object, string][] = [
    [{ ...ANN, name: undefined }, "/name"],
    [{ ...ANN, name: "   " }, "/name"],
    [{ ...ANN, name: "x".repeat(256) }, "/name"],
    [{ ...ANN, name: "a\u0000b" }, "/name"],
    [{ ...ANN, email: "ann" }, "/email"],
    [{ ...ANN, email: "ann@example.com\u0000" }, "/email"],
    [{ ...ANN, email: `${"x".repeat(250)}@example.com` }, "/email"],
    [{ ...ANN, password: "short" }, "/password"],
    [{ ...ANN, password: "129 characters of a password".padEnd(129, ".") }, "/password"],
    [{ ...ANN, password: 12345678 }, "/password"],
    [{ ...ANN, date: "yesterday" }, "/date"],
    [{ ...ANN, date: "2026-02-30" }, "/date"],
    [{ ...ANN, date: "0000-12-31" }, "/date"],
    [{ ...ANN, date: "0001-01-01T00:00:00+00:01" }, "/date"],
    [{ ...ANN, date: "9999-12-31T23:59:59-00:01" }, "/date"],
    [{ ...ANN, date: "2016-12-31T23:59:60Z" }, "/date"],
  ];
  for (const [body, path] of invalid) {
    t.match(
      await send("POST", "/api/user/register", { body }),
      { status: 400, body: { details: [{ path }] } },
      JSON.stringify(body).slice(0, 80),
    );
  }
});

t.test("registerUser: rejects passwords that are easy to guess, with the reason", async (t) => {
  const { send } = await openApp(t);
  const account = { name: "Ann Catherine Smith", email: "Ann.Smith@example.com" };
  const rejected: [string, RegExp][] = [
    ["password123", /one of the 10,000 most common passwords/],
    ["QwertyUiop", /one of the 10,000 most common passwords/],
    // Full-width letters, which NFKC replaces with "password".
    ["ｐａｓｓｗｏｒｄ", /one of the 10,000 most common passwords/],
    ["ann.smith@EXAMPLE.com", /the account's e-mail address/],
    ["ANN.smith", /the account's e-mail address/],
    ["ann catherine smith", /the account's name/],
    // 8 code points, but 4 characters in NFKC.
    ["e\u0301".repeat(4), /at least 8 characters/],
  ];
  for (const [password, reason] of rejected) {
    const { status, body } = await send("POST", "/api/user/register", { body: { ...account, password } });
    t.equal(status, 400, password);
    t.match(body, { error: reason, details: [{ path: "/password", message: reason }] });
  }
  const long = { ...account, password: "ﷺ".repeat(128) };
  t.equal(
    (await send("POST", "/api/user/register", { body: long })).status,
    201,
    "128 characters as sent, more in NFKC",
  );
});

t.test("loginUser: accepts the password in every Unicode normalisation form", async (t) => {
  const { send } = await openApp(t);
  // "ﬁ" is one character, a ligature, which NFKC and NFKD replace with "fi".
  const password = "caf\u00e9 ﬁne Å";
  t.equal((await send("POST", "/api/user/register", { body: { ...ANN, password } })).status, 201);
  for (const form of ["NFC", "NFD", "NFKC", "NFKD"]) {
    const { status } = await send("POST", "/api/user/login", { body: { ...ANN, password: password.normalize(form) } });
    t.equal(status, 200, form);
  }
});

t.test("registerUser: neither trims nor truncates the password", async (t) => {
  const { send } = await openApp(t);
  const email = ANN.email;
  const password = ` ${"😀".repeat(126)} `;
  t.match(
    await send("POST", "/api/user/register", { body: { ...ANN, password } }),
    { status: 201 },
    "128 characters, 126 of which have 4 bytes",
  );
  t.ok(await logIn(send, { email, password }));
  const wrong = { trimmed: password.trim(), "different in its last character": `${password.slice(0, -1)}.` };
  for (const [name, other] of Object.entries(wrong)) {
    t.match(await send("POST", "/api/user/login", { body: { email, password: other } }), { status: 401 }, name);
  }
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

t.test("loginUser: returns a token for the account in the body and in the Auth-Token header", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  const response = await app.send("POST", "/api/user/login", { body: { email: ANN.email, password: ANN.password } });
  const token = field(response, "data");
  t.match(response, { status: 200, body: { error: "" } });
  t.equal(response.headers.get("auth-token"), token);
  t.equal(response.headers.get("cache-control"), "no-store");
  const claims = claimsIn(token);
  t.match(claims, { sub: String(id), iss: String, aud: String, jti: String });
  t.equal(Number(claims.exp) - Number(claims.iat), 86_400);
});

t.test(
  "loginUser: returns the same 401 for an unknown e-mail address, a wrong password, and an inactive or deleted account",
  async (t) => {
    const app = await openApp(t);
    const { database, clock } = app.context;
    const [bob, eve] = [await createPerson(app, "Bob"), await createPerson(app, "Eve"), await createPerson(app, "Ann")];
    await accounts.update(database, clock, bob.id, { active: false });
    await accounts.remove(database, clock, eve.id);
    const responses = await Promise.all(
      [{ ...ANN, email: "nobody@example.com" }, { ...ANN, password: "Ann's wrong password" }, bob, eve].map(
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
  },
);

t.test(
  "loginUser: records IP address, user agent and referer of every successful login, and no failed ones",
  async (t) => {
    const app = await openApp(t);
    const { id, email, password } = await createPerson(app, "Ann");
    const headers = { "user-agent": "Tester/1.0", referer: "https://example.com/from" };
    await app.send("POST", "/api/user/login", { body: { email, password }, headers });
    await app.send("POST", "/api/user/login", { body: { email, password: "Ann's wrong password" }, headers });
    const rows = await app.context.database
      .selectFrom("logins")
      .selectAll()
      .where("account_id", "=", id)
      .orderBy("id")
      .execute();
    t.equal(rows.length, 1);
    t.match(rows[0], {
      ip_address: "127.0.0.1",
      user_agent: "Tester/1.0",
      referer: "https://example.com/from",
      via_remember: 0,
      created_at: app.context.clock(),
    });
  },
);

t.test("loginUser: records the peer's IP address, or the one that a trusted proxy forwards", async (t) => {
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
  await createPerson(app, "Ann");
  const attempt = (password: string, email = ANN.email) =>
    app.send("POST", "/api/user/login", { body: { email, password } });
  for (let failures = 0; failures < 5; failures++) t.equal((await attempt("Ann's wrong password")).status, 401);

  const throttled = await attempt(ANN.password);
  t.match(throttled, { status: 429, body: { error: "Too many failed logins. Try again in 1 second." } });
  t.equal(throttled.headers.get("retry-after"), "1");
  app.advanceClock(1_000);
  t.equal((await attempt("Ann's wrong password")).status, 401);
  t.equal((await attempt(ANN.password)).headers.get("retry-after"), "2");
  app.advanceClock(2_000);
  t.equal((await attempt(ANN.password)).status, 200, "the right password works after the wait");
  for (let failures = 0; failures < 5; failures++) {
    t.equal((await attempt("Ann's wrong password")).status, 401, "a successful login clears the failures");
  }
});

t.test("loginUser: a network with too many failed logins within a minute gets 429 for every account", async (t) => {
  const app = await openApp(t, { LOGIN_LIMIT_PER_MINUTE: "3" });
  await createPerson(app, "Ann");
  const attempt = (email: string) => app.send("POST", "/api/user/login", { body: { email, password: ANN.password } });
  for (const name of ["a", "b", "c"]) t.equal((await attempt(`${name}@example.com`)).status, 401);
  const throttled = await attempt(ANN.email);
  t.match(throttled, { status: 429 });
  t.match(throttled.headers.get("retry-after"), /^([1-9]|[1-5][0-9]|60)$/);
  app.advanceClock(60_000);
  t.equal((await attempt(ANN.email)).status, 200);
});

t.test("error responses and log lines contain no password, hash or token", async (t) => {
  const app = await openApp(t);
  const { token, password, email } = await createPerson(app, "Ann");
  const responses = [
    await app.send("POST", "/api/user/register", { body: ANN }),
    await app.send("POST", "/api/user/login", { body: { email, password: `${password}!` } }),
    await app.send("POST", "/api/products", { token, body: "{" }),
    await app.send("GET", `/api/products?q=${password.length}`, { token: `${token}x` }),
  ];
  // Hashes contain "argon2". Tokens are JWTs, which begin with "eyJ".
  const secret = new RegExp(`${password}|argon2|eyJ`);
  for (const { body } of responses) t.notMatch(JSON.stringify(body), secret);
  t.ok(app.log.length >= responses.length);
  t.notMatch(app.log.join(""), secret);
});
