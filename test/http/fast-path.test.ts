import type { FastifyInstance } from "fastify";
import t, { type Test } from "tap";
import { ResponseCache } from "../../src/http/cache/response-cache.ts";
import { openApp, type Received } from "../support/app.ts";
import { engine } from "../support/databases.ts";
import { join } from "../support/people.ts";
import { PetHandlers, servePets } from "../support/pets.ts";
import { sendRaw } from "../support/raw.ts";

// What is kept is answered before the framework sees the request, and nobody may notice. Answers are kept on SQLite alone; on another engine all of
// this has to hold as well, the long way.

/** A server with a product and a page that are kept, and with a count of the requests that the framework has seen. */
async function openWithLamp(t: Test, settings: Readonly<Record<string, string>> = {}) {
  let seen = 0;
  const app = await openApp(t, settings, {
    extend: (server) =>
      server.addHook("onRequest", (_request, _reply, done) => {
        seen += 1;
        done();
      }),
  });
  const { token } = await join(app, "Ann");
  const { body } = await app.send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });
  await app.send("POST", "/api/products", { token, body: { name: "Vase", price: 2 } });
  const lamp = `/api/products/${Reflect.get(Object(body), "id")}`;
  const page = "/api/products?limit=1&q=lamp%20or";
  for (let time = 0; time < 3; time++) for (const path of [lamp, page]) await app.send("GET", path);
  return {
    ...app,
    token,
    lamp,
    page,
    /** Sends a request, and tells whether the framework has seen it. */
    async watch(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") {
      const before = seen;
      const answer = await app.send(method, path, { headers });
      return { answer, way: seen > before ? "long" : "fast" };
    },
  };
}

/** An answer without what is another one each time. */
function comparable({ status, headers, body }: Received) {
  const { date, "x-request-id": id, ...rest } = Object.fromEntries(headers);
  return { status, body, headers: rest, has: [typeof date, typeof id] };
}

const FAST = engine === "sqlite" ? "fast" : "long";

t.test("what is kept is the same to every header field, whichever way it takes", async (t) => {
  const { watch, lamp, page } = await openWithLamp(t);
  for (const path of [lamp, page]) {
    const fast = await watch(path);
    const long = await watch(path, { "x-of-whatever": "1" });
    t.same([fast.way, long.way], [FAST, "long"], path);
    t.same(comparable(fast.answer), comparable(long.answer));
    const known = { "if-none-match": `"other", ${fast.answer.headers.get("etag")}` };
    const unchanged = await watch(path, known);
    t.match(unchanged, { way: FAST, answer: { status: 304, body: "" } });
    t.same(comparable(unchanged.answer), comparable((await watch(path, { ...known, "x-of-whatever": "1" })).answer));
    t.match(await watch(path, { "if-none-match": '"other"' }), { way: FAST, answer: { status: 200 } });
  }
});

t.test("a request that could be answered otherwise takes the long way", async (t) => {
  const { base, watch, lamp, token } = await openWithLamp(t);
  t.match(await watch(lamp), { way: FAST, answer: { status: 200 } });
  t.match(await watch(lamp, { "auth-token": token }), { way: "long", answer: { status: 200 } });
  const junk = await watch(lamp, { "auth-token": "junk" });
  t.match(junk, { way: "long", answer: { status: 401 } }, "a wrong credential is refused");
  t.match(await watch(lamp, {}, "HEAD"), { way: "long", answer: { status: 200, body: "" } });
  t.match(await watch(lamp, {}, "PATCH"), { way: "long", answer: { status: 405 } });
  t.match(await watch(`${lamp}?`), { way: "long", answer: { status: 200 } });
  t.match(await watch(lamp, { origin: "https://app.example" }), { way: "long", answer: { status: 200 } });
  t.match(await sendRaw(base, `GET ${lamp} HTTP/1.1\r\nconnection: close\r\n\r\n`), /^HTTP\/1\.1 400 /, "no Host");
  const withBody = `GET ${lamp} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`;
  t.match(await sendRaw(base, withBody), /^HTTP\/1\.1 200 /);
});

