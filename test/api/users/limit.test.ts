import { connect } from "node:net";
import t, { type Test } from "tap";
import { openDatabase } from "../../../src/database/database.ts";
import { openApp, openAppWithBrokenClock, type SendOptions, type TestApp } from "../../support/app.ts";
import { openTestDatabase } from "../../support/databases.ts";
import { sendRawJson } from "../../support/error-table.ts";
import { createKey, createPerson, setLevel } from "../../support/people.ts";
import { remainingIn } from "../../support/rate-limit.ts";

const USERS = "/api/v1/users.json";
const HOUR = 60 * 60 * 1000;

/** Registers an administrator. Returns their API key. */
async function createAdministrator(app: TestApp): Promise<string> {
  const { id } = await createPerson(app, "Ann");
  await setLevel(app, id, 4);
  return createKey(app, id);
}

t.test("of 1,000 parallel requests, half of them unauthenticated, 600 are within the limit", async (t) => {
  const app = await openApp(t);
  const key = await createAdministrator(app);
  const responses = await Promise.all(
    Array.from({ length: 1_000 }, (_, number) =>
      app.send("GET", "/api/v1/users/1.json", number % 2 === 0 ? { key } : {}),
    ),
  );
  const limited = responses.filter(({ status }) => status === 429);
  const withinLimit = responses.filter(({ status }) => status === 200 || status === 401);
  t.equal(withinLimit.length, 600);
  t.equal(limited.length, 400);
  t.same(
    withinLimit.map(remainingIn).sort((one, other) => one - other),
    Array.from({ length: 600 }, (_, number) => number),
    "each remaining count occurs once",
  );
  for (const { body, headers } of limited.slice(0, 20)) {
    t.strictSame(body, { status: { code: 429, message: "API rate limit exceeded for IP address 127.0.0.1." } });
    t.equal(headers.get("x-ratelimit-limit"), "600");
    t.equal(headers.get("x-ratelimit-remaining"), "0");
    t.equal(headers.get("retry-after"), "3600");
    t.equal(headers.get("ratelimit-policy"), '"users";q=600;w=3600');
    t.equal(headers.get("ratelimit"), '"users";r=0;t=3600');
    t.equal(headers.get("x-ratelimit-reset"), null);
  }
  app.advanceClock(HOUR - 1);
  t.equal((await app.send("GET", USERS)).headers.get("retry-after"), "1");
  app.advanceClock(1);
  t.equal(remainingIn(await app.send("GET", USERS)), 599, "the next window starts with 600 requests");
});

t.test("every response has the rate limit headers, and every request counts once", async (t) => {
  const app = await openApp(t);
  const key = await createAdministrator(app);
  const one = "/api/v1/users/1.json";
  const requests: [number, string, string, SendOptions][] = [
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
  let remaining = 600;
  for (const [status, method, path, sending] of requests) {
    const response = await app.send(method, path, sending);
    remaining -= 1;
    t.equal(response.status, status, `${method} ${path}`);
    t.equal(response.headers.get("x-ratelimit-limit"), "600");
    t.equal(remainingIn(response), remaining, `${status} ${method} ${path}`);
  }
  for (const request of [
    `GET ${USERS} HTTQ/1.1\r\n\r\n`,
    `GET ${USERS} HTTP/1.1\r\nX: ${"x".repeat(17_000)}\r\n\r\n`,
  ]) {
    remaining -= 1;
    t.equal(remainingIn(await sendRawJson(app, request)), remaining, "a malformed request counts");
  }
});

t.test("a 403 response has the rate limit headers", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Bob");
  const response = await app.send("GET", USERS, { key: await createKey(app, id) });
  t.match(response, { status: 403 });
  t.equal(remainingIn(response), 599);
});

t.test("500 and 503 responses report 0 remaining requests, because the count is unknown", async (t) => {
  const failed = await (await openAppWithBrokenClock(t)).send("GET", USERS);
  const unreachable = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
  t.teardown(() => unreachable.destroy());
  const unavailable = await (await openApp(t, { TOKEN_SECRET: "x".repeat(32) }, { database: unreachable })).send(
    "GET",
    USERS,
  );
  for (const [status, response] of [
    [500, failed],
    [503, unavailable],
  ] as const) {
    t.equal(response.status, status);
    t.equal(response.headers.get("x-ratelimit-limit"), "600");
    t.equal(remainingIn(response), 0);
  }
});

t.test("a 304 response does not count", async (t) => {
  const app = await openApp(t, { RATE_LIMIT_PER_HOUR: "3" });
  const key = await createAdministrator(app);
  const first = await app.send("GET", USERS, { key });
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  t.equal(remainingIn(first), 2);
  for (let times = 0; times < 10; times++) {
    const response = await app.send("GET", USERS, { key, headers });
    t.equal(response.status, 304);
    t.equal(remainingIn(response), 2);
  }
  t.equal(remainingIn(await app.send("GET", USERS, { key })), 1);
});

