import { connect } from "node:net";
import t, { type Test } from "tap";
import { openDatabase } from "../../../src/database/database.ts";
import { openApp, type Received, type Sending, type TestApp } from "../../support/app.ts";
import { openTestDatabase } from "../../support/databases.ts";
import { raw } from "../../support/error-table.ts";
import { join, keyOf, raise } from "../../support/people.ts";

const USERS = "/api/v1/users.json";
const HOUR = 60 * 60 * 1000;

function remainingIn({ headers }: Received): number {
  return Number(headers.get("x-ratelimit-remaining"));
}

/** An administrator's key. */
async function administratorOf(app: TestApp): Promise<string> {
  const { id } = await join(app, "Ann");
  await raise(app, id, 4);
  return keyOf(app, id);
}

t.test("of 1,000 requests at once 600 pass, whoever sends them", async (t) => {
  const app = await openApp(t);
  const key = await administratorOf(app);
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, number) =>
      app.send("GET", "/api/v1/users/1.json", number % 2 === 0 ? { key } : {}),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  const passed = answers.filter(({ status }) => status === 200 || status === 401);
  t.equal(passed.length, 600);
  t.equal(refused.length, 400);
  t.same(
    passed.map(remainingIn).sort((one, other) => one - other),
    Array.from({ length: 600 }, (_, number) => number),
    "each is told another number",
  );
  for (const { body, headers } of refused.slice(0, 20)) {
    t.strictSame(body, { status: { code: 429, message: "API rate limit exceeded for IP address 127.0.0.1." } });
    t.equal(headers.get("x-ratelimit-limit"), "600");
    t.equal(headers.get("x-ratelimit-remaining"), "0");
    t.equal(headers.get("retry-after"), "3600");
  }
  app.pass(HOUR - 1);
  t.equal((await app.send("GET", USERS)).headers.get("retry-after"), "1");
  app.pass(1);
  t.equal(remainingIn(await app.send("GET", USERS)), 599, "the next hour");
});

t.test("every answer tells what is left, and each request costs one", async (t) => {
  const app = await openApp(t);
  const key = await administratorOf(app);
  const one = "/api/v1/users/1.json";
  const asked: [number, string, string, Sending][] = [
    [200, "GET", one, { key }],
    [200, "HEAD", one, { key }],
    [400, "GET", `${USERS}?limit=0`, { key }],
    [400, "GET", USERS, { headers: { "user-agent": "" } }],
    [400, "GET", "/api/v1/%ff", {}],
    [401, "GET", USERS, {}],
    [401, "POST", USERS, { key: "junk", body: "{" }],
    [404, "GET", "/api/v1/users/99.json", { key }],
    [404, "GET", "/api/v1/", {}],
    [404, "GET", "/api/v1", {}],
    [405, "PATCH", USERS, { key }],
    [405, "OPTIONS", USERS, {}],
    [409, "DELETE", one, { key }],
    [412, "PATCH", one, { key, body: {}, headers: { "if-match": '"old"' } }],
    [413, "PATCH", one, { key, body: { name: "x".repeat(1024 * 1024) } }],
    [415, "PATCH", one, { key, body: "x", headers: { "content-type": "text/plain" } }],
    [422, "POST", USERS, { key, body: {} }],
  ];
  let left = 600;
  for (const [status, method, path, sending] of asked) {
    const answer = await app.send(method, path, sending);
    left -= 1;
    t.equal(answer.status, status, `${method} ${path}`);
    t.equal(answer.headers.get("x-ratelimit-limit"), "600");
    t.equal(remainingIn(answer), left, `${status} ${method} ${path}`);
  }
  for (const request of [
    `GET ${USERS} HTTQ/1.1\r\n\r\n`,
    `GET ${USERS} HTTP/1.1\r\nX: ${"x".repeat(17_000)}\r\n\r\n`,
  ]) {
    left -= 1;
    t.equal(remainingIn(await raw(app, request)), left, "what never became a request");
  }
});

t.test("403 tells it too", async (t) => {
  const app = await openApp(t);
  const { id } = await join(app, "Bob");
  const answer = await app.send("GET", USERS, { key: await keyOf(app, id) });
  t.match(answer, { status: 403 });
  t.equal(remainingIn(answer), 599);
});

