import t from "tap";
import { createPerson } from "../support/people.ts";
import { openAppAtUnreadLimit } from "../support/unread.ts";

t.test("beyond the limit, files and long products get 503; short products are sent, even from the cache", async (t) => {
  const app = await openAppAtUnreadLimit(t);
  const { send } = app;
  for (const [path, accepted] of [
    ["/docs/collections", "identity"],
    ["/openapi/catalogue.yaml", "identity"],
    ["/openapi/users.3.0.json", "identity"],
    ["/openapi/collections.json", "br"],
  ] as const) {
    const refused = await send("GET", path, { headers: { "accept-encoding": accepted } });
    t.equal(refused.status, 503, path);
    t.equal(refused.headers.get("content-encoding"), null);
    t.equal(refused.headers.get("retry-after"), "5");
    t.equal(refused.headers.get("etag"), null);
    t.equal(refused.headers.get("cache-control"), null);
  }
  const { token } = await createPerson(app, "Ann");
  const post = async (description: string) => {
    const { body } = await send("POST", "/api/products", { token, body: { name: "Lamp", price: 1, description } });
    return `/api/products/${(body as { id: string }).id}`;
  };
  const [small, large] = [await post("Brass"), await post("\u0001".repeat(10_000))];
  // The third response comes from the cache.
  for (const _ of [1, 2, 3]) {
    t.equal((await send("GET", small)).status, 200);
    t.equal((await send("GET", large)).status, 503);
  }
  t.equal((await send("GET", "/health/live")).status, 200);
  t.equal((await send("GET", "/health/ready")).status, 200);
});

t.test("the response to a change is sent even beyond the limit", async (t) => {
  const app = await openAppAtUnreadLimit(t);
  const { token } = await createPerson(app, "Ann");
  const body = { name: "Lamp", price: 1, description: "\u0001".repeat(10_000) };
  t.equal((await app.send("POST", "/api/products", { token, body })).status, 201);
});
