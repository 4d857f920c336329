import t from "tap";
import { PROBLEM_MEDIA_TYPE as PROBLEM } from "#contract/media-types";
import { sendRaw } from "#contract/test/raw";
import { CODES } from "../../src/api/problem.ts";
import { openApp } from "../support/app.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";

const app = await openApp(t);
const ann = await createPerson(app, "Ann");
await setLevel(app, ann.id, 4);
const CREDENTIALS = {
  "auth-token": ann.token,
  authorization: `Bearer ${ann.token}`,
  "x-auth-token": await createKey(app, ann.id),
};

/** Sends a request as Ann that accepts problem details. */
async function problemOf(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const received = await app.send(method, path, { body, headers: { ...CREDENTIALS, accept: PROBLEM, ...headers } });
  t.equal(received.headers.get("content-type"), `${PROBLEM}; charset=utf-8`, `${method} ${path}`);
  t.match(received.body, { status: received.status, requestId: received.headers.get("x-request-id") });
  return received.body;
}

for (const [accept, isProblem] of [
  [PROBLEM, true],
  [`${PROBLEM}; charset=utf-8`, true],
  [PROBLEM.toUpperCase(), true],
  [`${PROBLEM}, */*`, true],
  [`${PROBLEM}, application/json;q=0.9`, true],
  [`application/json;q=0.5, ${PROBLEM};q=0.6`, true],
  [`${PROBLEM}, application/json`, true],
  ["application/json;q=0, */*", true],
  [undefined, false],
  ["", false],
  ["*/*", false],
  ["application/*", false],
  ["application/json", false],
  [`application/json, ${PROBLEM}`, false],
  [`application/json, ${PROBLEM};q=0.9`, false],
  [`${PROBLEM};q=0`, false],
  [`${PROBLEM};q=0, text/html`, false],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false],
  ["text/html", false],
  ["not a type", false],
  [`${PROBLEM}, ${"a/b, ".repeat(1_000)}`, false],
] as const) {
  t.test(`a failure is ${isProblem ? "problem details" : "JSON"} for Accept: ${accept?.slice(0, 80)}`, async (t) => {
    for (const path of ["/api/nowhere", "/api/v1/nowhere", "/rest/v1/nowhere"]) {
      const headers = accept === undefined ? "" : `Accept: ${accept}\r\n`;
      const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: test\r\n${headers}Connection: close\r\n\r\n`;
      const response = await sendRaw(app.base, request);
      const type = isProblem ? PROBLEM : "application/json";
      t.match(response, `\r\ncontent-type: ${type}; charset=utf-8\r\n`, path);
      t.match(response, /\r\nvary: (Origin, )?[\w-]+, Accept\r\n/i, path);
    }
  });
}

t.test("problem details have a type, the code of the contract, and the invalid fields", async (t) => {
  t.match(await problemOf("POST", "/api/products", { name: "Lamp", price: "1" }), {
    type: "/docs/errors#invalid",
    title: "Bad Request",
    status: 400,
    detail: "The body is not valid: /price must be number.",
    code: "invalid",
    errors: [{ pointer: "/price", detail: "must be number" }],
  });
  t.match(await problemOf("GET", "/api/products?limit=0"), { errors: [{ pointer: "/limit", detail: "must be >= 1" }] });
  const user = { name: "Bo", locale: "en", active: true, user_level: 1, password: "a long password" };
  t.match(
    await problemOf("POST", "/api/v1/users.json", { ...user, email_address: "b@x.test", password_confirmation: "x" }),
    {
      type: "/docs/errors#invalid",
      title: "Unprocessable Entity",
      status: 422,
      detail: "The two passwords differ.",
      code: "invalid",
      errors: [{ pointer: "/password_confirmation", detail: "must equal password" }],
    },
  );
  t.match(await problemOf("POST", "/rest/v1/collection", { view: "bla" }), {
    type: "/docs/errors#invalid",
    detail: "Collection validation failed: view: `bla` is not a valid enum value for path `view`.",
    code: "view",
    errors: [{ pointer: "/view" }],
  });
  t.match(await problemOf("PUT", "/rest/v1/user", { email: "" }), { code: "1", detail: "email required" });
  t.match(await problemOf("GET", "/rest/v1/collection/4711"), { type: "/docs/errors#not-found", code: "not_found" });
});

t.test("failures of the framework are problem details", async (t) => {
  for (const base of ["/api", "/api/v1", "/rest/v1"])
    t.match(await problemOf("GET", `${base}/nowhere`), { status: 404, code: "not_found", errors: [] });
  const large = JSON.stringify({ name: "x".repeat(1024 * 1024) });
  for (const [path, list] of [
    ["/api/products", "/api/products"],
    ["/api/v1/users.json", "/api/v1/users.json"],
    ["/rest/v1/collection", "/rest/v1/collections"],
  ] as const) {
    t.match(await problemOf("PATCH", list), { status: 405, type: "/docs/errors#wrong-method" });
    t.match(await problemOf("POST", path, large), { status: 413, type: "/docs/errors#too-large" });
    t.match(await problemOf("POST", path, "{"), { status: 400, detail: "The body is not valid JSON." });
    t.match(await problemOf("POST", path, "{}", { "content-type": "text/plain" }), { status: 415 });
  }
  t.match(await problemOf("GET", "/api/products/%ff"), { detail: "The path is not percent-encoded UTF-8." });
});

t.test("malformed requests get JSON", async (t) => {
  for (const [request, status] of [
    [`GET /api/products HTTQ/1.1\r\nAccept: ${PROBLEM}\r\n\r\n`, 400],
    [`GET /rest/v1/user HTTP/1.1\r\nAccept: ${PROBLEM}\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n`, 431],
  ] as const) {
    const response = await sendRaw(app.base, request);
    t.match(response, `HTTP/1.1 ${status} `);
    t.match(response, "\r\ncontent-type: application/json; charset=utf-8\r\n");
  }
});

t.test("Accept does not affect a success or its entity tag", async (t) => {
  const headers = { ...CREDENTIALS, accept: PROBLEM };
  for (const path of ["/api/products?limit=1", "/api/v1/users.json", "/rest/v1/collections"]) {
    const first = await app.send("GET", path, { headers: CREDENTIALS });
    const second = await app.send("GET", path, { headers });
    t.equal(second.headers.get("content-type"), "application/json; charset=utf-8", path);
    t.equal(second.headers.get("etag"), first.headers.get("etag"), path);
    t.notMatch(second.headers.get("vary"), "Accept", path);
    const etag = String(first.headers.get("etag"));
    t.equal((await app.send("GET", path, { headers: { ...headers, "if-none-match": etag } })).status, 304, path);
  }
});

t.test("the type of each failure is an anchor of the page about errors", async (t) => {
  const { status, body } = await app.send("GET", "/docs/errors");
  t.equal(status, 200);
  const anchors = new Set([...String(body).matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));
  // No operation needs If-Match.
  for (const [kind, code] of Object.entries(CODES).filter(([kind]) => kind !== "preconditionRequired"))
    t.ok(anchors.has(code.replaceAll("_", "-")), kind);
});