t.test("a fault tells that nothing is left, because nothing is known", async (t) => {
  const broken = () => {
    throw new Error("The clock stands still.");
  };
  const fault = await (await openApp(t, {}, { clock: broken })).send("GET", USERS);
  const nobody = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
  t.teardown(() => nobody.destroy());
  const away = await (await openApp(t, { TOKEN_SECRET: "x".repeat(32) }, { database: nobody })).send("GET", USERS);
  for (const [status, answer] of [
    [500, fault],
    [503, away],
  ] as const) {
    t.equal(answer.status, status);
    t.equal(answer.headers.get("x-ratelimit-limit"), "600");
    t.equal(remainingIn(answer), 0);
  }
});

t.test("an answer of 304 costs nothing", async (t) => {
  const app = await openApp(t, { RATE_LIMIT_PER_HOUR: "3" });
  const key = await administratorOf(app);
  const first = await app.send("GET", USERS, { key });
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  t.equal(remainingIn(first), 2);
  for (let times = 0; times < 10; times++) {
    const answer = await app.send("GET", USERS, { key, headers });
    t.equal(answer.status, 304);
    t.equal(remainingIn(answer), 2);
  }
  t.equal(remainingIn(await app.send("GET", USERS, { key })), 1);
});

t.test("nothing else is limited, and nothing else tells of it", async (t) => {
  const app = await openApp(t, { RATE_LIMIT_PER_HOUR: "1" });
  for (const path of ["/", "/api/products", "/api/v1x", "/health/live", "/account/sign-in"]) {
    const answers = [await app.send("GET", path), await app.send("GET", path)];
    for (const { headers } of answers) t.equal(headers.get("x-ratelimit-limit"), null, path);
  }
  t.equal((await app.send("GET", USERS)).status, 401);
  t.equal((await app.send("GET", USERS)).status, 429);
});

t.test("an address is the peer's, or what a trusted proxy says; of IPv6 the /64 counts", async (t) => {
  const app = await openApp(t, { RATE_LIMIT_PER_HOUR: "2", TRUST_PROXY: "127.0.0.1" });
  const from = async (address: string) => app.send("GET", USERS, { headers: { "x-forwarded-for": address } });
  t.equal(remainingIn(await from("2001:db8::1")), 1);
  t.equal(remainingIn(await from("2001:db8:0:0:ffff::2")), 0);
  const refused = await from("2001:db8::3");
  t.match(refused, {
    status: 429,
    body: { status: { message: "API rate limit exceeded for IP address 2001:db8::3." } },
  });
  t.equal(remainingIn(await from("2001:db8:0:1::1")), 1);
  t.equal(remainingIn(await from("192.0.2.1")), 1);
  t.equal(remainingIn(await from("::ffff:192.0.2.1")), 0);

  const untrusting = await openApp(t, { RATE_LIMIT_PER_HOUR: "2" });
  for (const [address, left] of [
    ["192.0.2.1", 1],
    ["192.0.2.2", 0],
  ] as const) {
    const answer = await untrusting.send("GET", USERS, { headers: { "x-forwarded-for": address } });
    t.equal(remainingIn(answer), left);
  }
});

t.test("a server that starts again goes on counting", async (t: Test) => {
  const database = await openTestDatabase(t);
  const first = await openApp(t, {}, { database });
  for (let times = 0; times < 5; times++) await first.send("GET", USERS);
  await first.context.close();
  t.equal(remainingIn(await (await openApp(t, {}, { database })).send("GET", USERS)), 594);
});

t.test("a client that hangs up is counted, and hurts nobody", async (t) => {
  const app = await openApp(t);
  const { port, hostname } = new URL(app.base);
  for (let times = 0; times < 5; times++) {
    const socket = connect(Number(port), hostname);
    await new Promise((resolve) => socket.write(`GET ${USERS} HTTP/1.1\r\nHost: x\r\n\r\n`, resolve));
    socket.destroy();
  }
  t.ok(remainingIn(await app.send("GET", USERS)) >= 594);
});
