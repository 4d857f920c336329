import t, { type Test } from "tap";
import { sendRaw } from "#contract/test/raw";
import { formOf } from "../../harness/forms.ts";
import { pngOf } from "../../harness/pictures.ts";
import { openApp, type Received, type TestApp } from "../support/app.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";

const PERSONAL = "private, no-cache";
const PUBLIC = "no-cache";

/** Paths whose responses come from different parts of the server. */
const PATHS = [
  "/",
  "/docs/",
  "/docs/catalogue",
  "/assets/another-version/design.css",
  "/account/sign-in",
  "/account/api-keys",
  "/account/nowhere",
  "/openapi/catalogue.yaml",
  "/health/live",
  "/health/ready",
  "/nowhere",
  "/%ff",
  "/api/nowhere",
  "/api/products",
  "/api/products?limit=1",
  "/api/products?limit=0",
  "/api/v1/users.json",
  "/rest/v1/collections",
  "/rest/v1/cover/unknown",
];

async function openAsAnn(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const app = await openApp(t, settings);
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  return { app, ann, key: await createKey(app, ann.id) };
}

/** The status of a response, and the header fields that control caching. */
function cachingOf({ status, headers }: Received) {
  return [status, headers.get("cache-control"), headers.get("vary")];
}

for (const [baseUrl, expected] of [
  ["http://triptych.test", null],
  ["https://triptych.test", "max-age=31536000"],
] as const) {
  t.test(`${baseUrl}: every response has nosniff; Strict-Transport-Security is ${expected ?? "absent"}`, async (t) => {
    const app = await openApp(t, { BASE_URL: baseUrl });
    const check = (name: string, headers: Headers) => {
      t.equal(headers.get("x-content-type-options"), "nosniff", name);
      t.equal(headers.get("strict-transport-security"), expected, name);
    };
    for (const path of PATHS) {
      for (const method of ["GET", "HEAD", "POST"]) check(`${method} ${path}`, (await app.send(method, path)).headers);
      const headers = { "if-none-match": "*", accept: "text/html" };
      check(`GET ${path} with If-None-Match`, (await app.send("GET", path, { headers })).headers);
    }
    for (const path of ["/", "/api/products", "/api/v1/users.json"]) {
      const [head = ""] = (await sendRaw(app.base, `GET ${path} HTTQ/1.1\r\n\r\n`)).split("\r\n\r\n");
      const fields = head.split("\r\n").slice(1);
      check(`malformed ${path}`, new Headers(fields.map((field) => field.split(": ", 2) as [string, string])));
    }
  });
}

t.test("catalogue: Cache-Control and Vary depend on whether the request has a token", async (t) => {
  const { app, ann } = await openAsAnn(t);
  const { headers: created } = await app.send("POST", "/api/products", {
    token: ann.token,
    body: { name: "Lamp", price: 1 },
  });
  const path = created.get("location") ?? "";
  for (const target of [path, "/api/products", "/api/products?limit=1"]) {
    t.same(cachingOf(await app.send("GET", target)), [200, PUBLIC, "auth-token"], target);
    t.same(cachingOf(await app.send("GET", target, { token: ann.token })), [200, PERSONAL, "auth-token"], target);
  }
  const unchanged = { headers: { "if-none-match": "*" } };
  t.same(cachingOf(await app.send("GET", path, unchanged)), [304, PUBLIC, "auth-token"]);
  t.same(cachingOf(await app.send("GET", path, { ...unchanged, token: ann.token })), [304, PERSONAL, "auth-token"]);
  t.same(cachingOf(await app.send("GET", path, { token: "junk" })), [401, PUBLIC, "auth-token, Accept"]);
  t.same(cachingOf(await app.send("POST", "/api/products", { token: ann.token })), [
    400,
    PERSONAL,
    "auth-token, Accept",
  ]);
  t.same(cachingOf(await app.send("GET", "/api/nowhere")), [404, PUBLIC, "auth-token, Accept"]);
  const login = await app.send("POST", "/api/user/login", { body: { email: ann.email, password: ann.password } });
  t.same(cachingOf(login), [200, "no-store", "auth-token"]);
});

