import t, { type Test } from "tap";
import * as apiKeys from "../../../src/accounts/api-keys.ts";
import { engineOf } from "../../../src/database/engine.ts";
import { openApp, type SendOptions } from "../../support/app.ts";
import { openTestDatabase } from "../../support/databases.ts";
import { sendRawJson } from "../../support/error-table.ts";
import { BASE, openLibrary } from "../../support/library.ts";
import { createKey } from "../../support/people.ts";
import { remainingIn } from "../../support/rate-limit.ts";

const MINUTE = 60_000;

/** Opens a server behind a proxy, with Ann and Bob. `from` sends a request from an address. */
async function openLimited(t: Test, limit: number, settings: Readonly<Record<string, string>> = {}) {
  const library = await openLibrary(t, {
    COLLECTIONS_LIMIT_PER_MINUTE: String(limit),
    TRUST_PROXY: "127.0.0.1",
    ...settings,
  });
  return {
    ...library,
    from: (address: string, credential?: string, path = "/user") =>
      library.send("GET", BASE + path, {
        headers: { "x-forwarded-for": address, ...(credential && { authorization: `Bearer ${credential}` }) },
      }),
  };
}

t.test("requests count per account, whichever token, key or network they use", async (t) => {
  const { app, ann, bob, from } = await openLimited(t, 4);
  const key = await createKey(app, ann.id);
  t.equal(remainingIn(await from("192.0.2.1", ann.token)), 3);
  t.equal(remainingIn(await from("192.0.2.1", key)), 2);
  t.equal(remainingIn(await from("192.0.2.2", key)), 1);
  t.equal(remainingIn(await from("192.0.2.2", ann.token)), 0);
  const limited = await from("192.0.2.3", ann.token);
  t.match(limited, { status: 429, body: { result: false, error: "rate_limit", status: 429 } });
  t.equal((await from("192.0.2.1", key)).status, 429);
  t.match(await from("192.0.2.1", bob.token), { status: 200 }, "another account is not affected");
  t.equal(remainingIn(await from("192.0.2.1")), 3, "nor is the network, for which only unauthenticated requests count");
});

t.test("the response headers have the limit, the remaining requests and the time of the reset", async (t) => {
  const { ann, app } = await openLimited(t, 2);
  app.advanceClock(17_500);
  const first = await ann.request("GET", "/user");
  const reset = String((app.context.clock() + 42_500) / 1000);
  t.match(Object.fromEntries(first.headers), {
    "x-ratelimit-limit": "2",
    "x-ratelimit-remaining": "1",
    "ratelimit-remaining": "1",
    "x-ratelimit-reset": reset,
    "ratelimit-policy": '"collections";q=2;w=60',
    ratelimit: '"collections";r=1;t=43',
  });
  await ann.request("GET", "/user");
  const limited = await ann.request("GET", "/user");
  t.match(limited, { status: 429, body: { errorMessage: "Too many requests. Try again in 43 seconds." } });
  t.match(Object.fromEntries(limited.headers), {
    "x-ratelimit-limit": "2",
    "x-ratelimit-remaining": "0",
    "ratelimit-remaining": "0",
    "x-ratelimit-reset": reset,
    "ratelimit-policy": '"collections";q=2;w=60',
    ratelimit: '"collections";r=0;t=43',
    "retry-after": "43",
  });
  app.advanceClock(42_499);
  t.equal((await ann.request("GET", "/user")).headers.get("retry-after"), "1");
  app.advanceClock(1);
  t.equal(remainingIn(await ann.request("GET", "/user")), 1, "a new minute has begun");
});

