import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { env } from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@redis/client";
import t, { type Test } from "tap";
import { MinuteCounter } from "#contract/request/minute-counter";
import { networkOf } from "#contract/request/network";
import { freePort } from "../../src/base/free-port.ts";
import { RedisConnection } from "../../src/limits/redis-connection.ts";
import { exchangeThrough, RedisCounter } from "../../src/limits/redis-counter.ts";
import { WINDOW_MS } from "../../src/limits/request-counter.ts";
import { openApp, sender } from "../support/app.ts";
import { openAdministration, run } from "../support/command-runner.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";
import { runCommand, startServer } from "../support/process.ts";
import { remainingIn } from "../support/rate-limit.ts";

const REDIS_URL = env.TEST_REDIS_URL ?? "";
const USERS = "/api/v1/users.json";

/** The first half (/64) of a random IPv6 address, so that tests do not count requests of earlier runs. */
function randomNetwork(): string {
  return `2001:db8:${randomInt(0x10000).toString(16)}:${randomInt(0x10000).toString(16)}`;
}

/** A counter that uses the Redis at `TEST_REDIS_URL`, and a client that inspects the counter's keys. */
async function openCounter(t: Test) {
  const counter = new RedisCounter(new RedisConnection(REDIS_URL));
  await counter.open((message) => t.fail(message));
  t.teardown(() => counter.close());
  const client = createClient({ url: REDIS_URL });
  await client.connect();
  t.teardown(() => client.close());
  return { counter, client, keyOf: (network: string) => `triptych:requests:${network}` };
}

/** Prepares a Redis process that the test can start, stop and freeze. */
async function startRedis(t: Test) {
  const port = await freePort();
  const folder = await mkdtemp(joinPath(tmpdir(), "triptych-redis-"));
  let redis: ChildProcess | undefined;
  const stop = async () => {
    if (redis === undefined) return;
    const exited = once(redis, "exit");
    redis.kill("SIGKILL");
    redis = undefined;
    await exited;
  };
  t.teardown(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  const start = async () => {
    redis = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]);
    for await (const chunk of redis.stdout ?? []) if (String(chunk).includes("Ready to accept connections")) break;
    redis.stdout?.resume();
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    freeze: () => redis?.kill("SIGSTOP"),
    thaw: () => redis?.kill("SIGCONT"),
  };
}

t.test("two servers that share a Redis accept 600 of 1,000 parallel requests", async (t) => {
  const settings = { REDIS_URL, TRUST_PROXY: "127.0.0.1" };
  const servers = [await openApp(t, settings), await openApp(t, settings)];
  const headers = { "x-forwarded-for": `${randomNetwork()}::1` };
  const responses = await Promise.all(
    Array.from({ length: 1_000 }, (_, number) => servers[number % 2]?.send("GET", USERS, { headers })),
  );
  t.equal(responses.filter((response) => response?.status === 401).length, 600);
  t.equal(responses.filter((response) => response?.status === 429).length, 400);
});

t.test("hit: a window starts with the first request, and every key has an expiry", async (t) => {
  const { counter, client, keyOf } = await openCounter(t);
  const network = randomNetwork();
  const first = await counter.hit(network);
  t.match(first, { count: 1 });
  t.ok(first.remainingMs > WINDOW_MS / 2 && first.remainingMs <= WINDOW_MS);
  await client.pExpire(keyOf(network), WINDOW_MS / 2);
  const second = await counter.hit(network);
  t.equal(second.count, 2);
  t.ok(second.remainingMs <= WINDOW_MS / 2, "the window is not extended");
  await client.pExpire(keyOf(network), 1);
  while ((await client.exists(keyOf(network))) === 1) await pause(1);
  t.match(await counter.hit(network), { count: 1 });

  await client.del(keyOf(network));
  await counter.refund(network);
  t.ok((await client.pTTL(keyOf(network))) > 0, "a key that a refund creates after the window has ended expires too");
});

