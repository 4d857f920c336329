import { createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import t, { type Test } from "tap";
import { failureOf } from "#contract/test/failures";
import { listen } from "#contract/test/raw";
import { RedisConnection } from "../../src/limits/redis-connection.ts";
import { openApp } from "../support/app.ts";
import { openLibrary } from "../support/library.ts";

const USERS = "/api/v1/users.json";

/** The URL of a port on which no server listens. */
const DOWN = "redis://127.0.0.1:1";

/**
 * A server with the part of Redis's protocol (RESP) that the client needs to connect and to send
 * PING. When frozen, it accepts connections and never responds, like a stopped process.
 */
async function openFakeRedis(t: Test, isFrozen: boolean) {
  const redis = { url: "", isFrozen, connections: 0, afterResponse: () => {} };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    redis.connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      if (redis.isFrozen) return;
      for (const [, name = ""] of String(chunk).matchAll(/\*\d+\r\n\$\d+\r\n([A-Za-z]+)\r\n/g))
        socket.write(name.toUpperCase() === "PING" ? "+PONG\r\n" : "+OK\r\n");
      redis.afterResponse();
    });
  });
  redis.url = `redis://127.0.0.1:${await listen(server)}`;
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return redis;
}

for (const state of ["is down", "does not respond"] as const) {
  t.test(`while Redis ${state}, the server starts, serves the contracts that do not need it, and stops`, async (t) => {
    const REDIS_URL = state === "is down" ? DOWN : (await openFakeRedis(t, true)).url;
    const { app, ann, send } = await openLibrary(t, { REDIS_URL, COLLECTIONS_LIMIT_PER_MINUTE: "2" });
    t.equal((await send("GET", "/api/products")).status, 200);
    t.equal((await ann.request("GET", "/collections")).status, 200);
    t.equal((await ann.request("GET", "/collections")).headers.get("ratelimit-remaining"), "0");
    t.equal((await ann.request("GET", "/collections")).status, 429, "this process counts alone");
    const unavailable = await send("GET", USERS);
    t.match(unavailable, { status: 503, body: { status: { code: 503 } } });
    t.match(Object.fromEntries(unavailable.headers), { "retry-after": "1", "x-ratelimit-remaining": "0" });
    t.match(await send("GET", "/health/ready"), { status: 200, body: { status: "ok", missing: ["redis"] } });
    t.equal(app.log.filter((line) => line.includes("Redis is unavailable, reconnecting")).length, 1);
  });
}

t.test("without REDIS_URL, /health/ready lists nothing as missing", async (t) => {
  const { send } = await openApp(t);
  t.match(await send("GET", "/health/ready"), { status: 200, body: { status: "ok", missing: [] } });
});

t.test("run: rejects after a timeout when Redis stops responding, then at once until it responds again", async (t) => {
  const redis = await openFakeRedis(t, false);
  const connection = new RedisConnection(redis.url, 500);
  const reports: string[] = [];
  await connection.open((message) => reports.push(message));
  t.teardown(() => connection.close());
  const ping = () => connection.run((client) => client.ping());
  t.equal(await ping(), "PONG");
  t.equal(connection.isAvailable(), true);

  redis.isFrozen = true;
  const results = await Promise.all([failureOf(ping()), failureOf(ping())]);
  for (const failure of results) t.match(failure, { kind: "unavailable", retryAfter: 1 });
  t.equal(connection.isAvailable(), false);
  t.match(await failureOf(ping()), { kind: "unavailable", cause: { message: "Redis is not connected." } });
  t.same(reports, ["Redis is unavailable, reconnecting"]);
  const before = redis.connections;
  while (redis.connections < before + 2) await pause(10);
  t.equal(connection.isAvailable(), false, "a connection without a response to its handshake is replaced");

  redis.isFrozen = false;
  while (!connection.isAvailable()) await pause(10);
  t.equal(await ping(), "PONG");
  t.equal(reports.length, 1, "one report for the whole outage");
});

t.test("run: a response that arrives while the event loop is blocked is not too late", async (t) => {
  const redis = await openFakeRedis(t, false);
  const connection = new RedisConnection(redis.url, 500);
  await connection.open((message) => t.fail(message));
  t.teardown(() => connection.close());
  redis.afterResponse = () => {
    const start = performance.now();
    while (performance.now() - start < 600);
  };
  t.equal(await connection.run((client) => client.ping()), "PONG");
});

t.test("isAvailable: becomes false when Redis stops responding, even if no command is sent", async (t) => {
  const redis = await openFakeRedis(t, false);
  const connection = new RedisConnection(redis.url, 50);
  await connection.open(() => {});
  t.teardown(() => connection.close());
  redis.isFrozen = true;
  while (connection.isAvailable()) await pause(10);
  t.equal(connection.isAvailable(), false);
});

t.test("close: rejects running commands and ends attempts to connect at once", async (t) => {
  const redis = await openFakeRedis(t, false);
  const hour = 60 * 60 * 1000;
  const connection = new RedisConnection(redis.url, hour);
  await connection.open(() => t.fail("a close is not an outage"));
  redis.isFrozen = true;
  const ping = failureOf(connection.run((client) => client.ping()));
  connection.close();
  t.match(await ping, { kind: "unavailable" });

  const connecting = new RedisConnection(redis.url, hour);
  const opening = connecting.open(() => t.fail("a close is not an outage"));
  while (redis.connections < 2) await pause(5);
  connecting.close();
  await opening;
});
