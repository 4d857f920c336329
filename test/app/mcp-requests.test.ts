import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import t from "tap";
import { open as openSocket } from "#contract/test/raw";
import { openApp } from "../support/app.ts";
import { openLibrary } from "../support/library.ts";
import { connect } from "../support/mcp.ts";
import { createKey, createPerson } from "../support/people.ts";

const ACCEPT = "application/json, text/event-stream";

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

/** A server, and a function that posts to `/mcp` with the key of an account. */
async function open(t: Parameters<typeof openApp>[0], settings: Readonly<Record<string, string>> = {}) {
  const app = await openApp(t, settings);
  const ann = await createPerson(app, "Ann");
  const authorization = `Bearer ${await createKey(app, ann.id)}`;
  const post = (headers: Readonly<Record<string, string>> = {}, body: unknown = LIST) =>
    app.send("POST", "/mcp", { headers: { authorization, accept: ACCEPT, ...headers }, body });
  return { app, post, authorization };
}

/** A failure before a message is read. */
function failure(message: RegExp | string) {
  return { jsonrpc: "2.0", id: null, error: { code: -32_000, message } };
}

t.test("responds to a message without an earlier one, and starts no session", async (t) => {
  const { post } = await open(t);
  const { status, headers, body } = await post();
  t.equal(status, 200);
  t.equal(headers.get("mcp-session-id"), null);
  t.equal(headers.get("cache-control"), "no-store");
  t.match(body, /"name":"find_bookmarks"/);
  const notification = await post({}, { jsonrpc: "2.0", method: "notifications/initialized" });
  t.same([notification.status, notification.body], [202, ""]);
});

t.test("a credential is needed, and only as a bearer", async (t) => {
  const { app, post, authorization } = await open(t);
  for (const sent of ["", "Basic abc", "Bearer", `Bearer ${"x".repeat(44)}`]) {
    const { status, headers, body } = await post({ authorization: sent });
    t.equal(status, 401, sent);
    t.equal(headers.get("www-authenticate"), "Bearer");
    t.match(body, failure(/./));
  }
  const inUrl = await app.send("POST", `/mcp?key=${authorization.slice(7)}`, { body: LIST });
  t.equal(inUrl.status, 401);
  await app.context.database.updateTable("api_keys").set({ revoked_at: 1 }).execute();
  t.equal((await post()).status, 401, "a revoked key");
});

t.test("rejected credentials count for their network", async (t) => {
  const { post } = await open(t, { COLLECTIONS_LIMIT_PER_MINUTE: "2" });
  const statuses = [];
  for (let times = 0; times < 4; times++) statuses.push((await post({ authorization: `Bearer ${times}` })).status);
  t.same(statuses, [401, 401, 429, 429]);
  const { headers, body } = await post({ authorization: "Bearer x" });
  t.match(body, failure(/^Too many requests/));
  t.match(headers.get("retry-after"), /^\d+$/);
});

t.test("the response to a call says how many requests are left, as that of the operation would", async (t) => {
  const { app, post, authorization } = await open(t, { COLLECTIONS_LIMIT_PER_MINUTE: "100" });
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_statistics", arguments: {} } };
  const left = ({ headers }: { headers: Headers }) => headers.get("x-ratelimit-remaining");
  // The credential is cached from the first request on.
  await post();
  t.equal(left(await post({}, call)), "98");
  t.equal(left(await post()), "97");
  t.equal(left(await app.send("GET", "/rest/v1/user/stats", { headers: { authorization } })), "96");
});

t.test("only POST is supported", async (t) => {
  const { app } = await open(t);
  for (const method of ["GET", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS"]) {
    const { status, headers, body } = await app.send(method, "/mcp", { headers: { accept: "text/event-stream" } });
    t.equal(status, 405, method);
    t.equal(headers.get("allow"), "POST");
    if (method !== "HEAD") t.match(body, failure(/^This path does not support/));
  }
  t.equal((await app.send("POST", "/mcp/sse")).status, 404);
});

t.test("pages of other origins are refused, unless CORS_ORIGINS allows theirs", async (t) => {
  const own = "http://triptych.test";
  const { post } = await open(t, { CORS_ORIGINS: "https://app.example" });
  for (const [origin, status] of [
    [own, 200],
    ["https://app.example", 200],
    ["https://evil.example", 403],
    ["http://app.example", 403],
    ["http://127.0.0.1:3000", 403],
    ["null", 403],
  ] as const) {
    const { status: sent, headers } = await post({ origin });
    t.equal(sent, status, origin);
    t.equal(headers.get("access-control-allow-origin"), status === 200 ? origin : null, origin);
  }
  const { post: postByDefault } = await open(t);
  t.match(await postByDefault({ origin: "https://app.example" }), { status: 403, body: failure(/CORS_ORIGINS/) });
  const { post: postToOpen } = await open(t, { CORS_ORIGINS: "*" });
  t.equal((await postToOpen({ origin: "https://app.example" })).status, 200);
});

t.test("a preflight of an allowed page needs no credential", async (t) => {
  const { app } = await open(t, { CORS_ORIGINS: "https://app.example" });
  const preflight = (origin: string) =>
    app.send("OPTIONS", "/mcp", {
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,mcp-method,mcp-protocol-version",
      },
    });
  const { status, headers } = await preflight("https://app.example");
  t.equal(status, 204);
  t.equal(headers.get("access-control-allow-methods"), "POST");
  t.match(headers.get("access-control-allow-headers"), /mcp-protocol-version/);
  t.equal((await preflight("https://evil.example")).status, 403);
});