t.test("user administration: responses are private and vary by X-Auth-Token", async (t) => {
  const { app, ann, key } = await openAsAnn(t);
  const user = `/api/v1/users/${ann.id}.json`;
  t.same(cachingOf(await app.send("GET", user, { key })), [200, PERSONAL, "X-Auth-Token"]);
  const unchanged = await app.send("GET", user, { key, headers: { "if-none-match": "*" } });
  t.same(cachingOf(unchanged), [304, PERSONAL, "X-Auth-Token"]);
  t.same(cachingOf(await app.send("PATCH", user, { key, body: {} })), [200, PERSONAL, "X-Auth-Token"]);
  t.same(cachingOf(await app.send("GET", "/api/v1/users/9.json", { key })), [404, PERSONAL, "X-Auth-Token, Accept"]);
  t.same(cachingOf(await app.send("GET", user)), [401, PUBLIC, "X-Auth-Token, Accept"]);
});

t.test("collections: responses vary by Authorization; covers may be cached for a year", async (t) => {
  const { app, ann, key } = await openAsAnn(t);
  const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const body = { title: "Open", public: true };
  for (const token of [ann.token, key]) {
    const created = await app.send("POST", "/rest/v1/collection", { ...as(token), body });
    t.same(cachingOf(created), [200, PERSONAL, "Origin, Authorization"]);
    t.same(cachingOf(await app.send("GET", "/rest/v1/collections", as(token))), [
      200,
      PERSONAL,
      "Origin, Authorization",
    ]);
  }
  t.same(cachingOf(await app.send("GET", "/rest/v1/collection/1", as(key))), [200, PERSONAL, "Origin, Authorization"]);
  t.same(cachingOf(await app.send("GET", "/rest/v1/collection/1")), [200, PUBLIC, "Origin, Authorization"]);

  const form = await formOf({ bytes: await pngOf(1, 1, "#ff0000") });
  const covered = await app.send("PUT", "/rest/v1/collection/1/cover", {
    body: form.body,
    headers: { ...form.headers, ...as(key).headers },
  });
  const cover = /"http:\/\/triptych\.test(\/[^"]+)"/.exec(JSON.stringify(covered.body))?.[1] ?? "";
  const forever = "public, max-age=31536000, immutable";
  t.same(cachingOf(await app.send("GET", cover)), [200, forever, "Origin"]);
  t.same(cachingOf(await app.send("GET", cover, { headers: { "if-none-match": "*" } })), [304, forever, "Origin"]);
});

t.test("Vary also lists Origin where cross-origin requests are allowed", async (t) => {
  const { app, key } = await openAsAnn(t, { CORS_ORIGINS: "https://app.example" });
  const headers = { origin: "https://app.example" };
  t.same(cachingOf(await app.send("GET", "/api/products", { headers })), [200, PUBLIC, "Origin, auth-token"]);
  t.same(cachingOf(await app.send("GET", "/api/products")), [200, PUBLIC, "Origin, auth-token"]);
  t.same(cachingOf(await app.send("GET", "/api/nowhere", { headers })), [404, PUBLIC, "Origin, auth-token, Accept"]);
  t.same(cachingOf(await app.send("GET", "/api/v1/users.json", { key, headers })), [
    200,
    PERSONAL,
    "Origin, X-Auth-Token",
  ]);
});

t.test("responses of the cache and the fast path have the header fields of the first response", async (t) => {
  const { app, ann } = await openAsAnn(t, { BASE_URL: "https://triptych.test" });
  const { headers } = await app.send("POST", "/api/products", { token: ann.token, body: { name: "Lamp", price: 1 } });
  const fieldsOf = async (sender: TestApp["send"], token?: string) => {
    const received = await sender("GET", headers.get("location") ?? "", { token });
    return Object.fromEntries([...received.headers].filter(([name]) => name !== "x-request-id" && name !== "date"));
  };
  for (const token of [undefined, ann.token]) {
    const first = await fieldsOf(app.send, token);
    t.match(first, { vary: "auth-token", "x-content-type-options": "nosniff" });
    for (const name of ["second", "third", "fourth"]) t.same(await fieldsOf(app.send, token), first, name);
  }
});
