import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import t, { type Test } from "tap";
import type { Binding } from "../src/bind.ts";
import { ResponseCache, type VersionReader } from "../src/cache/response-cache.ts";
import { Failure } from "../src/failure.ts";
import { CallerLimit } from "../src/request/caller-limit.ts";
import { addressReader } from "../src/server/client-address.ts";
import { PetHandlers, servePets } from "./support/pets.ts";
import { sendRaw } from "./support/raw.ts";

// On the fast path, cached responses to public operations are sent before Fastify sees the request.
// They must equal the responses that the route in Fastify sends.

const DOGS = "/pets/dogs";
const PAGE = "/pets/dogs?limit=1";

/** A cache of data that never changes, for the operation `listDogs`. */
function openCache(readVersions: VersionReader = () => SAME) {
  return { cache: new ResponseCache(readVersions, 1_000_000), cachedOperations: { listDogs: ["dogs"] } };
}

const SAME = { dogs: "same" };

/** Serves dogs whose names are not ASCII, with all of them and a page of them in the cache. */
async function serveCachedDogs(t: Test, change: Partial<Binding<string>> = {}) {
  class DogHandlers extends PetHandlers {
    override async listDogs(): Promise<unknown> {
      return { status: 200, body: [{ id: 1, name: "Für – 🐕" }] };
    }
  }
  let seen = 0;
  const { base, log } = await servePets(t, {
    handlers: new DogHandlers(),
    change: { ...openCache(), ...change },
    extend: (server) => {
      server.addHook("onRequest", (_request, _reply, done) => {
        seen += 1;
        done();
      });
    },
  });
  // The second request caches the response.
  for (let time = 0; time < 3; time++) for (const path of [DOGS, PAGE]) await (await fetch(base + path)).text();
  return {
    base,
    log,
    /** Sends a request; `via` is "route" if it reached Fastify. */
    async watch(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") {
      const before = seen;
      const response = await fetch(base + path, { method, headers });
      const body = await response.text();
      const { status } = response;
      const fields = Object.fromEntries(response.headers);
      return { status, body, headers: fields, via: seen > before ? "route" : "fast path" };
    },
  };
}

type Watched = Awaited<ReturnType<Awaited<ReturnType<typeof serveCachedDogs>>["watch"]>>;

/** A response without the header fields that differ each time. */
function comparable({ status, headers, body }: Watched) {
  const { date, "x-request-id": id, ...rest } = headers;
  return { status, body, headers: rest, has: [typeof date, typeof id] };
}

t.test("the fast path and the route send the same status, header fields and body", async (t) => {
  const { watch } = await serveCachedDogs(t);
  for (const path of [DOGS, PAGE]) {
    const fast = await watch(path);
    // Requests with unknown headers go through Fastify.
    const route = await watch(path, { "x-unknown": "1" });
    t.same([fast.via, route.via], ["fast path", "route"], path);
    t.same(comparable(fast), comparable(route));
    const conditional = { "if-none-match": `"other", ${fast.headers.etag}` };
    const unchanged = await watch(path, conditional);
    t.match(unchanged, { via: "fast path", status: 304, body: "" });
    t.same(comparable(unchanged), comparable(await watch(path, { ...conditional, "x-unknown": "1" })));
    t.match(await watch(path, { "if-none-match": '"other"' }), { via: "fast path", status: 200 });
  }
});

t.test("requests with a credential, an origin, a body or another method do not take the fast path", async (t) => {
  const { base, watch } = await serveCachedDogs(t);
  t.match(await watch(DOGS), { via: "fast path", status: 200 });
  t.match(await watch(DOGS, { "pet-key": "sesame" }), { via: "route", status: 200 });
  t.match(await watch(DOGS, { "pet-key": "junk" }), { via: "route", status: 401 }, "a wrong credential is rejected");
  t.match(await watch(DOGS, {}, "HEAD"), { via: "route", status: 200, body: "" });
  t.match(await watch(DOGS, {}, "DELETE"), { via: "route", status: 405 });
  t.match(await watch(`${DOGS}?`), { via: "route", status: 200 });
  t.match(await watch(DOGS, { origin: "https://app.example" }), { via: "route", status: 200 });
  t.match(await sendRaw(base, `GET ${DOGS} HTTP/1.1\r\nconnection: close\r\n\r\n`), /^HTTP\/1\.1 400 /, "no Host");
  const withBody = `GET ${DOGS} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`;
  t.match(await sendRaw(base, withBody), /^HTTP\/1\.1 200 /);
});