t.test("requests for other hosts are refused: their name could point to any machine", async (t) => {
  const { app, authorization } = await open(t, { CORS_ORIGINS: "https://app.example" });
  const statusOf = async (host: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = openSocket(app.base);
    socket.once("data", (bytes) => resolve(String(bytes).slice(9, 12)));
    const head = { host, authorization, accept: ACCEPT, "content-type": "application/json", connection: "close" };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    const body = JSON.stringify(LIST);
    socket.write(`POST /mcp HTTP/1.1\r\n${lines.join("")}content-length: ${body.length}\r\n\r\n${body}`);
    return promise;
  };
  for (const host of ["triptych.test", "triptych.test:8080", "TRIPTYCH.TEST", "app.example", "127.0.0.1:3000"])
    t.equal(await statusOf(host), "200", host);
  for (const host of ["localhost", "[::1]:3000", "[fd00::1]", "192.168.1.7", "server", "server:3000"])
    t.equal(await statusOf(host), "200", host);
  for (const host of ["evil.example", "evil.example:3000", "triptych.test.evil.example", "a b"])
    t.equal(await statusOf(host), "403", host);
});

t.test("a body that is no message, or too large", async (t) => {
  const { app, post, authorization } = await open(t);
  t.match(await post({}, [LIST]), { status: 400, body: failure(/one JSON-RPC message/) });
  t.match(await post({}, "{"), { status: 400 });
  t.match(await post({}, "1"), { status: 400 });
  t.equal((await post({}, { jsonrpc: "2.0", id: 1, method: "tools/drop" })).status, 200, "an error of the protocol");
  t.match(await post({ "content-type": "text/plain" }), { status: 415, body: failure(/application\/json/) });
  t.match(await post({ accept: "text/html" }), { status: 406 });
  t.match(await app.send("POST", "/mcp", { headers: { authorization, accept: ACCEPT } }), { status: 400 });
  const large = { ...LIST, params: { note: "x".repeat(1024 * 1024) } };
  t.match(await post({}, large), { status: 413, body: failure(/larger than 1 MiB/) });
});

t.test("there is nothing to subscribe to: no response stays open", async (t) => {
  const { post } = await open(t);
  const name = "io.modelcontextprotocol";
  const revision = "2026-07-28";
  const meta = {
    [`${name}/protocolVersion`]: revision,
    [`${name}/clientInfo`]: { name: "test", version: "1" },
    [`${name}/clientCapabilities`]: {},
  };
  const method = "subscriptions/listen";
  const { body } = await post(
    { "mcp-protocol-version": revision, "mcp-method": method },
    { jsonrpc: "2.0", id: 1, method, params: { _meta: meta, notifications: { toolsListChanged: true } } },
  );
  t.match(body, { error: { code: -32_603, message: "Subscription limit reached" } });
});

t.test("calls wait for a slot, and the calls of one account do not take all", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const { tools } = app.context.slots;
  const [annas, bobs] = [
    await connect(t, app, await createKey(app, ann.id)),
    await connect(t, app, await createKey(app, bob.id)),
  ];
  for (let held = 0; held < tools.options.perCaller; held++) t.ok(tools.tryTake(`account:${ann.id}`));
  const waiting = annas.call("get_statistics");
  t.match(await bobs.call("get_statistics"), { isError: false });
  t.equal(tools.waiting, 1);
  for (let held = 0; held < tools.options.perCaller; held++) tools.release(`account:${ann.id}`);
  t.match(await waiting, { isError: false });
});

t.test("a call whose client disconnects releases its slot, and its operation no longer waits for one", async (t) => {
  const { app, authorization } = await open(t);
  const { lists, tools } = app.context.slots;
  const others = Array.from({ length: lists.options.slots }, (_, number) => `account:${1000 + number}`);
  for (const other of others) t.ok(lists.tryTake(other));
  const params = { name: "find_tags", arguments: {} };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const socket = openSocket(app.base);
  const head = { host: "localhost", authorization, accept: ACCEPT, "content-type": "application/json" };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /mcp HTTP/1.1\r\n${lines.join("")}content-length: ${body.length}\r\n\r\n${body}`);
  while (lists.waiting === 0) await setImmediate();
  t.equal(tools.taken, 1);
  socket.destroy();
  while (tools.taken > 0 || lists.waiting > 0) await setImmediate();
  for (const other of others) lists.release(other);
  t.equal(lists.taken, 0);
  t.notMatch(app.log.join(""), '"level":50');
});

t.test("a call that takes longer than a minute ends with an error, and its operation no longer waits", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { lists, tools } = app.context.slots;
  const client = await connect(t, app, await createKey(app, ann.id));
  const others = Array.from({ length: lists.options.slots }, (_, number) => `account:${1000 + number}`);
  for (const other of others) t.ok(lists.tryTake(other));
  const minute = new AbortController();
  const timeout = mock.method(AbortSignal, "timeout", () => minute.signal);
  t.teardown(() => timeout.mock.restore());
  const call = client.call("find_tags");
  while (lists.waiting === 0) await setImmediate();
  t.strictSame(timeout.mock.calls[0]?.arguments, [60_000]);
  minute.abort();
  t.match(await call, { isError: true, text: /^The call took longer than 60 seconds/ });
  t.equal(lists.waiting, 0);
  t.equal(tools.taken, 0);
});

t.test("a request and the operation that it calls have the same id and caller in the log", async (t) => {
  const { app, post } = await open(t);
  await post({}, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_statistics", arguments: {} } });
  const lines = app.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request completed");
  t.match(lines, [
    { operation: "getStatistics", account: 1 },
    { path: "/mcp", account: 1, status: 200 },
  ]);
  t.equal(lines[0].reqId, lines[1].reqId);
  t.equal(lines[0].ip, lines[1].ip);
});
