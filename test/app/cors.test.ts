import t from "tap";
import { openApp, type Send } from "../support/app.ts";
import { openUsers, USERS } from "../support/users.ts";

const PAGE = "https://app.example";

const PREFLIGHT = {
  origin: PAGE,
  "access-control-request-method": "PUT",
  "access-control-request-headers": "content-type,x-auth-token",
};

/** The status of a response, and the origin that may read it; null when none may. */
async function allowedBy(send: Send, path: string, origin: string, method = "GET") {
  const { status, headers } = await send(method, path, { headers: { origin } });
  return { status, origin: headers.get("access-control-allow-origin") };
}

t.test("allows listed origins, and exposes the header fields of the contract", async (t) => {
  const { send } = await openApp(t, { CORS_ORIGINS: `${PAGE}, http://localhost:8080` });
  for (const [path, status] of [
    ["/api/products", 200],
    ["/api/unknown", 404],
    ["/api/v1/users.json", 401],
    ["/rest/v1/collections", 401],
  ] as const) {
    t.same(await allowedBy(send, path, PAGE), { status, origin: PAGE }, path);
    t.same(await allowedBy(send, path, "http://localhost:8080"), { status, origin: "http://localhost:8080" });
    t.same(await allowedBy(send, path, "https://other.example"), { status, origin: null });
  }
  const { headers } = await send("GET", "/api/products", { headers: { origin: PAGE } });
  t.equal(headers.get("vary"), "Origin, auth-token");
  t.equal(headers.get("access-control-allow-credentials"), null, "no cookies");
  const exposed = headers.get("access-control-expose-headers")?.toLowerCase().split(", ") ?? [];
  for (const name of ["etag", "location", "x-request-id", "retry-after"]) t.ok(exposed.includes(name), name);
});

t.test("allows a page to read a 429", async (t) => {
  const { send, key } = await openUsers(t, { CORS_ORIGINS: PAGE, RATE_LIMIT_PER_HOUR: "1" });
  await send("GET", USERS, { key });
  t.same(await allowedBy(send, USERS, PAGE), { status: 429, origin: PAGE });
});

t.test("the other APIs send no CORS header fields and reject preflights when no origins are set", async (t) => {
  const { send } = await openApp(t);
  t.same(await allowedBy(send, "/api/products", PAGE), { status: 200, origin: null });
  const { status, headers } = await send("OPTIONS", "/api/products", { headers: PREFLIGHT });
  t.equal(status, 405);
  t.equal(headers.get("vary"), "auth-token, Accept");
});

t.test("the collections API allows any origin by default, also app://obsidian.md", async (t) => {
  const { send } = await openApp(t, { COLLECTIONS_LIMIT_PER_MINUTE: "2" });
  const path = "/rest/v1/collections";
  for (const origin of [PAGE, "app://obsidian.md"]) {
    for (let times = 0; times < 3; times++) {
      const { status, headers } = await send("OPTIONS", path, {
        headers: {
          origin,
          "access-control-request-method": "GET",
          "access-control-request-headers": "authorization,content-type",
        },
      });
      t.equal(status, 204, "no token is needed, and the rate limit does not apply");
      t.equal(headers.get("access-control-allow-origin"), origin);
      t.same(headers.get("access-control-allow-methods")?.split(", ").sort(), ["DELETE", "GET", "POST", "PUT"]);
      t.equal(headers.get("access-control-allow-headers"), "authorization,content-type");
      t.equal(headers.get("access-control-allow-credentials"), null);
      t.equal(headers.get("access-control-max-age"), "600");
      t.match(headers.get("vary"), /\bOrigin\b/);
    }
  }
  const { status, headers } = await send("GET", path, { headers: { origin: PAGE } });
  t.equal(status, 401);
  t.equal(headers.get("access-control-allow-origin"), PAGE);
  t.equal(headers.get("vary"), "Origin, Authorization, Accept");
  const exposed = headers.get("access-control-expose-headers")?.toLowerCase().split(", ") ?? [];
  for (const name of ["etag", "ratelimit", "ratelimit-policy", "ratelimit-remaining", "retry-after", "x-request-id"])
    t.ok(exposed.includes(name), name);
  for (const name of ["limit", "remaining", "reset"]) t.ok(exposed.includes(`x-ratelimit-${name}`), name);
  const own = await send("GET", path);
  t.same(
    [own.headers.get("access-control-allow-origin"), own.headers.get("vary")],
    [null, "Origin, Authorization, Accept"],
  );
});

t.test("CORS_ORIGINS restricts the collections API too", async (t) => {
  for (const [origins, allowed] of [
    ["none", null],
    [PAGE, null],
    ["*", "*"],
  ] as const) {
    const { send } = await openApp(t, { CORS_ORIGINS: origins });
    const other = await allowedBy(send, "/rest/v1/collections", "https://other.example");
    t.same(other, { status: 401, origin: allowed }, origins);
  }
});
