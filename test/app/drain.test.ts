import { once } from "node:events";
import { connect } from "node:net";
import t from "tap";
import { sendRaw } from "#contract/test/raw";
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

t.test("a connection that is idle when the server begins to stop gets one more response", async (t) => {
  const stopping = new AbortController();
  const { base } = await openApp(t, {}, { stopping: stopping.signal });
  const socket = connect(Number(new URL(base).port), "127.0.0.1");
  const request = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";
  socket.write(request);
  const [first] = await once(socket, "data");
  t.match(String(first), /\r\nConnection: keep-alive\r\n/i);
  stopping.abort();
  socket.write(request);
  const [second] = await once(socket, "data");
  t.match(String(second), /^HTTP\/1.1 200 [\s\S]*\r\nConnection: close\r\n/i);
  await once(socket, "close");
});

t.test("a response to a request that began before the stop closes its connection", async (t) => {
  const stopping = new AbortController();
  const { base } = await openApp(
    t,
    {},
    {
      stopping: stopping.signal,
      extend: (server) => server.get("/slow", async () => stopping.abort()),
    },
  );
  t.match(await sendRaw(base, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"), /\r\nConnection: close\r\n/i);
});
