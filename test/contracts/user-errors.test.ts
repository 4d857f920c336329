import t, { type Test } from "tap";
import type { components } from "../../generated/users.ts";
import { openDatabase } from "../../src/database/database.ts";
import { openApp, openAppWithBrokenClock, type Received, type SendOptions } from "../support/app.ts";
import { openDatabaseFile, withFullQueue } from "../support/database-file.ts";
import { type ErrorCase, sendRawJson, testErrorTable } from "../support/error-table.ts";
import { idempotencyErrors } from "../support/idempotency-errors.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";
import { openAppAtUnreadLimit } from "../support/unread.ts";

const USERS = "/api/v1/users.json";
const BOB = {
  email_address: "bob@example.com",
  password: "Bob's long password",
  password_confirmation: "Bob's long password",
  name: "Bob",
  locale: "en",
  active: true,
  user_level: 1,
};

/** Ann registers first, so her account has id 1. */
const ANN = "/api/v1/users/1.json";

interface RequestByAnn extends SendOptions {
  readonly level?: 1 | 4;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a server and sends a request as Ann, an administrator by default. */
async function sendAsAnn(
  t: Test,
  method: string,
  path: string,
  { level = 4, settings = {}, ...options }: RequestByAnn = {},
) {
  const app = await openApp(t, settings);
  const { id } = await createPerson(app, "Ann");
  await setLevel(app, id, level);
  return app.send(method, path, { key: await createKey(app, id), ...options });
}

const CASES: Record<string, ErrorCase> = {
  ...idempotencyErrors(USERS, BOB, { ...BOB, name: "Robert" }),
  "400 the header User-Agent is missing or empty": (t) => sendAsAnn(t, "GET", USERS, { headers: { "user-agent": "" } }),
  "400 the User-Agent has no link or e-mail address and the policy requires one": (t) =>
    sendAsAnn(t, "GET", USERS, { settings: { USER_AGENT_POLICY: "contact" }, headers: { "user-agent": "sync/1.0" } }),
  "400 the body is not JSON": (t) => sendAsAnn(t, "POST", USERS, { body: "{" }),
  "400 the body is missing": (t) => sendAsAnn(t, "POST", USERS),
  "400 the body is not an object": (t) => sendAsAnn(t, "POST", USERS, { body: [] }),
  "400 a parameter is invalid": (t) => sendAsAnn(t, "GET", `${USERS}?limit=101`),
  "400 the id in the body differs from the path": (t) => sendAsAnn(t, "PATCH", ANN, { body: { id: 2 } }),
  "400 the path is not percent-encoded UTF-8": (t) => sendAsAnn(t, "GET", "/api/v1/users/%ff.json"),
  "400 the path has a line break": (t) => sendAsAnn(t, "GET", "/api/v1/users/%0a.json"),
  "400 the request is not HTTP": async (t) => sendRawJson(await openApp(t), `GET ${USERS} HTTQ/1.1\r\n\r\n`),
  "401 the API key is missing": async (t) => (await openApp(t)).send("POST", USERS, { body: "{" }),
  "401 an invalid, expired or revoked API key": (t) => sendAsAnn(t, "POST", USERS, { key: "junk", body: "{" }),
  "403 the operation needs an administrator": (t) => sendAsAnn(t, "POST", USERS, { level: 1, body: "{" }),
  "403 the account is someone else's": (t) => sendAsAnn(t, "GET", "/api/v1/users/2.json", { level: 1 }),
  "403 the API key lacks the scope": async (t) => {
    const app = await openApp(t);
    const { id } = await createPerson(app, "Ann");
    const key = await createKey(app, id, "reader", ["users:read"]);
    return app.send("DELETE", ANN, { key });
  },
  "403 an API key with scopes changes a password or an address": async (t) => {
    const app = await openApp(t);
    const { id } = await createPerson(app, "Ann");
    const key = await createKey(app, id, "writer", ["users:write"]);
    return app.send("PATCH", ANN, { key, body: { email_address: "ann@new.example" } });
  },
  "403 only an administrator may change the field": (t) =>
    sendAsAnn(t, "PUT", ANN, { level: 1, body: { active: true } }),
  "404 an unknown path": (t) => sendAsAnn(t, "GET", "/api/v1/users"),
  "404 an unknown or deleted user": (t) => sendAsAnn(t, "GET", "/api/v1/users/2.json"),
  "405 the path does not support the method": (t) => sendAsAnn(t, "PATCH", USERS, { body: "{" }),
  "408 the request times out before it is complete": async (t) => {
    const app = await openApp(t);
    const key = await createKey(app, (await createPerson(app, "Ann")).id);
    app.server.headersTimeout = app.server.requestTimeout = 100;
    const head = ["Host: x", "User-Agent: x", `X-Auth-Token: ${key}`, "Content-Type: application/json"];
    return sendRawJson(app, `PUT ${ANN} HTTP/1.1\r\n${head.join("\r\n")}\r\nContent-Length: 10\r\n\r\n{`);
  },
  "409 the account is the last active administrator": (t) => sendAsAnn(t, "DELETE", ANN),
  "412 the user has changed since it was read": (t) =>
    sendAsAnn(t, "PUT", ANN, { body: { name: "Anna" }, headers: { "if-match": '"old"' } }),
  "413 the body is too large": (t) => sendAsAnn(t, "PUT", ANN, { body: { name: "x".repeat(1024 * 1024) } }),
  "415 the content type is not JSON": (t) =>
    sendAsAnn(t, "PUT", ANN, { body: "{}", headers: { "content-type": "text/plain" } }),
  "422 a field of the body is invalid": (t) => sendAsAnn(t, "POST", USERS, { body: { ...BOB, name: undefined } }),
  "422 the e-mail address is taken": (t) =>
    sendAsAnn(t, "POST", USERS, { body: { ...BOB, email_address: "ANN@example.com" } }),
  "422 the password is easy to guess": (t) =>
    sendAsAnn(t, "POST", USERS, { body: { ...BOB, password: "password123", password_confirmation: "password123" } }),
  "422 the password confirmation differs": (t) =>
    sendAsAnn(t, "POST", USERS, { body: { ...BOB, password_confirmation: "another password" } }),
  "429 the rate limit is exceeded": async (t): Promise<Received> => {
    const app = await openApp(t, { RATE_LIMIT_PER_HOUR: "1" });
    await app.send("GET", USERS);
    return app.send("GET", USERS);
  },
  "431 the request head is too large": async (t) =>
    sendRawJson(await openApp(t), `GET ${USERS} HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n`),
  "500 an unexpected error": async (t) => (await openAppWithBrokenClock(t)).send("GET", USERS),
  "503 the database is unavailable": async (t) => {
    const unreachable = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
    t.teardown(() => unreachable.destroy());
    return (await openApp(t, { TOKEN_SECRET: "x".repeat(32) }, { database: unreachable })).send("GET", USERS);
  },
  "503 too many writes are waiting": async (t) => {
    const { database } = await openDatabaseFile(t);
    const app = await openApp(t, {}, { database });
    const { id } = await createPerson(app, "Ann");
    const key = await createKey(app, id);
    return (await withFullQueue(database, () => app.send("PUT", ANN, { key, body: { user: { name: "Anna" } } })))
      .result;
  },
  "503 too many responses have not been read": async (t) => {
    const app = await openAppAtUnreadLimit(t);
    const ann = await createPerson(app, "Ann");
    await setLevel(app, ann.id, 4);
    for (let count = 0; count < 30; count++) await createPerson(app, `${"x".repeat(200)}${count}`);
    return app.send("GET", `${USERS}?limit=100`, { key: await createKey(app, ann.id) });
  },
};

// The cast is safe: every response was checked against the contract.
testErrorTable(t, "User administration", CASES, (body) => (body as components["schemas"]["Failure"]).status.message);
