import t, { type Test } from "tap";
import type { Origins } from "../src/server/cors.ts";
import { servePets } from "./support/pets.ts";

const PAGE = "https://app.example";
const OTHER = "https://other.example";
const PREFLIGHT = { "access-control-request-method": "PUT", "access-control-request-headers": "content-type,pet-key" };

/** Serves the pet contract for pages of these origins. `send` sends a request as a page of `origin`. */
async function serveFor(t: Test, origins: Origins) {
  const { base, violations } = await servePets(t, { change: { origins } });
  return async (path: string, origin?: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, ...(origin !== undefined && { origin }) };
    const response = await fetch(`${base}${path}`, { ...init, headers });
    await response.text();
    t.same(violations, []);
    return response;
  };
}

/** The status of a response, and the origin that may read it; null when none may. */
function allowedBy({ status, headers }: Response) {
  return [status, headers.get("access-control-allow-origin")];
}

t.test("pages of the listed origins may read every response, and the header fields of the contract", async (t) => {
  const send = await serveFor(t, [PAGE, "http://localhost:8080"]);
  for (const [path, status] of [
    ["/pets/dogs", 200],
    ["/pets/dogs?limit=0", 400],
    ["/pets/unknown", 404],
  ] as const) {
    t.same(allowedBy(await send(path, PAGE)), [status, PAGE], path);
    t.same(allowedBy(await send(path, "http://localhost:8080")), [status, "http://localhost:8080"]);
    t.same(allowedBy(await send(path, OTHER)), [status, null]);
    t.same(allowedBy(await send(path)), [status, null]);
  }
  const { headers } = await send("/pets/dogs", PAGE);
  t.match(headers.get("vary"), /\bOrigin\b/);
  t.equal(headers.get("access-control-allow-credentials"), null, "no cookies");
  const exposed = headers.get("access-control-expose-headers")?.toLowerCase().split(", ");
  t.same(exposed?.sort(), ["allow", "etag", "location", "retry-after", "www-authenticate", "x-request-id"]);
});

t.test("preflights need no credential", async (t) => {
  const send = await serveFor(t, [PAGE]);
  const { status, headers } = await send("/pets/dogs/1", PAGE, { method: "OPTIONS", headers: PREFLIGHT });
  t.equal(status, 204);
  t.equal(headers.get("access-control-allow-origin"), PAGE);
  t.same(headers.get("access-control-allow-methods")?.split(", ").sort(), ["DELETE", "GET", "POST", "PUT"]);
  t.equal(headers.get("access-control-allow-headers"), "content-type,pet-key");
  t.equal(headers.get("access-control-max-age"), "600");
  const other = await send("/pets/dogs", OTHER, { method: "OPTIONS", headers: PREFLIGHT });
  t.equal(other.headers.get("access-control-allow-origin"), null);
});

t.test("an OPTIONS request that is no preflight gets 405 or 404, as does each without origins", async (t) => {
  for (const origins of [[], [PAGE]]) {
    const send = await serveFor(t, origins);
    const { status, headers } = await send("/pets/dogs", PAGE, { method: "OPTIONS" });
    t.same([status, headers.get("allow")], [405, "GET, HEAD, POST"]);
    t.equal((await send("/pets/unknown", PAGE, { method: "OPTIONS" })).status, 404);
  }
  const send = await serveFor(t, []);
  t.equal((await send("/pets/dogs", PAGE, { method: "OPTIONS", headers: PREFLIGHT })).status, 405);
  t.same(allowedBy(await send("/pets/dogs", PAGE)), [200, null]);
});

t.test("* and any allow every origin; with any, browsers get their own, and only requests with one", async (t) => {
  const all = await serveFor(t, ["*"]);
  t.same(allowedBy(await all("/pets/dogs", OTHER)), [200, "*"]);
  t.same(allowedBy(await all("/pets/dogs")), [200, "*"]);
  const any = await serveFor(t, "any");
  t.same(allowedBy(await any("/pets/dogs", "app://obsidian.md")), [200, "app://obsidian.md"]);
  t.same(allowedBy(await any("/pets/dogs")), [200, null]);
});