t.test("refund: subtracts a request from the count; a 304 response is refunded", async (t) => {
  const { counter } = await openCounter(t);
  const network = randomNetwork();
  await counter.hit(network);
  await counter.refund(network);
  t.match(await counter.hit(network), { count: 1 });

  const app = await openApp(t, { REDIS_URL, TRUST_PROXY: "127.0.0.1" });
  const { id } = await createPerson(app, "Ann");
  await setLevel(app, id, 4);
  const key = await createKey(app, id);
  const from = { "x-forwarded-for": `${randomNetwork()}::1` };
  const { headers } = await app.send("GET", USERS, { key, headers: from });
  const conditional = { ...from, "if-none-match": headers.get("etag") ?? "" };
  for (let times = 0; times < 3; times++) {
    const response = await app.send("GET", USERS, { key, headers: conditional });
    t.equal(response.status, 304);
    t.equal(remainingIn(response), 599);
  }
});

t.test("two servers that share a Redis count each other's requests to the collections contract", async (t) => {
  const settings = { REDIS_URL, TRUST_PROXY: "127.0.0.1", COLLECTIONS_LIMIT_PER_MINUTE: "1000" };
  const [one, other] = [await openApp(t, settings), await openApp(t, settings)];
  const headers = { "x-forwarded-for": `${randomNetwork()}::1` };
  for (let times = 0; times < 10; times++) await one.send("GET", "/rest/v1/user", { headers });
  let own = 0;
  let remaining = 1_000;
  do {
    remaining = remainingIn(await other.send("GET", "/rest/v1/user", { headers }));
    own += 1;
    await pause(20);
  } while (remaining > 990 - own && own < 500);
  t.equal(remaining, 990 - own);
});

t.test("exchangeThrough: counts of many callers are added, and every key has an expiry", async (t) => {
  const connection = new RedisConnection(REDIS_URL);
  await connection.open((message) => t.fail(message));
  t.teardown(() => connection.close());
  const prefix = randomNetwork();
  const additions = new Map(Array.from({ length: 1_200 }, (_, number) => [`${prefix}:${number}`, number]));
  const exchange = exchangeThrough(connection);
  await exchange(7, additions);
  const totals = await exchange(7, additions);
  t.same(totals, new Map([...additions].map(([caller, added]) => [caller, 2 * added])));
  t.equal((await exchange(8, new Map([[`${prefix}:5`, 1]]))).get(`${prefix}:5`), 1, "another minute");
  const expiry = await connection.run((client) => client.pTTL(`triptych:minute:7:${prefix}:5`));
  t.ok(expiry > 0 && expiry <= 120_000);
  const counter = new MinuteCounter(Date.now, exchange);
  t.match(counter.hit("caller"), { count: 1 });
});

t.test("the users contract returns 503 while Redis is down, and recovers when Redis is back", async (t) => {
  const redis = await startRedis(t);
  await redis.start();
  const app = await openApp(t, { REDIS_URL: redis.url });
  t.equal((await app.send("GET", USERS)).status, 401);
  t.equal((await app.send("GET", "/health/ready")).status, 200);

  await redis.stop();
  const unavailable = await app.send("GET", USERS);
  t.match(unavailable, { status: 503, body: { status: { code: 503 } } });
  t.equal(unavailable.headers.get("x-ratelimit-limit"), "600");
  t.equal(remainingIn(unavailable), 0);
  t.equal(unavailable.headers.get("retry-after"), "1");
  t.match(await app.send("GET", "/health/ready"), { status: 200, body: { missing: ["redis"] } });
  t.equal((await app.send("GET", "/api/products")).status, 200, "the other contracts do not need Redis");
  t.equal((await app.send("GET", "/rest/v1/user")).status, 401);

  await redis.start();
  while ((await app.send("GET", USERS)).status !== 401) await pause(50);
});