t.test("no request takes the fast path when CORS adds header fields", async (t) => {
  for (const [origin, added] of [
    ["*", { "access-control-allow-origin": "*" }],
    ["https://app.example", { vary: /Origin/ }],
  ] as const) {
    const { watch } = await serveCachedDogs(t, { origins: [origin] });
    t.match(await watch(DOGS), { via: "route", headers: added });
  }
});

t.test("the fast path sends a request id and writes a log line, like a route", async (t) => {
  const { watch, log } = await serveCachedDogs(t);
  const own = await watch(DOGS, { "x-request-id": "mine-1" });
  t.equal(own.headers["x-request-id"], "mine-1");
  const invalid = await watch(PAGE, { "x-request-id": "not valid!" });
  t.match(invalid.headers["x-request-id"], /^[0-9a-f-]{36}$/);
  t.same([own.via, invalid.via], ["fast path", "fast path"]);
  const conditional = { "if-none-match": String(own.headers.etag), "x-request-id": "mine-2" };
  t.equal((await watch(DOGS, conditional)).via, "fast path");
  const lines = log.slice(-3).map((line) => JSON.parse(line));
  const line = { level: 30, msg: "request completed", method: "GET", path: DOGS, operation: "listDogs", ms: Number };
  t.match(lines, [
    { ...line, reqId: "mine-1", status: 200 },
    { ...line, reqId: String, status: 200 },
    { ...line, reqId: "mine-2", status: 304 },
  ]);
});

t.test("pipelined requests get their responses in order", async (t) => {
  const { base } = await serveCachedDogs(t);
  const request = (path: string, last = "") => `GET ${path} HTTP/1.1\r\nhost: a\r\n${last}\r\n`;
  const paths = [DOGS, PAGE, "/pets/unknown", DOGS];
  const responses = await sendRaw(
    base,
    paths.map((path) => request(path)).join("") + request(PAGE, "connection: close\r\n"),
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

/** Counts all requests together, after a turn of the event loop. `fails`: whether it can't. */
function slowCounter() {
  const counter = {
    count: 0,
    refunds: 0,
    fails: false,
    async hit() {
      await setImmediate();
      if (counter.fails) throw new Failure("unavailable", "no database");
      counter.count += 1;
      return { count: counter.count, endsAt: 60_000, remainingMs: 60_000 };
    },
    refund() {
      counter.refunds += 1;
    },
  };
  return counter;
}

t.test("the fast path waits for a counter that takes a query; what it can't count, the route rejects", async (t) => {
  const counter = slowCounter();
  const callerLimit = new CallerLimit({ limit: 2, counter });
  // Without a limit until the cache is filled.
  counter.count = -10;
  const { watch } = await serveCachedDogs(t, { callerLimit, accountIdOf: () => 1 });
  counter.count = 0;
  for (const remaining of ["1", "0"])
    t.match(await watch(DOGS), { via: "fast path", status: 200, headers: { "x-ratelimit-remaining": remaining } });
  t.match(await watch(DOGS), { via: "route", status: 429, headers: { "x-ratelimit-remaining": "0" } });
  counter.fails = true;
  t.match(await watch(DOGS), { via: "route", status: 503 });
  t.equal(counter.refunds, 0);
});

t.test("the fast path refunds a request that is free", async (t) => {
  const counter = slowCounter();
  const callerLimit = new CallerLimit({ limit: 100, counter });
  const { watch } = await serveCachedDogs(t, { callerLimit, accountIdOf: () => 1, freeOperations: ["listDogs"] });
  const { count, refunds } = counter;
  t.match(await watch(DOGS), { via: "fast path", headers: { "x-ratelimit-remaining": `${100 - count}` } });
  t.same([counter.count, counter.refunds], [count + 1, refunds + 1]);
});

t.test("a client that disconnects while its request is counted harms nobody", async (t) => {
  const counter = slowCounter();
  const [asked, disconnected] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { hit } = counter;
  const { base } = await serveCachedDogs(t, {
    callerLimit: new CallerLimit({ limit: 100, counter: { ...counter, hit: () => counter.hit() } }),
    accountIdOf: () => 1,
  });
  counter.hit = async () => {
    asked.resolve();
    await disconnected.promise;
    return hit();
  };
  const aborted = new AbortController();
  const request = fetch(base + DOGS, { signal: aborted.signal });
  await asked.promise;
  aborted.abort();
  await t.rejects(request, { name: "AbortError" });
  counter.hit = hit;
  disconnected.resolve();
  t.equal((await fetch(base + DOGS)).status, 200);
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
