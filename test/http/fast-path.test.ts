import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import t, { type Test } from "tap";
import { ResponseCache, type VersionReader } from "#contract/cache/response-cache";
import { addressReader } from "#contract/server/client-address";
import { PetHandlers, servePets } from "#contract/test/pets";
import { sendRaw } from "#contract/test/raw";
import { openApp, type Received } from "../support/app.ts";
import { engine } from "../support/databases.ts";
import { createPerson } from "../support/people.ts";

// On the fast path, cached responses to public operations are sent before Fastify sees the request.
// They must equal the responses that the route in Fastify sends.

/** Opens a server with a product and a page of products in its cache. */
async function openWithLamp(t: Test, settings: Readonly<Record<string, string>> = {}) {
  let seen = 0;
  const app = await openApp(t, settings, {
    extend: (server) =>
      server.addHook("onRequest", (_request, _reply, done) => {
        seen += 1;
        done();
      }),
  });
  const { token } = await createPerson(app, "Ann");
  const { body } = await app.send("POST", "/api/products", {
    token,
    body: { name: "Lamp", price: 1, description: "Für 5 € – 🔦" },
  });
  await app.send("POST", "/api/products", { token, body: { name: "Vase", price: 2 } });
  const lamp = `/api/products/${(body as { id: string }).id}`;
  const page = "/api/products?limit=1&q=lamp%20or";
  // The second request caches the response.
  for (let time = 0; time < 3; time++) for (const path of [lamp, page]) await app.send("GET", path);
  return {
    ...app,
    token,
    lamp,
    page,
    /** Sends a request; `via` is "route" if it reached Fastify. */
    async watch(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") {
      const before = seen;
      const response = await app.send(method, path, { headers });
      return { response, via: seen > before ? "route" : "fast path" };
    },
  };
}

/** A response without the header fields that differ each time. */
function comparable({ status, headers, body }: Received) {
  const { date, "x-request-id": id, ...rest } = Object.fromEntries(headers);
  return { status, body, headers: rest, has: [typeof date, typeof id] };
}

t.test("the fast path and the route send the same status, header fields and body", async (t) => {
  const { watch, lamp, page } = await openWithLamp(t);
  for (const path of [lamp, page]) {
    const fast = await watch(path);
    // Requests with unknown headers go through Fastify.
    const route = await watch(path, { "x-unknown": "1" });
    t.same([fast.via, route.via], ["fast path", "route"], path);
    t.same(comparable(fast.response), comparable(route.response));
    const conditional = { "if-none-match": `"other", ${fast.response.headers.get("etag")}` };
    const unchanged = await watch(path, conditional);
    t.match(unchanged, { via: "fast path", response: { status: 304, body: "" } });
    t.same(
      comparable(unchanged.response),
      comparable((await watch(path, { ...conditional, "x-unknown": "1" })).response),
    );
    t.match(await watch(path, { "if-none-match": '"other"' }), { via: "fast path", response: { status: 200 } });
  }
});

t.test("requests with a credential, an origin, a body or another method do not take the fast path", async (t) => {
  const { base, watch, lamp, token } = await openWithLamp(t);
  t.match(await watch(lamp), { via: "fast path", response: { status: 200 } });
  t.match(await watch(lamp, { "auth-token": token }), { via: "route", response: { status: 200 } });
  const junk = await watch(lamp, { "auth-token": "junk" });
  t.match(junk, { via: "route", response: { status: 401 } }, "a wrong credential is rejected");
  t.match(await watch(lamp, {}, "HEAD"), { via: "route", response: { status: 200, body: "" } });
  t.match(await watch(lamp, {}, "PATCH"), { via: "route", response: { status: 405 } });
  t.match(await watch(`${lamp}?`), { via: "route", response: { status: 200 } });
  t.match(await watch(lamp, { origin: "https://app.example" }), { via: "route", response: { status: 200 } });
  t.match(await sendRaw(base, `GET ${lamp} HTTP/1.1\r\nconnection: close\r\n\r\n`), /^HTTP\/1\.1 400 /, "no Host");
  const withBody = `GET ${lamp} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`;
  t.match(await sendRaw(base, withBody), /^HTTP\/1\.1 200 /);
});

t.test("requests on the fast path count against the rate limit of their network", async (t) => {
  const settings = { COLLECTIONS_LIMIT_PER_MINUTE: "20", TRUST_PROXY: "127.0.0.1" };
  const { watch, send, token } = await openWithLamp(t, settings);
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await send("POST", "/rest/v1/collection", { headers, body: { public: true } });
  // The response was checked against the contract.
  const path = `/rest/v1/collection/${(body as { item: { _id: number } }).item._id}`;
  // On PostgreSQL, requests that are not reserved yet wait for the database, in the route.
  const fast = engine === "sqlite" ? "fast path" : /^(fast path|route)$/;
  const from = (address: string) => watch(path, { "x-forwarded-for": address });
  for (const via of ["route", "route", fast, fast]) t.match(await from("192.0.2.1"), { via });
  for (let left = 15; left >= 0; left--) {
    // The port in X-Forwarded-For is ignored.
    const { via, response } = await from("192.0.2.1:80");
    t.match(via, fast);
    t.match(Object.fromEntries(response.headers), {
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": `${left}`,
      "ratelimit-remaining": `${left}`,
      "x-ratelimit-reset": String(Date.UTC(2026, 0, 1, 12, 1) / 1000),
    });
  }
  t.match(await from("192.0.2.1"), { via: "route", response: { status: 429 } });
  t.match(await from("192.0.2.2"), { via: fast, response: { status: 200 } });
});

