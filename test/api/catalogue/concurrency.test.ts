import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { openApp } from "../../support/app.ts";
import { createPerson, registrationOf } from "../../support/people.ts";

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

t.test("loginUser: other requests are served while 50 logins are pending", async (t) => {
  const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>();
  let isHolding = false;
  const app = await openApp(
    t,
    {},
    {
      extend: (server) =>
        server.addHook("onSend", async ({ url }) => {
          if (isHolding && url === "/api/user/login") await mayRespond;
        }),
    },
  );
  // Logs in too, so responses are held only after it.
  await createPerson(app, "Ann");
  isHolding = true;
  const logins = Array.from({ length: 50 }, () => app.send("POST", "/api/user/login", { body: registrationOf("Ann") }));
  for (let reads = 0; reads < 10; reads++) t.equal((await app.send("GET", "/api/products")).status, 200);
  respond();
  t.same(new Set((await Promise.all(logins)).map(({ status }) => status)), new Set([200]));
});
