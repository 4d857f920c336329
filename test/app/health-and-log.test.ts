import t from "tap";
import { signIn } from "../../harness/page-client.ts";
import { openDatabase } from "../../src/database/database.ts";
import { openApp } from "../support/app.ts";
import { createKey, createPerson, logIn } from "../support/people.ts";

t.test("a working server is live and ready", async (t) => {
  const { send } = await openApp(t);
  t.match(await send("GET", "/health/live"), { status: 200, body: { status: "ok" } });
  t.match(await send("GET", "/health/ready"), { status: 200, body: { status: "ok", mismatches: 0 } });
});

t.test("a server whose database does not respond is live but not ready", async (t) => {
  const unreachable = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
  t.teardown(() => unreachable.destroy());
  const { send } = await openApp(t, { TOKEN_SECRET: "x".repeat(32) }, { database: unreachable });
  t.equal((await send("GET", "/health/live")).status, 200);
  const ready = await send("GET", "/health/ready");
  t.match(ready, { status: 503, body: { error: "The server is temporarily unavailable. Try again in a moment." } });
  t.equal(ready.headers.get("retry-after"), "1");
});

t.test("a response that violates the contract is logged and counted", async (t) => {
  const app = await openApp(t);
  await app.context.database
    .insertInto("products")
    .values({ id: "secret id", name: "Lamp", description: "", price: 1, in_stock: 1, search_text: "" })
    .execute();
  t.equal((await app.send("GET", "/api/products?limit=1")).status, 200);
  t.match(app.violations.splice(0), [
    { operation: "listProducts", status: 200, reasons: [/^the body \/0\/id must match pattern/] },
  ]);
  t.match((await app.send("GET", "/health/ready")).body, { mismatches: 1 });
  const line = app.log.find((entry) => entry.includes("response violates the contract")) ?? "{}";
  t.match(JSON.parse(line), { level: 50, operation: "listProducts", status: 200 });
  t.notMatch(line, /secret/);
});

t.test("a request is logged in one line, without its query", async (t) => {
  const { send, log } = await openApp(t);
  await send("GET", "/api/products?q=something+private", { headers: { "x-request-id": "mine" } });
  const lines = log.filter((line) => line.includes('"reqId":"mine"')).map((line) => JSON.parse(line));
  t.match(lines, [
    {
      method: "GET",
      path: "/api/products",
      operation: "listProducts",
      status: 200,
      ms: Number,
      msg: "request completed",
    },
  ]);
  t.notMatch(log.join(""), /private/);
});

/** The log lines of requests with this id. */
function linesOf(log: readonly string[], id: string): unknown[] {
  return log.filter((line) => line.includes(`"reqId":"${id}"`)).map((line) => JSON.parse(line));
}

t.test(
  "a request is logged with the IP address of its client, and with the account if it is authenticated",
  async (t) => {
    const app = await openApp(t, { TRUST_PROXY: "127.0.0.1" });
    const ann = await createPerson(app, "Ann");
    const key = await createKey(app, ann.id);
    const from = (id: string) => ({ "x-request-id": id, "x-forwarded-for": "192.0.2.7" });
    await app.send("GET", "/api/products", { headers: from("anonymous") });
    await app.send("POST", "/api/products", {
      token: ann.token,
      headers: from("token"),
      body: { name: "x", price: 1 },
    });
    await app.send("GET", "/rest/v1/collections", { headers: { ...from("key"), authorization: `Bearer ${key}` } });
    await app.send("GET", "/api/v1/users.json", { key: "junk", headers: from("wrong") });
    const browser = await signIn(app.base, ann);
    await browser.get("/account/api-keys", from("page"));

    const [anonymous] = linesOf(app.log, "anonymous");
    t.match(anonymous, { ip: "192.0.2.7" });
    t.notMatch(anonymous, { account: Number });
    for (const id of ["token", "key", "page"])
      t.match(linesOf(app.log, id), [{ ip: "192.0.2.7", account: ann.id }], id);
    t.notMatch(linesOf(app.log, "wrong")[0], { account: Number });
  },
);

t.test("a request that is answered from the cache is logged with the IP address of its client", async (t) => {
  const app = await openApp(t);
  for (const id of ["first", "second", "third"]) {
    await app.send("GET", "/api/products?limit=1", { headers: { "x-request-id": id } });
  }
  for (const id of ["first", "second", "third"]) t.match(linesOf(app.log, id), [{ ip: "127.0.0.1" }], id);
});

t.test("with LOG_CLIENTS=off, no line has an IP address or an account", async (t) => {
  const app = await openApp(t, { LOG_CLIENTS: "off" });
  const ann = await createPerson(app, "Ann");
  await logIn(app.send, ann);
  await app.send("POST", "/api/products", { token: ann.token, body: { name: "x", price: 1 } });
  for (let count = 0; count < 3; count++) await app.send("GET", "/api/products?limit=1");
  t.ok(app.log.length >= 5);
  for (const line of app.log) t.notMatch(line, /127\.0\.0\.1|"ip"|"account"/);
});
