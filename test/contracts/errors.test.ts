import t from "tap";
import type { components } from "../../generated/catalogue.ts";
import { openDatabase } from "../../src/database/database.ts";
import { openApp, openAppWithBrokenClock, type Received, type TestApp } from "../support/app.ts";
import { openDatabaseFile, withFullQueue } from "../support/database-file.ts";
import { type ErrorCase, sendRawJson, testErrorTable } from "../support/error-table.ts";
import { idempotencyErrors } from "../support/idempotency-errors.ts";
import { createPerson, registrationOf } from "../support/people.ts";
import { fillSlots } from "../support/slots.ts";
import { openAppAtUnreadLimit } from "../support/unread.ts";
import { addToProductCount } from "../support/usage.ts";

const UNKNOWN_PRODUCT = `/api/products/${"0".repeat(24)}`;
const ANN = registrationOf("Ann");

/** Sends a `createProduct` request as Ann. */
async function postProduct(app: TestApp, body: unknown, headers: Record<string, string> = {}): Promise<Received> {
  return app.send("POST", "/api/products", { token: (await createPerson(app, "Ann")).token, body, headers });
}

const CASES: Record<string, ErrorCase> = {
  ...idempotencyErrors("/api/products", { name: "Lamp", price: 1 }, { name: "Chair", price: 1 }),
  "400 the body is not JSON": async (t) => postProduct(await openApp(t), "{"),
  "400 the body is not UTF-8": async (t) => postProduct(await openApp(t), Uint8Array.of(0x22, 0xff, 0x22)),
  "400 the body contains an unpaired surrogate": async (t) =>
    postProduct(await openApp(t), '{"name":"\\ud800","price":1}'),
  "400 the body has too many values and field names": async (t) =>
    postProduct(await openApp(t), { name: "x", tags: Array(30_000).fill("") }),
  "400 the body is missing": async (t) => postProduct(await openApp(t), undefined),
  "400 a field of the body is invalid": async (t) => postProduct(await openApp(t), { name: "x", price: "1" }),
  "400 a number is not finite": async (t) => postProduct(await openApp(t), '{"name":"x","price":1e999}'),
  "400 a parameter is invalid": async (t) => (await openApp(t)).send("GET", "/api/products?limit=0"),
  "400 the id in the body differs from the path": async (t) => {
    const app = await openApp(t);
    return app.send("PUT", UNKNOWN_PRODUCT, {
      token: (await createPerson(app, "Ann")).token,
      body: { id: "other" },
    });
  },
  "400 the path is not percent-encoded UTF-8": async (t) => (await openApp(t)).send("GET", "/api/products/%ff"),
  "400 the header Host is missing": async (t) =>
    sendRawJson(await openApp(t), "GET /api/products HTTP/1.1\r\nConnection: close\r\n\r\n"),
  "400 the header Host is sent twice": async (t) =>
    sendRawJson(await openApp(t), "GET /api/products HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n"),
  "400 the request target is not a URL": async (t) =>
    sendRawJson(await openApp(t), "GET http://[::1/api/products HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
  "400 the request is not HTTP": async (t) => sendRawJson(await openApp(t), "GET /api/products HTTQ/1.1\r\n\r\n"),
  "401 the token is missing": async (t) => (await openApp(t)).send("POST", "/api/products", { body: "{" }),
  "401 an invalid token": async (t) => (await openApp(t)).send("POST", "/api/products", { token: "junk", body: "{" }),
  "401 an invalid token, even if the operation needs none": async (t) =>
    (await openApp(t)).send("GET", "/api/products", { token: "junk" }),
  "401 a login with an unknown address or a wrong password": async (t) =>
    (await openApp(t)).send("POST", "/api/user/login", { body: ANN }),
  "403 the user level is too low": async (t) => postProduct(await openApp(t, { CATALOGUE_WRITE_LEVEL: "4" }), {}),
  "403 the account has created too many products": async (t) => {
    const app = await openApp(t);
    const { id, token } = await createPerson(app, "Ann");
    await addToProductCount(app.context.database, id, 1_000_000);
    return app.send("POST", "/api/products", { token, body: { name: "x", price: 1 } });
  },
  "403 registration is closed": async (t) =>
    (await openApp(t, { REGISTRATION: "closed" })).send("POST", "/api/user/register", { body: ANN }),
  "404 an unknown path": async (t) => (await openApp(t)).send("POST", "/api/product", { body: "{" }),
  "404 an unknown product": async (t) => (await openApp(t)).send("GET", UNKNOWN_PRODUCT),
  "405 the path does not support the method": async (t) =>
    (await openApp(t)).send("PATCH", UNKNOWN_PRODUCT, { body: "{" }),
  "408 the request times out before it is complete": async (t) => {
    const app = await openApp(t);
    app.server.headersTimeout = app.server.requestTimeout = 100;
    return sendRawJson(
      app,
      "POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{",
    );
  },
  "400 the password is easy to guess": async (t) => {
    const app = await openApp(t);
    return app.send("POST", "/api/user/register", { body: { ...ANN, password: "password123" } });
  },
  "409 the e-mail address is taken": async (t) => {
    const app = await openApp(t);
    await createPerson(app, "Ann");
    return app.send("POST", "/api/user/register", { body: ANN });
  },
  "412 the product has changed since it was read": async (t) => {
    const app = await openApp(t);
    const { token } = await createPerson(app, "Ann");
    const { headers } = await app.send("POST", "/api/products", { token, body: { name: "x", price: 1 } });
    return app.send("PUT", headers.get("location") ?? "", {
      token,
      body: { price: 2 },
      headers: { "if-match": '"old"' },
    });
  },
  "413 the body is too large": async (t) => postProduct(await openApp(t), { name: "x".repeat(1024 * 1024), price: 1 }),
  "415 the content type is not JSON": async (t) =>
    postProduct(await openApp(t), "{}", { "content-type": "text/plain" }),
  "415 the body is compressed": async (t) => postProduct(await openApp(t), "{}", { "content-encoding": "gzip" }),
  "429 too many registrations from one network": async (t) => {
    const app = await openApp(t, { REGISTRATIONS_PER_HOUR: "1" });
    await app.send("POST", "/api/user/register", { body: ANN });
    return app.send("POST", "/api/user/register", { body: ANN });
  },
  "429 too many failed logins with one e-mail address": async (t) => {
    const app = await openApp(t);
    for (let failures = 0; failures < 5; failures++) await app.send("POST", "/api/user/login", { body: ANN });
    return app.send("POST", "/api/user/login", { body: ANN });
  },
  "429 too many failed logins from one network": async (t) => {
    const app = await openApp(t, { LOGIN_LIMIT_PER_MINUTE: "1" });
    await app.send("POST", "/api/user/login", { body: ANN });
    return app.send("POST", "/api/user/login", { body: ANN });
  },
  "431 the request head is too large": async (t) =>
    sendRawJson(await openApp(t), `GET /api/products HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n`),
  "500 an unexpected error": async (t) =>
    (await openAppWithBrokenClock(t)).send("POST", "/api/user/register", { body: ANN }),
  "503 the database is unavailable": async (t) => {
    const unreachable = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
    t.teardown(() => unreachable.destroy());
    return (await openApp(t, { TOKEN_SECRET: "x".repeat(32) }, { database: unreachable })).send("GET", UNKNOWN_PRODUCT);
  },
  "503 too many writes are waiting": async (t) => {
    const { database } = await openDatabaseFile(t);
    const app = await openApp(t, {}, { database });
    const { token } = await createPerson(app, "Ann");
    const create = () => app.send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });
    return (await withFullQueue(database, create)).result;
  },
  "503 too many lists wait to be built": async (t) => {
    const app = await openApp(t);
    fillSlots(app.context.slots.products, "network:127.0.0.1");
    return app.send("GET", "/api/products");
  },
  "503 too many searches wait": async (t) => {
    const app = await openApp(t);
    fillSlots(app.context.slots.searches, "network:127.0.0.1");
    return app.send("GET", "/api/products?q=lamp");
  },
  "503 too many responses have not been read": async (t) => {
    const app = await openAppAtUnreadLimit(t);
    const { token } = await createPerson(app, "Ann");
    const body = { name: "Lamp", price: 1, description: "x".repeat(10_000) };
    for (const _ of [1, 2]) await app.send("POST", "/api/products", { token, body });
    const response = await app.send("GET", "/api/products?limit=2");
    t.equal(response.headers.get("retry-after"), "5");
    return response;
  },
};

// The test server checks every response against the contract, so errors have this shape.
testErrorTable(t, "Catalogue and accounts", CASES, (body) => (body as components["schemas"]["Failure"]).error);