t.test("no request takes the fast path when CORS adds header fields", async (t) => {
  for (const [origins, added] of [
    ["*", { "access-control-allow-origin": "*" }],
    ["https://app.example", { vary: "Origin" }],
  ] as const) {
    const { watch, lamp } = await openWithLamp(t, { CORS_ORIGINS: origins });
    const { via, response } = await watch(lamp);
    t.equal(via, "route");
    t.match(Object.fromEntries(response.headers), added);
  }
});

t.test("the fast path sends a request id and writes a log line, like a route", async (t) => {
  const { watch, lamp, page, log } = await openWithLamp(t);
  const own = await watch(lamp, { "x-request-id": "mine-1" });
  t.equal(own.response.headers.get("x-request-id"), "mine-1");
  const invalid = await watch(page, { "x-request-id": "not valid!" });
  t.match(invalid.response.headers.get("x-request-id"), /^[0-9a-f-]{36}$/);
  t.same([own.via, invalid.via], ["fast path", "fast path"]);
  const conditional = { "if-none-match": String(own.response.headers.get("etag")), "x-request-id": "mine-2" };
  t.equal((await watch(lamp, conditional)).via, "fast path");
  const lines = log.slice(-3).map((line) => JSON.parse(line));
  const line = { level: 30, msg: "request completed", method: "GET", time: Number, ms: Number };
  t.match(lines, [
    { ...line, reqId: "mine-1", path: lamp, operation: "getProduct", status: 200 },
    { ...line, reqId: String, path: "/api/products", operation: "listProducts", status: 200 },
    { ...line, reqId: "mine-2", path: lamp, operation: "getProduct", status: 304 },
  ]);
});

t.test("pipelined requests get their responses in order", async (t) => {
  const { base, lamp, page } = await openWithLamp(t);
  const request = (path: string, last = "") => `GET ${path} HTTP/1.1\r\nhost: a\r\n${last}\r\n`;
  const paths = [lamp, page, "/api/unknown", lamp];
  const responses = await sendRaw(
    base,
    paths.map((path) => request(path)).join("") + request(page, "connection: close\r\n"),
  );
  t.same(
    responses.match(/HTTP\/1\.1 \d+/g),
    ["200", "200", "404", "200", "200"].map((status) => `HTTP/1.1 ${status}`),
  );
});

t.test("the address of a client that has disconnected is empty, also where proxies are trusted", (t) => {
  for (const trusted of [[], ["127.0.0.1"]]) t.equal(addressReader(trusted)(new IncomingMessage(new Socket())), "");
  t.end();
});

t.test("a cache size of 0 disables the fast path", async (t) => {
  const { watch, lamp } = await openWithLamp(t, { RESPONSE_CACHE_MIB: "0" });
  t.match(await watch(lamp), { via: "route", response: { status: 200 } });
});

/** A cache of data that never changes, for the operation `listDogs`. */
function openCache(readVersions: VersionReader = () => SAME) {
  return { cache: new ResponseCache(readVersions, 1_000_000), cachedOperations: { listDogs: ["dogs"] } };
}

const SAME = { dogs: "same" };

t.test("the fast path waits for the versions where reading them takes a query", async (t) => {
  let reads = 0;
  let found: typeof SAME | undefined = SAME;
  const readVersions = async () => {
    await setImmediate();
    reads += 1;
    return found;
  };
  const { base, calls } = await servePets(t, { change: openCache(readVersions) });
  const requestFour = async () => {
    for (let time = 0; time < 4; time++) {
      const response = await fetch(`${base}/pets/dogs`);
      t.same([response.status, await response.json()], [200, [{ id: 1, name: "Rex" }]]);
    }
  };
  await requestFour();
  t.same([calls.length, reads], [2, 3]);
  found = undefined;
  await requestFour();
  t.equal(calls.length, 6, "without versions nothing is taken from the cache");
});

t.test("a client that disconnects while the versions are read harms nobody", async (t) => {
  const [asked, disconnected] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isSlow = false;
  const readVersions = async () => {
    if (isSlow) {
      asked.resolve();
      await disconnected.promise;
    }
    return SAME;
  };
  const { base } = await servePets(t, { change: openCache(readVersions) });
  for (let time = 0; time < 3; time++) await (await fetch(`${base}/pets/dogs`)).text();
  isSlow = true;
  const aborted = new AbortController();
  const request = fetch(`${base}/pets/dogs`, { signal: aborted.signal });
  await asked.promise;
  aborted.abort();
  await t.rejects(request, { name: "AbortError" });
  isSlow = false;
  disconnected.resolve();
  t.equal((await fetch(`${base}/pets/dogs`)).status, 200);
});

t.test("checks responses of the fast path against the contract", async (t) => {
  class Nameless extends PetHandlers {
    override async listDogs() {
      return { status: 200 as const, body: JSON.parse('[{ "weight": 1 }]') };
    }
  }
  const { base, violations } = await servePets(t, { handlers: new Nameless(), change: openCache() });
  for (let time = 1; time <= 4; time++) {
    t.equal((await fetch(`${base}/pets/dogs`)).status, 200);
    t.equal(violations.length, time);
    t.match(violations.at(-1), { operation: "listDogs", status: 200, reasons: [/^the body .*required property/] });
  }
});

t.test("a contract with early hooks does not take the fast path", async (t) => {
  let hooked = 0;
  const registerEarlyHooks = async (scope: FastifyInstance) => {
    scope.addHook("onRequest", async () => {
      hooked += 1;
    });
  };
  const { base, calls } = await servePets(t, { change: { ...openCache(), registerEarlyHooks } });
  for (let time = 0; time < 4; time++) t.equal((await fetch(`${base}/pets/dogs`)).status, 200);
  t.equal(hooked, 4, "every request passes the early hook");
  t.equal(calls.length, 2, "the response is cached");
});