t.test("what hooks add to an answer is added to each: where pages may call, all takes the long way", async (t) => {
  for (const [origins, added] of [
    ["*", { "access-control-allow-origin": "*" }],
    ["https://app.example", { vary: "Origin" }],
  ] as const) {
    const { watch, lamp } = await openWithLamp(t, { CORS_ORIGINS: origins });
    const { way, answer } = await watch(lamp);
    t.equal(way, "long");
    t.match(Object.fromEntries(answer.headers), added);
  }
});

t.test("ids and log lines are those of every request", async (t) => {
  const { watch, lamp, page, log } = await openWithLamp(t);
  const own = await watch(lamp, { "x-request-id": "mine-1" });
  t.equal(own.answer.headers.get("x-request-id"), "mine-1");
  const ugly = await watch(page, { "x-request-id": "not mine!" });
  t.match(ugly.answer.headers.get("x-request-id"), /^[0-9a-f-]{36}$/);
  t.same([own.way, ugly.way], [FAST, FAST]);
  const known = { "if-none-match": String(own.answer.headers.get("etag")), "x-request-id": "mine-2" };
  t.equal((await watch(lamp, known)).way, FAST);
  const lines = log.slice(-3).map((line) => JSON.parse(line));
  const answered = { level: 30, msg: "answered", method: "GET", time: Number, ms: Number };
  t.match(lines, [
    { ...answered, reqId: "mine-1", path: lamp, operation: "getProduct", status: 200 },
    { ...answered, reqId: String, path: "/api/products", operation: "listProducts", status: 200 },
    { ...answered, reqId: "mine-2", path: lamp, operation: "getProduct", status: 304 },
  ]);
});

t.test("answers on one connection keep the order of their requests", async (t) => {
  const { base, lamp, page } = await openWithLamp(t);
  const request = (path: string, last = "") => `GET ${path} HTTP/1.1\r\nhost: a\r\n${last}\r\n`;
  const paths = [lamp, page, "/api/unknown", lamp];
  const answers = await sendRaw(
    base,
    paths.map((path) => request(path)).join("") + request(page, "connection: close\r\n"),
  );
  t.same(
    answers.match(/HTTP\/1\.1 \d+/g),
    ["200", "200", "404", "200", "200"].map((status) => `HTTP/1.1 ${status}`),
  );
});

t.test("without room nothing is kept", async (t) => {
  const { watch, lamp } = await openWithLamp(t, { RESPONSE_CACHE_MIB: "0" });
  t.match(await watch(lamp), { way: "long", answer: { status: 200 } });
});

/** A cache of something that never changes. */
function openCache() {
  return new ResponseCache(() => "always the same", 1_000_000);
}

t.test("what is answered fast is held against the contract as well", async (t) => {
  class Nameless extends PetHandlers {
    override async listDogs() {
      return { status: 200 as const, body: JSON.parse('[{ "weight": 1 }]') };
    }
  }
  const { base, mismatches } = await servePets(t, { handlers: new Nameless(), change: { cache: openCache() } });
  for (let time = 1; time <= 4; time++) {
    t.equal((await fetch(`${base}/pets/dogs`)).status, 200);
    t.equal(mismatches.length, time);
    t.match(mismatches.at(-1), { operation: "listDogs", status: 200, reasons: [/^the body .*required property/] });
  }
});

t.test("where something stands before a contract, it sees every request", async (t) => {
  let passed = 0;
  const gate = async (scope: FastifyInstance) => {
    scope.addHook("onRequest", async () => {
      passed += 1;
    });
  };
  const { base, calls } = await servePets(t, { change: { cache: openCache(), gate } });
  for (let time = 0; time < 4; time++) t.equal((await fetch(`${base}/pets/dogs`)).status, 200);
  t.equal(passed, 4, "every request passes it");
  t.equal(calls.length, 2, "although the answer is kept");
});
