import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { openApp } from "../../support/app.ts";
import { registerAndLogIn, registrationOf } from "../../support/people.ts";

t.test("listProducts: a client that disconnects stops the query", async (t) => {
  const app = await openApp(t);
  const rows = Array.from({ length: 5_000 }, (_, number) => ({
    id: number.toString(16).padStart(24, "0"),
    name: "Lamp",
    description: "x".repeat(2_000),
    price: 1,
    in_stock: 1 as const,
    search_text: "lamp",
  }));
  for (let first = 0; first < rows.length; first += 1_000) {
    await app.context.database
      .insertInto("products")
      .values(rows.slice(first, first + 1_000))
      .execute();
  }
  const disconnecting = new AbortController();
  const response = await fetch(`${app.base}/api/products`, { signal: disconnecting.signal });
  disconnecting.abort();
  await t.rejects(response.text());
  while (!app.log.some((line) => line.includes("the client disconnected"))) await pause(5);
  t.equal((await app.send("GET", "/api/products?limit=1")).status, 200);
});

t.test("loginUser: other requests are served while passwords are hashed", async (t) => {
  const app = await openApp(t);
  await registerAndLogIn(app, "Ann");
  let finished = 0;
  const logins = Array.from({ length: 50 }, async () => {
    const { status } = await app.send("POST", "/api/user/login", { body: registrationOf("Ann") });
    finished += 1;
    return status;
  });
  for (let reading = 0; reading < 10; reading++) {
    t.equal((await app.send("GET", "/api/products")).status, 200);
    t.ok(finished < 50, "before all logins are done");
  }
  t.same(new Set(await Promise.all(logins)), new Set([200]));
});