t.test("requests outside /api/v1 do not count, and their responses do not have its limit", async (t) => {
  const app = await openApp(t, { RATE_LIMIT_PER_HOUR: "1", COLLECTIONS_LIMIT_PER_MINUTE: "9" });
  // Pages have the limit of the collections API.
  const limits = { "/api/products": null, "/api/v1x": null, "/health/live": null, "/": "9", "/account/sign-in": "9" };
  for (const [path, limit] of Object.entries(limits)) {
    const responses = [await app.send("GET", path), await app.send("GET", path)];
    for (const { headers } of responses) t.equal(headers.get("x-ratelimit-limit"), limit, path);
  }
  t.equal((await app.send("GET", USERS)).status, 401);
  t.equal((await app.send("GET", USERS)).status, 429);
});

t.test(
  "requests count per peer address, or per address that a trusted proxy forwards; IPv6 per /64 network",
  async (t) => {
    const app = await openApp(t, { RATE_LIMIT_PER_HOUR: "2", TRUST_PROXY: "127.0.0.1" });
    const from = async (address: string) => app.send("GET", USERS, { headers: { "x-forwarded-for": address } });
    t.equal(remainingIn(await from("2001:db8::1")), 1);
    t.equal(remainingIn(await from("2001:db8:0:0:ffff::2")), 0);
    const limited = await from("2001:db8::3");
    t.match(limited, {
      status: 429,
      body: { status: { message: "API rate limit exceeded for IP address 2001:db8::3." } },
    });
    t.equal(remainingIn(await from("2001:db8:0:1::1")), 1);
    t.equal(remainingIn(await from("192.0.2.1")), 1);
    t.equal(remainingIn(await from("::ffff:192.0.2.1")), 0);

    const withoutProxy = await openApp(t, { RATE_LIMIT_PER_HOUR: "2" });
    for (const [address, left] of [
      ["192.0.2.1", 1],
      ["192.0.2.2", 0],
    ] as const) {
      const response = await withoutProxy.send("GET", USERS, { headers: { "x-forwarded-for": address } });
      t.equal(remainingIn(response), left, "an untrusted X-Forwarded-For is ignored");
    }
  },
);

t.test("a forwarded address may have a port or brackets; other text counts for the proxy that sent it", async (t) => {
  const app = await openApp(t, { RATE_LIMIT_PER_HOUR: "20", TRUST_PROXY: "127.0.0.1,10.0.0.0/8" });
  const from = async (forwarded: string) =>
    remainingIn(await app.send("GET", USERS, { headers: { "x-forwarded-for": forwarded } }));
  t.equal(await from("192.0.2.1"), 19);
  t.equal(await from("192.0.2.1:567"), 18);
  t.equal(await from("198.51.100.7:1, 192.0.2.1:65535, 10.0.0.1:443"), 17, "a proxy's address may have a port too");
  t.equal(await from("2001:db8::1"), 19);
  t.equal(await from("[2001:db8::2]:567"), 18);
  t.equal(await from("[2001:db8::3]"), 17);

  const garbage = ["unknown", "_hidden", "192.0.2.999", "192.0.2.1:port", "[192.0.2.1", "a".repeat(1_000), ", ,"];
  let remaining = 20;
  for (const text of garbage) t.equal(await from(text), --remaining, text);
  t.equal(await from("192.0.2.1, unknown"), --remaining, "an address before the other text is not trusted");
  t.equal(await from("unknown, 10.0.0.1"), 19, "counts for the proxy 10.0.0.1");
  t.equal(await from("something else, 10.0.0.1"), 18);
  t.equal(await from("unknown, 192.0.2.1"), 16, "text before an untrusted address is ignored");
});

t.test("reads work while counts can't be saved, and later requests save them", async (t) => {
  const app = await openApp(t);
  const key = await createAdministrator(app);
  t.equal(remainingIn(await app.send("GET", USERS, { key })), 599);
  const { schema } = app.context.database;
  await schema.alterTable("request_counts").renameTo("moved").execute();
  for (let left = 598; left > 540; left--) {
    const response = await app.send("GET", USERS, { key });
    t.equal(response.status, 200);
    t.equal(remainingIn(response), left);
  }
  t.equal(app.log.filter((line) => line.includes("request counts can't be saved")).length, 1, "one line in the log");
  await schema.alterTable("moved").renameTo("request_counts").execute();
  t.equal(remainingIn(await app.send("GET", USERS, { key })), 540);
  await app.context.requestCounter.close();
  const restarted = await openApp(t, {}, { database: app.context.database });
  t.equal(remainingIn(await restarted.send("GET", USERS, { key })), 539);
});

t.test("counts survive a restart of the server", async (t: Test) => {
  const database = await openTestDatabase(t);
  const first = await openApp(t, {}, { database });
  for (let times = 0; times < 5; times++) await first.send("GET", USERS);
  await first.context.close();
  t.equal(remainingIn(await (await openApp(t, {}, { database })).send("GET", USERS)), 594);
});

t.test("a request counts even if its client disconnects before the response", async (t) => {
  const app = await openApp(t);
  const { port, hostname } = new URL(app.base);
  for (let times = 0; times < 5; times++) {
    const socket = connect(Number(port), hostname);
    await new Promise((resolve) => socket.write(`GET ${USERS} HTTP/1.1\r\nHost: x\r\n\r\n`, resolve));
    socket.destroy();
  }
  // The five requests may be counted after the first requests below.
  let own = 0;
  let counted = 0;
  do {
    own += 1;
    counted = 600 - remainingIn(await app.send("GET", USERS));
  } while (counted < own + 5 && own < 300);
  t.equal(counted - own, 5);
});