t.test("while Redis is frozen, a server serves the contracts that do not need it, and stops on SIGTERM", async (t) => {
  const redis = await startRedis(t);
  await redis.start();
  const server = await startServer(t, { DATABASE_URL: "sqlite::memory:", REDIS_URL: redis.url });
  const send = sender(server.base);
  t.equal((await send("GET", USERS)).status, 401);
  redis.freeze();
  t.equal((await send("GET", USERS)).status, 503);
  t.equal((await send("GET", "/rest/v1/user")).status, 401);
  t.equal((await send("GET", "/api/products")).status, 200);
  t.match(await send("GET", "/health/ready"), { status: 200, body: { missing: ["redis"] } });
  redis.thaw();
  while ((await send("GET", USERS)).status !== 401) await pause(50);
  redis.freeze();
  const waiting = send("GET", USERS);
  await send("GET", "/health/live");
  t.equal(await server.stop("SIGTERM"), 0);
  t.equal((await waiting).status, 503);
});

t.test("the start command starts while Redis is down, and logs the outage without the password", async (t) => {
  const settings = { REDIS_URL: "redis://:secret@127.0.0.1:1", DATABASE_URL: "sqlite::memory:" };
  const server = await startServer(t, settings);
  t.equal((await sender(server.base)("GET", "/api/products")).status, 200);
  t.equal(await server.stop("SIGTERM"), 0);
  t.match(server.output(), /"err":[^\n]*ECONNREFUSED[^\n]*"msg":"Redis is unavailable, reconnecting"/);
  t.notMatch(server.output(), /secret/);
  t.match(await runCommand(["migrate"], settings), { code: 0, stderr: "" });
});

t.test("limit show and limit reset: of counters in Redis, for one client or account only", async (t) => {
  const app = await openAdministration(t, { REDIS_URL });
  const { client, keyOf } = await openCounter(t);
  const { id, email } = await createPerson(app, "Ann");
  const [half, other] = [randomNetwork(), randomNetwork()];
  const [network, otherNetwork] = [networkOf(`${half}::1`), networkOf(`${other}::1`)];
  const minute = Math.floor(Date.now() / 60_000);
  // In this minute and the next, which may begin meanwhile.
  const minuteKeys = (caller: string) => [minute, minute + 1].map((number) => `triptych:minute:${number}:${caller}`);
  const keys = [
    keyOf(network),
    keyOf(otherNetwork),
    ...minuteKeys(`network:${network}`),
    ...minuteKeys(`account:${id}`),
  ];
  for (const key of keys) await client.set(key, "7", { PX: WINDOW_MS });
  t.teardown(() => Promise.all(keys.map((key) => client.del(key))));

  const show = async (...subject: string[]) =>
    JSON.parse(await app.succeed("limit", "show", ...subject, "--json")).map(
      ({ counter, count }: { counter: string; count: number }) => `${counter} ${count}`,
    );
  const ofClient = ["--ip", `${half}::2`];
  t.match(await show(...ofClient), ["users API 7", "collections API 7", "registrations 0"]);
  await app.succeed("limit", "reset", ...ofClient, "--yes");
  t.match(await show(...ofClient), ["users API 0"]);
  t.same(await show("--ip", `${other}::2`), [
    "users API 7",
    "collections API 0",
    "registrations 0",
    "mails 0",
    "failed logins 0",
  ]);
  const ofAccount = ["--email", email];
  t.match(await show(...ofAccount), ["collections API 7"]);
  await app.succeed("limit", "reset", ...ofAccount, "--yes");
  t.equal(await client.get(keyOf(otherNetwork)), "7");
  const shown = await show(...ofAccount);
  if (Math.floor(Date.now() / 60_000) === minute) t.match(shown, ["collections API 0"]);
});

t.test("limit show and doctor: say that Redis is down", async (t) => {
  const { url, succeed } = await openAdministration(t);
  const settings = { DATABASE_URL: url, REDIS_URL: "redis://127.0.0.1:1" };
  t.match(await run(["limit", "show", "--ip", "192.0.2.1"], settings), { code: 1, stderr: /^triptych: .*Redis/ });
  t.match(await run(["doctor"], settings), { code: 1, stdout: /^problem {2}Redis: .*ECONNREFUSED/m });
  t.match(
    (await run(["doctor"], { DATABASE_URL: url, REDIS_URL })).stdout,
    /^ok {7}Redis: Redis \d+\.\S+ responds\.$/m,
  );
  t.match(await succeed("doctor"), /^ok {7}database: /m);
});
