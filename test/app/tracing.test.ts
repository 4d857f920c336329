import { createServer } from "node:net";
import t, { type Test } from "tap";
import { listen } from "#contract/test/raw";
import * as passwords from "../../src/accounts/login/passwords.ts";
import { openDatabase } from "../../src/database/database.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { ENDLESS_BODIES, ENDLESS_HEADS, openSocketServer } from "../support/hostile-receiver.ts";
import { openReceiver, openTracedApp } from "../support/otlp.ts";
import { createPerson, logIn, registrationOf } from "../support/people.ts";

/** A server with a database whose statements are traced. */
async function openWithDatabase(t: Test, endpoint: string, settings: Readonly<Record<string, string>> = {}) {
  const url = await migratedDatabaseUrl(t);
  return openTracedApp(t, endpoint, {
    settings,
    openDatabase: ({ onStatement }) => {
      const traced = openDatabase(url, { onStatement });
      t.teardown(() => traced.destroy());
      return traced;
    },
  });
}

t.test("a request is traced with its operation, statements and password, but no values", async (t) => {
  const receiver = await openReceiver(t);
  const app = await openWithDatabase(t, receiver.url);
  const { email, password } = await createPerson(app, "Canary");
  const token = await logIn(app.send, { email, password });
  const product = { name: "canary lamp", price: 12_345.75 };
  await app.send("POST", "/api/products", { token, body: product, headers: { "x-request-id": "request-1" } });
  await app.send("GET", "/api/products?q=canary-search");
  await receiver.until("request-1");
  await receiver.until("verify password");
  await receiver.until("insert products");
  const text = receiver.text();
  t.match(text, "POST /api/products");
  t.match(text, "createProduct");
  t.match(text, /insert into "products"/);
  t.match(text, /select [^\0]+ from "accounts"/);
  t.match(text, "triptych.statements");
  for (const secret of [email, password, token, product.name, "canary-search", "12345.75", "127.0.0.1"])
    t.notMatch(text, secret, secret);
  t.match(receiver.requests[0], { method: "POST", url: "/v1/traces" });
});

t.test("work of a request that failed is traced as an error", async (t) => {
  const receiver = await openReceiver(t);
  const app = await openWithDatabase(t, receiver.url);
  await app.send("POST", "/api/user/register", { body: registrationOf("Ann") });
  await receiver.until("hash password");
  await t.rejects(passwords.verify("no hash", "password", "internal"));
  await receiver.until("verify password");
  t.pass("spans of failed work end too");
});

t.test("cached responses are traced", async (t) => {
  const receiver = await openReceiver(t);
  const { database } = await openDatabaseFile(t);
  const app = await openTracedApp(t, receiver.url, { openDatabase: () => database });
  for (let time = 0; time < 3; time++) await app.send("GET", "/api/products?limit=1");
  await receiver.until("triptych.cached");
  t.match(receiver.text(), "GET /api/products");
});

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

/** How often the bytes of a trace id occur. */
function countIds(text: string): number {
  return text.split(Buffer.from(TRACE, "hex").toString("latin1")).length - 1;
}

t.test("traceparent of a stranger is only a link, and can't have a request traced", async (t) => {
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
  const receiver = await openReceiver(t);
  const app = await openTracedApp(t, receiver.url);
  await app.send("GET", "/health/live", { headers });
  await receiver.until("GET /health/live");
  t.equal(countIds(receiver.text()), 1, "the link");

  const none = await openReceiver(t);
  const untraced = await openTracedApp(t, none.url, { settings: { OTEL_TRACES_SAMPLER_ARG: "0" } });
  await untraced.send("GET", "/health/live", { headers });
  await untraced.tracing.close();
  t.equal(none.bodies.length, 0);
});

t.test("traceparent of a trusted proxy decides the trace and whether it is recorded", async (t) => {
  const receiver = await openReceiver(t);
  const settings = { TRUST_PROXY: "127.0.0.1", OTEL_TRACES_SAMPLER_ARG: "0" };
  const app = await openTracedApp(t, receiver.url, { settings });
  await app.send("GET", "/health/ready", { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } });
  await app.send("GET", "/health/live", { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
  await receiver.until("GET /health/live");
  t.ok(countIds(receiver.text()) >= 1);
  t.notMatch(receiver.text(), "/health/ready", "not sampled by the proxy");
});

for (const traceparent of [
  "",
  "x",
  `00-${"0".repeat(32)}-${PARENT}-01`,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}`,
]) {
  t.test(`a malformed traceparent is ignored: "${traceparent}"`, async (t) => {
    const receiver = await openReceiver(t);
    const app = await openTracedApp(t, receiver.url, { settings: { TRUST_PROXY: "127.0.0.1" } });
    t.equal((await app.send("GET", "/health/live", { headers: { traceparent } })).status, 200);
    await receiver.until("GET /health/live");
    t.equal(countIds(receiver.text()), 0);
  });
}

t.test("a receiver that hangs delays neither requests nor the end by more than a second", async (t) => {
  const silent = createServer((socket) => socket.on("error", () => {}));
  const port = await listen(silent);
  t.teardown(() => silent.close());
  const app = await openTracedApp(t, `http://127.0.0.1:${port}`);
  for (let number = 0; number < 20; number++) t.equal((await app.send("GET", "/health/live")).status, 200);
  let isClosed = false;
  await app.tracing.close().then(() => {
    isClosed = true;
  });
  t.ok(isClosed, "although nothing was received");
});

for (const [name, respond] of Object.entries({ ...ENDLESS_HEADS, ...ENDLESS_BODIES })) {
  t.test(`a receiver that sends ${name} is disconnected`, async (t) => {
    const receiver = await openSocketServer(t, respond);
    const app = await openTracedApp(t, receiver.url.origin);
    t.equal((await app.send("GET", "/health/live")).status, 200);
    await receiver.closed(1);
  });
}

t.test("a receiver that fails is logged once, and the server works", async (t) => {
  const receiver = await openReceiver(t, 400);
  const app = await openTracedApp(t, receiver.url);
  while (receiver.requests.length < 2) t.equal((await app.send("GET", "/health/live")).status, 200);
  await app.tracing.close();
  t.equal(app.tracingLog.filter((line) => line.includes("sending traces failed")).length, 1);
});
