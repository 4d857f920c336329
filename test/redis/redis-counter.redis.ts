import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { env } from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@redis/client";
import t, { type Test } from "tap";
import { RedisCounter } from "../../src/limits/redis-counter.ts";
import { WINDOW_MS } from "../../src/limits/request-counter.ts";
import { openApp, type Received } from "../support/app.ts";
import { failureOf } from "../support/failures.ts";
import { createKey, registerAndLogIn, setLevel } from "../support/people.ts";
import { runCommand } from "../support/process.ts";

const REDIS_URL = env.TEST_REDIS_URL ?? "";
const USERS = "/api/v1/users.json";

/** A random network, so that the tests can run on a Redis with data in it. */
function randomNetwork(): string {
  return `2001:db8:${randomInt(0x10000).toString(16)}:${randomInt(0x10000).toString(16)}`;
}

function remainingIn({ headers }: Received): number {
  return Number(headers.get("x-ratelimit-remaining"));
}

/** A counter on the Redis of the tests, and a client that inspects its keys. */
async function openCounter(t: Test) {
  const counter = new RedisCounter(REDIS_URL);
  await counter.open();
  t.teardown(() => counter.close());
  const client = createClient({ url: REDIS_URL });
  await client.connect();
  t.teardown(() => client.close());
  return { counter, client, nameOf: (network: string) => `triptych:requests:${network}` };
}

/** A Redis that the test can start and stop. */
async function startRedis(t: Test) {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  const port = typeof address === "object" ? address?.port : undefined;
  probe.close();
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
  return { url: `redis://127.0.0.1:${port}`, start, stop };
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
  const { counter, client, nameOf } = await openCounter(t);
  const network = randomNetwork();
  const first = await counter.hit(network);
  t.match(first, { count: 1 });
  t.ok(first.remainingMs > WINDOW_MS / 2 && first.remainingMs <= WINDOW_MS);
  await client.pExpire(nameOf(network), WINDOW_MS / 2);
  const second = await counter.hit(network);
  t.equal(second.count, 2);
  t.ok(second.remainingMs <= WINDOW_MS / 2, "the window is not extended");
  await client.pExpire(nameOf(network), 1);
  while ((await client.exists(nameOf(network))) === 1) await pause(1);
  t.match(await counter.hit(network), { count: 1 });

  await client.del(nameOf(network));
  await counter.refund(network);
  t.ok((await client.pTTL(nameOf(network))) > 0, "also a key that a refund creates after the window has ended");
});

t.test("refund: uncounts a request; a 304 response is refunded", async (t) => {
  const { counter } = await openCounter(t);
  const network = randomNetwork();
  await counter.hit(network);
  await counter.refund(network);
  t.match(await counter.hit(network), { count: 1 });

  const app = await openApp(t, { REDIS_URL, TRUST_PROXY: "127.0.0.1" });
  const { id } = await registerAndLogIn(app, "Ann");
  await setLevel(app, id, 4);
  const key = await createKey(app, id);
  const from = { "x-forwarded-for": `${randomNetwork()}::1` };
  const { headers } = await app.send("GET", USERS, { key, headers: from });
  const copy = { ...from, "if-none-match": headers.get("etag") ?? "" };
  for (let times = 0; times < 3; times++) {
    const response = await app.send("GET", USERS, { key, headers: copy });
    t.equal(response.status, 304);
    t.equal(remainingIn(response), 599);
  }
});

t.test("user administration returns 503 while Redis is down, and recovers with it", async (t) => {
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
  t.equal((await app.send("GET", "/health/ready")).status, 503);
  t.equal((await app.send("GET", "/api/products")).status, 200, "the other contracts do not need Redis");

  await redis.start();
  while ((await app.send("GET", USERS)).status !== 401) await pause(50);
});

t.test("start fails with an error while Redis is down; other commands do not need it", async (t) => {
  const counter = new RedisCounter("redis://:secret@127.0.0.1:1");
  t.match(await failureOf(counter.open()), { kind: "unavailable", message: "Redis does not respond at REDIS_URL." });
  await counter.close();
  const settings = { REDIS_URL: "redis://:secret@127.0.0.1:1", DATABASE_URL: "sqlite::memory:" };
  const { code, stderr } = await runCommand(["start"], settings);
  t.equal(code, 1);
  t.match(stderr, /^triptych: Redis does not respond at REDIS_URL\. \([^\n]*ECONNREFUSED[^\n]*\)\n$/);
  t.notMatch(stderr, /secret/);
  t.match(await runCommand(["migrate"], settings), { code: 0, stderr: "" });
});
