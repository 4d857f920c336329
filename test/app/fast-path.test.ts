import t, { type Test } from "tap";
import { openApp } from "../support/app.ts";
import { createPerson } from "../support/people.ts";

// What the settings of the application, and its rate limits, have to do with the fast path of the contract layer, on
// which cached responses to public operations are sent before Fastify sees the request.

/** Opens a server with a product in its cache. */
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
    body: { name: "Lamp", price: 1 },
  });
  const lamp = `/api/products/${(body as { id: string }).id}`;
  // The second request caches the response.
  for (let time = 0; time < 3; time++) await app.send("GET", lamp);
  return {
    ...app,
    token,
    lamp,
    /** Sends a request; `via` is "route" if it reached Fastify. */
    async watch(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") {
      const before = seen;
      const response = await app.send(method, path, { headers });
      return { response, via: seen > before ? "route" : "fast path" };
    },
  };
}

t.test("requests on the fast path count against the rate limit of their network", async (t) => {
  const settings = { COLLECTIONS_LIMIT_PER_MINUTE: "20", TRUST_PROXY: "127.0.0.1" };
  const { watch, send, token } = await openWithLamp(t, settings);
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await send("POST", "/rest/v1/collection", { headers, body: { public: true } });
  // The response was checked against the contract.
  const path = `/rest/v1/collection/${(body as { item: { _id: number } }).item._id}`;
  const from = (address: string) => watch(path, { "x-forwarded-for": address });
  for (const via of ["route", "route", "fast path", "fast path"]) t.match(await from("192.0.2.1"), { via });
  for (let left = 15; left >= 0; left--) {
    // The port in X-Forwarded-For is ignored.
    const { via, response } = await from("192.0.2.1:80");
    t.equal(via, "fast path");
    t.match(Object.fromEntries(response.headers), {
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": `${left}`,
      "ratelimit-remaining": `${left}`,
      "ratelimit-policy": '"collections";q=20;w=60',
      ratelimit: `"collections";r=${left};t=60`,
      "x-ratelimit-reset": String(Date.UTC(2026, 0, 1, 12, 1) / 1000),
    });
  }
  t.match(await from("192.0.2.1"), { via: "route", response: { status: 429 } });
  t.match(await from("192.0.2.2"), { via: "fast path", response: { status: 200 } });
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

t.test("a cache size of 0 disables the fast path", async (t) => {
  const { watch, lamp } = await openWithLamp(t, { RESPONSE_CACHE_MIB: "0" });
  t.match(await watch(lamp), { via: "route", response: { status: 200 } });
});
