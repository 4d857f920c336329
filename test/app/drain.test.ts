import t from "tap";
import { openApp } from "../support/app.ts";
import { createPerson } from "../support/people.ts";

t.test("a stopping server is not ready, but serves all requests and closes each connection", async (t) => {
  const stopping = new AbortController();
  const app = await openApp(t, {}, { stopping: stopping.signal });
  const { token } = await createPerson(app, "Ann");
  const requests = [
    ["GET", "/health/live", {}, 200],
    ["GET", "/api/products?limit=1", {}, 200],
    ["GET", "/api/products", {}, 200],
    ["HEAD", "/api/products?limit=1", {}, 200],
    ["POST", "/api/products", { token, body: { name: "Lamp", price: 1 } }, 201],
    ["POST", "/api/products", { token, body: {} }, 400],
    ["DELETE", "/api/products", {}, 405],
    ["GET", "/api/v1/users.json", {}, 401],
    ["GET", "/nowhere", {}, 404],
    ["GET", "/", {}, 200],
  ] as const;
  for (let time = 0; time < 2; time++) {
    for (const [method, path, options, status] of requests) {
      const response = await app.send(method, path, options);
      t.equal(response.status, status, `${method} ${path}`);
    }
  }
  // Caches the response again, which the POST invalidated: only a stopping server does not use the fast path for it.
  t.equal((await app.send("GET", "/api/products?limit=1")).status, 200);
  t.equal((await app.send("GET", "/health/ready")).status, 200);

  stopping.abort();
  const ready = await app.send("GET", "/health/ready");
  t.match(ready, { status: 503, body: { error: "The server is stopping." } });
  t.equal(ready.headers.get("retry-after"), "1");
  for (const [method, path, options, status] of requests) {
    const response = await app.send(method, path, options);
    t.match([response.status, response.headers.get("connection")], [status, "close"], `${method} ${path}`);
  }
});