t.test("every authenticated response has the rate limit headers, and every request counts once", async (t) => {
  const { ann, send } = await openLimited(t, 100);
  const mine = { authorization: `Bearer ${ann.token}` };
  const { headers: read } = await ann.request("GET", "/collections");
  const etag = read.get("etag") ?? "";
  const requests: [number, string, string, SendOptions][] = [
    [200, "GET", "/collections", {}],
    [200, "HEAD", "/collections", {}],
    [304, "GET", "/collections", { headers: { "if-none-match": etag } }],
    [400, "GET", "/raindrops/0?perpage=many", {}],
    [400, "POST", "/collection", { body: "{" }],
    [404, "GET", "/collection/4711", {}],
    [404, "GET", "/nowhere", {}],
    [400, "GET", "/%ff", {}],
    [405, "PATCH", "/collections", {}],
    [413, "POST", "/collection", { body: { title: "x".repeat(1024 * 1024) } }],
    [415, "POST", "/collection", { body: "x", headers: { "content-type": "text/plain" } }],
  ];
  let remaining = remainingIn(await ann.request("GET", "/user"));
  for (const [status, method, path, { headers, body }] of requests) {
    const response = await send(method, BASE + path, { body, headers: { ...mine, ...headers } });
    remaining -= 1;
    t.match({ status: response.status, remaining: remainingIn(response) }, { status, remaining }, `${method} ${path}`);
    t.ok(response.headers.has("x-ratelimit-reset"));
  }
});

t.test("every anonymous response has the rate limit headers, and every request counts once", async (t) => {
  const { app, send } = await openLimited(t, 100, { CORS_ORIGINS: "https://app.example" });
  const origin = { origin: "https://app.example" };
  let remaining = remainingIn(await send("GET", `${BASE}/user`));
  const requests: [number, string, SendOptions][] = [
    [401, "GET", {}],
    [401, "GET", { headers: { authorization: "Bearer wrong" } }],
    [401, "GET", { headers: { authorization: "junk" } }],
    [405, "OPTIONS", { headers: origin }],
  ];
  for (const [status, method, options] of requests) {
    const response = await send(method, `${BASE}/user`, options);
    remaining -= 1;
    t.match({ status: response.status, remaining: remainingIn(response) }, { status, remaining }, `${status}`);
  }
  const preflight = { ...origin, "access-control-request-method": "PUT" };
  t.equal((await send("OPTIONS", `${BASE}/user`, { headers: preflight })).status, 204, "a preflight does not count");
  const exposed = (await send("GET", `${BASE}/user`, { headers: origin })).headers.get("access-control-expose-headers");
  for (const name of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "RateLimit-Remaining"])
    t.ok(exposed?.includes(name), name);
  // For the request above.
  remaining -= 1;
  for (const request of [
    `GET ${BASE}/user HTTQ/1.1\r\n\r\n`,
    `GET ${BASE}/user HTTP/1.1\r\nX: ${"x".repeat(17_000)}\r\n\r\n`,
  ]) {
    remaining -= 1;
    t.equal(remainingIn(await sendRawJson(app, request)), remaining, "a malformed request counts for its network");
  }
});

t.test("preflights are not limited", async (t) => {
  const { send } = await openLimited(t, 1, { CORS_ORIGINS: "https://app.example" });
  const headers = { origin: "https://app.example", "access-control-request-method": "PUT" };
  for (let times = 0; times < 3; times++)
    t.equal((await send("OPTIONS", `${BASE}/collections`, { headers })).status, 204);
  t.equal((await send("GET", `${BASE}/collections`)).status, 401);
  t.equal((await send("OPTIONS", `${BASE}/collections`, { headers })).status, 204);
});

t.test(
  "wrong credentials count for the network; beyond its limit, only credentials that were valid before are verified",
  async (t) => {
    const { app, ann, bob, from } = await openLimited(t, 3);
    t.equal((await from("192.0.2.1", ann.token)).status, 200);
    for (const left of [2, 1, 0]) {
      const rejected = await from("192.0.2.1", `wrong-${left}`);
      t.match({ status: rejected.status, left: remainingIn(rejected) }, { status: 401, left });
    }
    t.equal((await from("192.0.2.1", "wrong")).status, 429);
    t.equal((await from("192.0.2.1")).status, 429);
    await app.context.database.schema.alterTable("accounts").renameTo("moved").execute();
    t.equal((await from("192.0.2.1", bob.token)).status, 429, "rejected without a query");
    await app.context.database.schema.alterTable("moved").renameTo("accounts").execute();
    t.equal((await from("192.0.2.1", ann.token)).status, 200, "a credential that was valid before is accepted");
    t.equal((await from("192.0.2.2", bob.token)).status, 200, "other networks are not affected");
    app.advanceClock(MINUTE);
    t.equal((await from("192.0.2.1", bob.token)).status, 200);
  },
);

