import t from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { openApp } from "../support/app.ts";

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