t.test("a credential that is no longer valid counts for the network, not for its account", async (t) => {
  const { app, ann, from } = await openLimited(t, 5);
  const key = await createKey(app, ann.id);
  t.equal(remainingIn(await from("192.0.2.1", key)), 4);
  const [{ id } = { id: 0 }] = await apiKeys.list(app.context.database, ann.id);
  await apiKeys.revoke(app.context.database, app.context.clock, ann.id, id);
  for (const left of [4, 3, 2, 1, 0]) {
    const rejected = await from("192.0.2.1", key);
    t.match({ status: rejected.status, left: remainingIn(rejected) }, { status: 401, left });
  }
  t.equal((await from("192.0.2.1", key)).status, 429);
  t.equal(
    remainingIn(await from("192.0.2.2", ann.token)),
    3,
    "only the first request with the key counted for the account",
  );
});

t.test("of 500 parallel requests with a new token, exactly the limit is accepted", async (t) => {
  const { from, ann } = await openLimited(t, 200);
  const responses = await Promise.all(Array.from({ length: 500 }, () => from("192.0.2.1", ann.token)));
  t.equal(responses.filter(({ status }) => status === 200).length, 200);
  t.equal(responses.filter(({ status }) => status === 429).length, 300);
});

t.test("counting requests needs no query, or one for servers that share a database", async (t) => {
  let queries = 0;
  const database = (await openTestDatabase(t)).withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries += 1;
      return result;
    },
  });
  const { send, context } = await openApp(t, { COLLECTIONS_LIMIT_PER_MINUTE: "10" }, { database });
  for (const worker of [context.cleanup, context.imports, context.retention, context.webhooks]) await worker.close();
  queries = 0;
  for (let times = 0; times < 10; times++) t.equal((await send("GET", `${BASE}/nowhere`)).status, 404);
  t.equal((await send("GET", `${BASE}/nowhere`)).status, 429);
  // One for each request, and one that deletes expired counts.
  t.equal(queries, engineOf(database).isShared ? 12 : 0);
});

t.test("paths outside /rest/v1 are not limited, and their responses have no rate limit headers", async (t) => {
  const { send } = await openApp(t, { COLLECTIONS_LIMIT_PER_MINUTE: "1" });
  for (const path of ["/api/products", "/rest/v1x", "/health/live"]) {
    const { headers } = await send("GET", path);
    t.equal(headers.get("ratelimit-remaining"), null, path);
  }
  t.equal((await send("GET", `${BASE}/user`)).status, 401);
  t.equal((await send("GET", `${BASE}/user`)).status, 429);
  t.equal((await send("GET", "/api/products")).status, 200);
});

t.test("pictures of covers cost nothing; beyond the limit they are rejected like all others", async (t) => {
  const { from } = await openLimited(t, 2);
  const get = (path: string) => from("192.0.2.1", undefined, path);
  const [icon, cover] = ["/icon/book.png", `/cover/${"a".repeat(22)}`];
  t.equal(remainingIn(await get("/user")), 1);
  for (let time = 0; time < 4; time++) {
    for (const [path, status] of [
      [icon, 200],
      [cover, 404],
    ] as const) {
      const received = await get(path);
      t.match({ status: received.status, remaining: remainingIn(received) }, { status, remaining: 1 });
    }
  }
  for (const status of [401, 429]) t.equal((await get("/user")).status, status);
  for (const path of [icon, cover]) t.equal((await get(path)).status, 429);
});
